import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { ALARMING_WORDS, getError, getOutput, useBank } from '../support/engine/testBank';

const bank = useBank();

const VALUE = '={{ $json.value }}';
const URL = 'https://n8n.example.com/webhook/bank';

/** Takes every value from the input item: the editor would reject some of them before a run. */
async function expectRefusal(parameters: INodeParameters, item: IDataObject, name: string) {
	const error = getError(await bank.run(parameters, { items: [item] }));
	expect(error).toMatchObject({ name: 'NodeOperationError', context: { itemIndex: 0 } });
	expect(error.message).toContain(name);
	expect(error.message).not.toMatch(/\[item/);
	expect(error.description).toBeTruthy();
	expect(`${error.message} ${error.description}`).not.toMatch(ALARMING_WORDS);
	expect(await bank.countRequests()).toBe(0);
}

const getMany = (parameters: object) => ({
	resource: 'transaction',
	operation: 'getAll',
	...parameters,
});
const webhook = (operation: string, parameters: object) => ({
	resource: 'webhook',
	operation,
	...parameters,
});

const NO_IDS = ['', ' ', 'abc', '-1', '1.5', '1e3', '12 34', '../userInfo', '99999999999999999999'];
const NO_ID_VALUES = [...NO_IDS, 0, -1, 1.5, null, true];

describe.each(NO_ID_VALUES)('the ID %j', (value) => {
	it('is refused by Get of a transaction before a request', async () => {
		const transactionId = { __rl: true, mode: 'id', value: VALUE };
		const parameters = { resource: 'transaction', operation: 'get', transactionId };
		await expectRefusal(parameters, { value }, "'Transaction'");
	});

	it.each(['get', 'delete', 'update'])(
		'is refused by %s of a webhook before a request',
		async (operation) => {
			const parameters = { webhookId: VALUE, updateFields: { incomeOnly: true } };
			await expectRefusal(webhook(operation, parameters), { value }, "'Webhook ID'");
		},
	);
});

const NO_URLS = [
	'',
	' ',
	'n8n.example.com/webhook',
	'/webhook',
	'ftp://example.com',
	'https://',
	5,
];

describe.each(NO_URLS)('the URL %j', (value) => {
	it.each([
		['create', { webhookUrl: VALUE, secureToken: 'token' }],
		['update', { webhookId: '1', updateFields: { webhookUrl: VALUE } }],
		['deleteByUrl', { webhookUrl: VALUE }],
	])('is refused by %s before a request', async (operation, parameters) => {
		await expectRefusal(webhook(operation, parameters), { value }, "'Webhook URL'");
	});
});

describe.each(['', ' ', null])('the token %j', (value) => {
	it.each([
		['create', { webhookUrl: URL, secureToken: VALUE }],
		['update', { webhookId: '1', updateFields: { secureToken: VALUE } }],
	])('is refused by %s before a request', async (operation, parameters) => {
		await expectRefusal(webhook(operation, parameters), { value }, "'Secure Token'");
	});
});

it('rejects an operation that the resource does not have before a request', async () => {
	const error = getError(await bank.run({ resource: 'user', operation: 'delete' }));
	expect(error).toMatchObject({ name: 'NodeOperationError', context: { itemIndex: 0 } });
	expect(error.message).toContain("'delete' is not supported for the resource 'user'");
	expect(error.description).toBeTruthy();
	expect(await bank.countRequests()).toBe(0);
});

it('an update of nothing is refused before a request', async () => {
	await expectRefusal(webhook('update', { webhookId: '1', updateFields: {} }), {}, 'update');
});

describe('an expression for a choice', () => {
	const payment = {
		resource: 'paymentRequest',
		operation: 'create',
		paymentCode: 'DH1042',
		linkedAccount: '1',
		bank: '970436',
		accountNumber: '1',
	};
	const choices: Array<[string, INodeParameters]> = [
		['Direction', getMany({ filters: { direction: VALUE } })],
		['Sort', getMany({ options: { sort: VALUE } })],
		['Account Source', { ...payment, accountSource: VALUE }],
		['QR Image', { ...payment, accountSource: 'manual', options: { qrImage: VALUE } }],
	];

	describe.each(choices)('%s', (label, parameters) => {
		it.each(['Other', ' ', 5, true, ['incoming']])('refuses %j before a request', async (value) => {
			await expectRefusal(parameters, { value }, `'${label}' has an unknown value`);
		});
	});
});

describe('an expression for a text', () => {
	const match = { resource: 'transaction', operation: 'match' };
	const payment = {
		resource: 'paymentRequest',
		operation: 'create',
		accountSource: 'manual',
		bank: '970436',
		accountNumber: '8007041027107',
		paymentCode: 'DH1042',
	};
	const withBank = (value: string) => ({ ...payment, bank: { __rl: true, mode: 'name', value } });
	const texts: Array<[string, INodeParameters]> = [
		['Description Contains', getMany({ filters: { description: VALUE } })],
		['Payment Code', { ...match, paymentCode: VALUE }],
		['Payment Code', { ...payment, paymentCode: VALUE }],
		['Note', { ...payment, options: { note: VALUE } }],
		['Put Output File in Field', { ...payment, options: { binaryPropertyName: VALUE } }],
		['Bank', { ...payment, bank: VALUE }],
		['Bank', withBank(VALUE)],
		['Account Number', { ...payment, accountNumber: VALUE }],
		['Account Name', { ...payment, accountName: VALUE }],
		['Webhook URL', webhook('create', { webhookUrl: VALUE, secureToken: 'token' })],
		['Secure Token', webhook('create', { webhookUrl: URL, secureToken: VALUE })],
	];

	describe.each(texts)('%s (%j)', (label, parameters) => {
		it.each([{ code: 'DH1042' }, {}, ['DH1042'], [], true])(
			'refuses %j before a request',
			async (value) => {
				await expectRefusal(parameters, { value }, `'${label}' is not text`);
			},
		);
	});

	it('takes null for no text in a filter', async () => {
		for (const amount of [1000, -2000]) await bank.control.transfer({ amount });
		const parameters = getMany({ filters: { description: VALUE } });
		expect(getOutput(await bank.run(parameters, { items: [{ value: null }] }))).toHaveLength(2);
	});

	it('takes null for the default in the options of a payment request', async () => {
		const options = { note: VALUE, binaryPropertyName: VALUE };
		const result = await bank.run({ ...payment, options }, { items: [{ value: null }] });
		expect(getOutput(result)).toMatchObject([{ content: 'DH1042' }]);
		expect(Object.keys(result.items[0].binary ?? {})).toEqual(['qrCode']);
	});

	it('takes a number for its digits', async () => {
		await bank.control.transfer({ amount: 1000, description: 'CK 1042 2' });
		const parameters = getMany({ filters: { description: VALUE } });
		expect(getOutput(await bank.run(parameters, { items: [{ value: 1042 }] }))).toHaveLength(1);
	});

	it('takes null for a collection without values', async () => {
		await bank.control.transfer({ amount: 1000 });
		const parameters = getMany({ filters: VALUE, options: VALUE });
		expect(getOutput(await bank.run(parameters, { items: [{ value: null }] }))).toHaveLength(1);
	});

	it('refuses half a character in a URL before a request', async () => {
		const value = `${URL}/\ud83d`;
		await expectRefusal(webhook('deleteByUrl', { webhookUrl: VALUE }), { value }, "'Webhook URL'");
	});
});

describe('an expression for a switch', () => {
	const create = { webhookUrl: URL, secureToken: 'token' };
	const switches: Array<[string, INodeParameters]> = [
		['Return All', getMany({ returnAll: VALUE })],
		['Simplify', getMany({ simplify: VALUE })],
		['Simplify', { resource: 'account', operation: 'getAll', simplify: VALUE }],
		['Income Only', webhook('create', { ...create, incomeOnly: VALUE })],
		['Income Only', webhook('update', { webhookId: '1', updateFields: { incomeOnly: VALUE } })],
		[
			'Match Inside Words',
			{
				resource: 'transaction',
				operation: 'match',
				paymentCode: 'DH1042',
				options: { matchInsideWords: VALUE },
			},
		],
	];

	describe.each(switches)('%s (%j)', (label, parameters) => {
		it.each(['yes', ' ', 2, ['true']])('refuses %j before a request', async (value) => {
			await expectRefusal(parameters, { value }, `'${label}' is neither true nor false`);
		});
	});

	it.each([
		[true, 3],
		['true', 3],
		['TRUE', 3],
		[1, 3],
		[false, 2],
		['false', 2],
		['FALSE', 2],
		[0, 2],
		['', 2],
		[null, 2],
	])('understands %j', async (value, expectedCount) => {
		for (const amount of [1000, 2000, 3000]) await bank.control.transfer({ amount });
		const parameters = getMany({ returnAll: VALUE, limit: 2 });
		expect(getOutput(await bank.run(parameters, { items: [{ value }] }))).toHaveLength(
			expectedCount,
		);
	});
});

it.each(['', null])('an update to %j of Income Only changes nothing', async (value) => {
	const parameters = { webhookId: '1', updateFields: { incomeOnly: VALUE } };
	await expectRefusal(webhook('update', parameters), { value }, 'No fields to update');
});

it.each(['', null])('the direction %j includes both directions', async (value) => {
	for (const amount of [1000, -2000]) await bank.control.transfer({ amount });
	const parameters = getMany({ filters: { direction: VALUE } });
	expect(getOutput(await bank.run(parameters, { items: [{ value }] }))).toHaveLength(2);
});

describe('the message about a value that is refused', () => {
	const getRefusal = async (filters: INodeParameters, value: unknown) =>
		getError(await bank.run(getMany({ filters }), { items: [{ value: value as string }] }));

	it.each([
		['fromDate', '31/01/2026', "'From Date' is not a valid date: 31/01/2026"],
		['direction', 'Inbound', "'Direction' has an unknown value: Inbound"],
	])('shows the value of %s, which the editor may not show', async (name, value, message) => {
		expect((await getRefusal({ [name]: VALUE }, value)).message).toBe(message);
	});

	it('shows only the beginning of a long value', async () => {
		const { message } = await getRefusal({ fromDate: VALUE }, 'x'.repeat(1_000));
		expect(message).toBe(`'From Date' is not a valid date: ${'x'.repeat(40)}…`);
	});

	it('says that amounts have no minus sign', async () => {
		const { description } = await getRefusal({ minimumAmount: VALUE }, '-5000000');
		expect(description).toContain('without a minus sign');
	});

	it('says how to convert a day that Excel stores as a number', async () => {
		const { description } = await getRefusal({ fromDate: VALUE }, 46053);
		expect(description).toContain("DateTime.fromISO('1899-12-30')");
	});
});

describe('Get Many', () => {
	it.each<[string, INodeParameters, unknown[]]>([
		['Limit', getMany({ limit: VALUE }), [0, -1, 1.5, 'many']],
		['Page Size', getMany({ options: { pageSize: VALUE } }), [0, -1, 1.5, 'many']],
		['Max Concurrency', getMany({ options: { maxConcurrency: VALUE } }), [0, -1, 1.5, 'many', ' ']],
	])(
		"refuses what is not a number for '%s' before a request",
		async (label, parameters, values) => {
			for (const value of values as string[])
				await expectRefusal(parameters, { value }, `'${label}'`);
		},
	);

	it('refuses a minimum above the maximum before a request', async () => {
		const filters = { minimumAmount: 2, maximumAmount: 1 };
		await expectRefusal(getMany({ filters }), {}, "'Minimum Amount'");
	});

	it('refuses dates that are upside down', async () => {
		const filters = { fromDate: '2026-02-01', toDate: '2026-01-31' };
		await expectRefusal(getMany({ filters }), {}, "'From Date'");
	});

	it('refuses dates that are upside down only in the zone of the service', async () => {
		const filters = { fromDate: '2026-01-31T18:00:00Z', toDate: '2026-01-31' };
		await expectRefusal(getMany({ filters }), {}, "'From Date'");
	});
});
