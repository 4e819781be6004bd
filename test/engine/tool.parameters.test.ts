import type { INodeParameters } from 'n8n-workflow';

import type { LoggedRequest } from '../bank/types';
import { callTool } from '../support/engine/agent';
import { useBank } from '../support/engine/testBank';

// What language models give for the parameters of a tool: n8n passes it on without a look at its type.

const bank = useBank();

/** Has the model give a value, as the editor's button beside a parameter does. */
const fromModel = (name: string) => `={{ $fromAI('${name}', '', 'string') }}`;
const picked = (mode: string, name: string) => ({ __rl: true, mode, value: fromModel(name) });

const tools: Record<string, INodeParameters> = {
	'Get Many': {
		resource: 'transaction',
		operation: 'getAll',
		returnAll: fromModel('returnAll'),
		limit: fromModel('limit'),
		simplify: fromModel('simplify'),
		filters: {
			accountNumber: picked('number', 'accountNumber'),
			description: fromModel('description'),
			direction: fromModel('direction'),
			fromDate: fromModel('fromDate'),
			maximumAmount: fromModel('maximumAmount'),
			minimumAmount: fromModel('minimumAmount'),
			toDate: fromModel('toDate'),
		},
		options: { sort: fromModel('sort') },
	},
	Get: {
		resource: 'transaction',
		operation: 'get',
		transactionId: picked('id', 'transactionId'),
	},
	'Match Payments': {
		resource: 'transaction',
		operation: 'match',
		paymentCode: fromModel('paymentCode'),
		expectedAmount: fromModel('expectedAmount'),
		includeOtherFields: false,
		options: {
			accountNumber: picked('number', 'accountNumber'),
			fromDate: fromModel('fromDate'),
			toDate: fromModel('toDate'),
			matchInsideWords: fromModel('matchInsideWords'),
			tolerance: fromModel('tolerance'),
			virtualAccount: fromModel('virtualAccount'),
		},
	},
	'Create Payment Request': {
		resource: 'paymentRequest',
		operation: 'create',
		accountSource: fromModel('accountSource'),
		linkedAccount: picked('number', 'linkedAccount'),
		bank: picked('name', 'bank'),
		accountNumber: fromModel('accountNumber'),
		amount: fromModel('amount'),
		paymentCode: fromModel('paymentCode'),
		options: { note: fromModel('note'), qrImage: fromModel('qrImage') },
	},
};

/** An account whose number has no leading zero, which a number would lose. */
const ACCOUNT = '123456789';

/** Arguments with which each tool succeeds. */
const complete: Record<string, Record<string, unknown>> = {
	'Get Many': {},
	Get: {},
	'Match Payments': { paymentCode: 'DH1042' },
	'Create Payment Request': { paymentCode: 'DH1042', linkedAccount: ACCOUNT },
};

async function call(tool: string, args: Record<string, unknown>): Promise<unknown> {
	const given = { ...complete[tool], ...args } as INodeParameters;
	return JSON.parse(await callTool(bank.credential, tools[tool], given));
}

/** The query with which the tool asked for the list. */
async function getQuery(tool: string, args: Record<string, unknown>) {
	await bank.control.clearLogs();
	await call(tool, args);
	const isList = ({ path }: LoggedRequest) => path === '/v2/transactions';
	return (await bank.control.requests()).find(isList)?.query;
}

describe('a clear value', () => {
	it.each(['', null, '10', 10.0, '10.0', ' 10 '])('%j is a limit', async (limit) => {
		await bank.control.transfers(Array.from({ length: 12 }, () => ({ amount: 1_000 })));
		const expected = limit === '' || limit === null ? 12 : 10;
		expect(await call('Get Many', { limit })).toHaveLength(expected);
	});

	it.each(['20261101', '2026-11-01 08:30', '2026-10-31T20:00:00Z'])(
		'%j is a day',
		async (fromDate) => {
			for (const tool of ['Get Many', 'Match Payments']) {
				expect((await getQuery(tool, { fromDate }))?.fromDate).toBe('2026-11-01');
			}
		},
	);

	it.each([
		['Incoming', 1_000],
		[' OUTGOING ', -2_000],
	])('%j is a direction', async (direction, amount) => {
		await bank.control.transfers([{ amount: 1_000 }, { amount: -2_000 }]);
		expect(await call('Get Many', { direction })).toMatchObject([{ amount }]);
	});

	it.each(['DESC', 'desc', 'Newest First', 'newest first'])('%j is an order', async (sort) => {
		expect((await getQuery('Get Many', { sort }))?.sort).toBe('DESC');
	});

	it.each(['true', 'TRUE', true, 1, 'false', 'False', false, 0])(
		'%j is a switch',
		async (value) => {
			await bank.control.transfers([{ amount: 1_000 }, { amount: 2_000 }]);
			const isOn = /true|1/i.test(String(value));
			const items = await call('Get Many', { returnAll: value, simplify: value, limit: 1 });
			expect(items).toHaveLength(isOn ? 2 : 1);
			expect(Object.keys((items as object[])[0]).includes('counterpartName')).toBe(isOn);
			await bank.control.transfer({ amount: 1_000, description: 'CKDH1042' });
			expect(await call('Match Payments', { matchInsideWords: value })).toMatchObject([
				{ status: isOn ? 'paid' : 'unpaid' },
			]);
		},
	);

	it.each([ACCOUNT, Number(ACCOUNT), '123 456 789'])('%j is an account', async (value) => {
		await bank.control.transfer({ amount: 1_000, description: 'DH1042' });
		await bank.control.transfer({ amount: 2_000, description: 'DH1042', accountNumber: ACCOUNT });
		expect(await call('Get Many', { accountNumber: value })).toMatchObject([{ amount: 2_000 }]);
		expect(await call('Match Payments', { accountNumber: value })).toMatchObject([
			{ receivedAmount: 2_000 },
		]);
		expect(await call('Create Payment Request', { linkedAccount: value })).toMatchObject([
			{ accountNumber: ACCOUNT },
		]);
		const manual = { accountSource: 'Manual Entry', bank: 'Vietcombank', accountNumber: value };
		expect(await call('Create Payment Request', manual)).toMatchObject([
			{ accountNumber: ACCOUNT, bankBin: '970436' },
		]);
	});

	it.each(['250000', 250_000, '250000 VND', '250,000 VND', '250.000 đ'])(
		'%j is an amount',
		async (value) => {
			await bank.control.transfer({ amount: 250_000, description: 'DH1042' });
			const limits = { minimumAmount: value, maximumAmount: value };
			expect(await call('Get Many', limits)).toMatchObject([{ amount: 250_000 }]);
			expect(await call('Match Payments', { expectedAmount: value })).toMatchObject([
				{ status: 'paid', expectedAmount: 250_000 },
			]);
			expect(await call('Create Payment Request', { amount: value })).toMatchObject([
				{ amount: 250_000 },
			]);
		},
	);

	it.each(['', null])('%j is no filter and no option', async (nothing) => {
		const { transaction } = await bank.control.transfer({ amount: 1_000, description: 'DH1042' });
		await bank.control.transfer({ amount: -1_000 });
		const giveNothing = (...names: string[]) =>
			Object.fromEntries(names.map((name) => [name, nothing]));
		const options = giveNothing('accountNumber', 'fromDate', 'toDate');
		const filters = giveNothing('description', 'direction', 'maximumAmount', 'sort', 'returnAll');
		expect(await call('Get Many', { ...options, ...filters })).toMatchObject([
			{ id: transaction.id },
			{ amount: -1_000 },
		]);
		const ofOrder = giveNothing('expectedAmount', 'tolerance', 'virtualAccount');
		const ofMatch = { ...options, ...ofOrder, ...giveNothing('matchInsideWords') };
		expect(await call('Match Payments', ofMatch)).toMatchObject([{ status: 'paid' }]);
		const ofRequest = giveNothing('accountSource', 'amount', 'note', 'qrImage');
		expect(await call('Create Payment Request', ofRequest)).toMatchObject([{ content: 'DH1042' }]);
	});
});

/** A tool, the argument, a value that it refuses, and what the model is told to give instead. */
type Refusal = [tool: string, name: string, value: unknown, told: string];

const EMPTY = 'Leave it empty if there is no value.';

const refusals: Refusal[] = [
	['Get Many', 'limit', 'null', EMPTY],
	['Get Many', 'limit', 1.5, 'Enter a whole number in digits'],
	['Get Many', 'limit', 0, 'a whole number of at least 1'],
	['Get Many', 'direction', 'null', EMPTY],
	['Get Many', 'direction', 'in', 'use incoming or outgoing.'],
	['Get Many', 'sort', 'newest', 'use DESC or ASC.'],
	['Get Many', 'simplify', 'yes', 'use true or false.'],
	['Get Many', 'returnAll', 'null', EMPTY],
	['Get Many', 'accountNumber', 'null', EMPTY],
	['Get', 'transactionId', 'null', 'Enter a whole number, e.g. 114.'],
	['Match Payments', 'paymentCode', '', 'e.g. DH1042.'],
	['Match Payments', 'paymentCode', 'null', 'e.g. DH1042.'],
	['Match Payments', 'paymentCode', 'undefined', 'e.g. DH1042.'],
	['Match Payments', 'paymentCode', 1042, 'e.g. DH1042'],
	['Match Payments', 'accountNumber', 'null', EMPTY],
	['Match Payments', 'virtualAccount', 'null', 'Enter the number as text'],
	['Match Payments', 'matchInsideWords', 'yes', 'use true or false.'],
	['Create Payment Request', 'paymentCode', '', 'e.g. DH1042'],
	['Create Payment Request', 'paymentCode', null, 'e.g. DH1042'],
	['Create Payment Request', 'linkedAccount', 'null', 'enter its number'],
	['Create Payment Request', 'linkedAccount', '', 'enter its number'],
	['Create Payment Request', 'accountSource', 'mine', 'use linked or manual.'],
	['Create Payment Request', 'qrImage', 'jpeg', 'use none, png or svg.'],
	['Get Many', 'minimumAmount', 'null', 'Enter a number in digits'],
	['Match Payments', 'expectedAmount', 'null', 'Enter a number in digits'],
	['Create Payment Request', 'amount', 'null', 'Enter a whole number in digits'],
	...['Get Many', 'Match Payments'].flatMap((tool): Refusal[] => [
		[tool, 'fromDate', 'null', EMPTY],
		[tool, 'fromDate', '01/11/2026', 'Enter 2026-11-01 or 2026-01-11, whichever day is meant.'],
		[tool, 'fromDate', '31/10/2026', 'Enter 2026-10-31.'],
		[tool, 'toDate', '31/02/2026', 'enter a date such as 2026-01-31.'],
	]),
];

it.each(['null', '1042', 1042])('%j is no payment code to ask for', async (paymentCode) => {
	expect(await call('Create Payment Request', { paymentCode })).toEqual([
		{ error: expect.stringMatching(/needs letters followed by digits.*Use a code such as DH1042/) },
	]);
	expect(await bank.countRequests()).toBe(0);
});

it.each(refusals)(
	'%s with %s %j is refused, with what to give',
	async (tool, name, value, told) => {
		const answer = (await call(tool, { [name]: value })) as Array<{ error: string }>;
		expect(answer).toEqual([{ error: expect.stringContaining(told) }]);
		const [{ error }] = answer;
		expect(error).toContain(value === '' || value === null ? 'is ' : String(value));
		expect(await bank.countRequests()).toBe(0);
	},
);
