import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { ALARMING_WORDS, getError, getOutput, useBank } from '../support/engine/testBank';

const bank = useBank();

/** Takes a value from the input item: the editor would reject some of them before a run. */
const VALUE = '={{ $json.value }}';
const URL = 'https://n8n.example.com/webhook/bank';

const transaction = (operation: string, parameters: object): INodeParameters => ({
	resource: 'transaction',
	operation,
	...parameters,
});
const getMany = (parameters: object) => transaction('getAll', parameters);
const webhook = (operation: string, parameters: object): INodeParameters => ({
	resource: 'webhook',
	operation,
	...parameters,
});
const create = (parameters: object) =>
	webhook('create', { webhookUrl: URL, secureToken: 'token', ...parameters });
const update = (updateFields: object) => webhook('update', { webhookId: '1', updateFields });
const payment = (parameters: object): INodeParameters => ({
	resource: 'paymentRequest',
	operation: 'create',
	accountSource: 'manual',
	bank: '970436',
	accountNumber: '8007041027107',
	paymentCode: 'DH1042',
	...parameters,
});

const BLANKS = ['', ' ', null];
const NO_IDS = [
	...['', ' ', 'abc', '-1', '1.5', '1e3', '12 34', '../userInfo', '99999999999999999999'],
	...[0, -1, 1.5, null, true],
];
const NO_URLS = [
	...['', ' ', 'n8n.example.com/webhook', '/webhook', 'ftp://example.com', 'https://', 5],
	// Half a character.
	`${URL}/\ud83d`,
];
const NO_TEXTS = [{ code: 'DH1042' }, {}, ['DH1042'], [], true];
const NO_OPTIONS = ['Other', ' ', 5, true, ['incoming']];
const NO_SWITCHES = ['yes', ' ', 2, ['true']];
const NO_COUNTS = [0, -1, 1.5, 'many', ' '];

/** Parameters, the values that they refuse, and the message. */
const REFUSED: Array<[message: string, values: unknown[], ...parameters: INodeParameters[]]> = [
	[
		"'Transaction' is not a valid ID",
		NO_IDS,
		transaction('get', { transactionId: { __rl: true, mode: 'id', value: VALUE } }),
	],
	[
		"'Webhook ID' is not a valid ID",
		NO_IDS,
		webhook('get', { webhookId: VALUE }),
		webhook('delete', { webhookId: VALUE }),
		webhook('update', { webhookId: VALUE, updateFields: { incomeOnly: true } }),
	],
	[
		"'Webhook URL' is not a valid URL",
		NO_URLS,
		create({ webhookUrl: VALUE }),
		update({ webhookUrl: VALUE }),
		webhook('deleteByUrl', { webhookUrl: VALUE }),
	],
	["'Webhook URL' is not text", NO_TEXTS, create({ webhookUrl: VALUE })],
	["'Secure Token' is empty", BLANKS, create({ secureToken: VALUE })],
	["'Secure Token' is empty", BLANKS, update({ secureToken: VALUE })],
	["'Secure Token' is not text", NO_TEXTS, create({ secureToken: VALUE })],
	['No fields to update', ['', null], update({}), update({ incomeOnly: VALUE })],
	["'Income Only' is neither true nor false", NO_SWITCHES, create({ incomeOnly: VALUE })],
	["'Income Only' is neither true nor false", NO_SWITCHES, update({ incomeOnly: VALUE })],
	["'Return All' is neither true nor false", NO_SWITCHES, getMany({ returnAll: VALUE })],
	[
		"'Simplify' is neither true nor false",
		NO_SWITCHES,
		getMany({ simplify: VALUE }),
		{ resource: 'account', operation: 'getAll', simplify: VALUE },
	],
	[
		"'Match Inside Words' is neither true nor false",
		NO_SWITCHES,
		transaction('match', { paymentCode: 'DH1042', options: { matchInsideWords: VALUE } }),
	],
	["'Direction' has an unknown value", NO_OPTIONS, getMany({ filters: { direction: VALUE } })],
	["'Period' has an unknown value", NO_OPTIONS, getMany({ period: VALUE })],
	["'Sort' has an unknown value", NO_OPTIONS, getMany({ options: { sort: VALUE } })],
	[
		"'Account Source' has an unknown value",
		NO_OPTIONS,
		payment({ accountSource: VALUE, linkedAccount: '1' }),
	],
	["'QR Image' has an unknown value", NO_OPTIONS, payment({ options: { qrImage: VALUE } })],
	["'Description Contains' is not text", NO_TEXTS, getMany({ filters: { description: VALUE } })],
	[
		"'Payment Code' is not text",
		NO_TEXTS,
		transaction('match', { paymentCode: VALUE }),
		payment({ paymentCode: VALUE }),
	],
	["'Note' is not text", NO_TEXTS, payment({ options: { note: VALUE } })],
	[
		"'Put Output File in Field' is not text",
		NO_TEXTS,
		payment({ options: { binaryPropertyName: VALUE } }),
	],
	[
		"'Bank' is not text",
		NO_TEXTS,
		payment({ bank: VALUE }),
		payment({ bank: { __rl: true, mode: 'name', value: VALUE } }),
	],
	["'Account Number' is not text", NO_TEXTS, payment({ accountNumber: VALUE })],
	["'Account Name' is not text", NO_TEXTS, payment({ accountName: VALUE })],
	["'Limit' is not a whole number", NO_COUNTS, getMany({ limit: VALUE })],
	["'Page Size' is not a whole number", NO_COUNTS, getMany({ options: { pageSize: VALUE } })],
	[
		"'Max Concurrency' is not a whole number",
		NO_COUNTS,
		getMany({ options: { maxConcurrency: VALUE } }),
	],
	[
		"'Minimum Amount' is greater than 'Maximum Amount'",
		[2],
		getMany({ filters: { minimumAmount: VALUE, maximumAmount: 1 } }),
	],
	[
		"'From Date' is after 'To Date'",
		// The second is a day later in the zone of the service.
		['2026-02-01', '2026-01-31T18:00:00Z'],
		getMany({ filters: { fromDate: VALUE, toDate: '2026-01-31' } }),
	],
];

const CASES = REFUSED.flatMap(([message, values, ...given]) =>
	given.flatMap((parameters) => values.map((value) => ({ message, value, parameters }))),
);

it.each(CASES)(
	'says before a request of $parameters.operation that $message: $value',
	async ({ message, value, parameters }) => {
		const error = getError(await bank.run(parameters, { items: [{ value } as IDataObject] }));
		expect(error).toMatchObject({ name: 'NodeOperationError', context: { itemIndex: 0 } });
		expect(error.message).toContain(message);
		expect(error.message).not.toMatch(/\[item/);
		expect(error.description).toBeTruthy();
		expect(`${error.message} ${error.description}`).not.toMatch(ALARMING_WORDS);
		expect(await bank.countRequests()).toBe(0);
	},
);

it('rejects an operation that the resource does not have before a request', async () => {
	const error = getError(await bank.run({ resource: 'user', operation: 'delete' }));
	expect(error).toMatchObject({ name: 'NodeOperationError', context: { itemIndex: 0 } });
	expect(error.message).toContain("'delete' is not supported for the resource 'user'");
	expect(error.description).toBeTruthy();
	expect(await bank.countRequests()).toBe(0);
});

it('takes null for the default in the options of a payment request', async () => {
	const parameters = payment({ options: { note: VALUE, binaryPropertyName: VALUE } });
	const result = await bank.run(parameters, { items: [{ value: null }] });
	expect(getOutput(result)).toMatchObject([{ content: 'DH1042' }]);
	expect(Object.keys(result.items[0].binary ?? {})).toEqual(['qrCode']);
});

it('takes null for a collection without values', async () => {
	await bank.control.transfer({ amount: 1000 });
	const parameters = getMany({ filters: VALUE, options: VALUE });
	expect(getOutput(await bank.run(parameters, { items: [{ value: null }] }))).toHaveLength(1);
});

// The editor may not show the value that an expression gave.
it.each<[string, unknown, string, string]>([
	['fromDate', '31/01/2026', "'From Date' is not a valid date: 31/01/2026", 'Enter 2026-01-31.'],
	[
		'fromDate',
		'x'.repeat(50),
		`'From Date' is not a valid date: ${'x'.repeat(40)}…`,
		'Select a day',
	],
	['fromDate', 46053, "'From Date' is not a valid date: 46053", "DateTime.fromISO('1899-12-30')"],
	[
		'minimumAmount',
		'-5',
		"'Minimum Amount' is not a number of at least 0: -5",
		'without a minus sign',
	],
	['direction', 'In', "'Direction' has an unknown value: In", "Select 'Incoming' or 'Outgoing'."],
])(
	'shows the value of %s that is refused, and what to do: %j',
	async (name, value, message, help) => {
		const items = [{ value } as IDataObject];
		const error = getError(await bank.run(getMany({ filters: { [name]: VALUE } }), { items }));
		expect(error.message).toBe(message);
		expect(error.description).toContain(help);
	},
);
