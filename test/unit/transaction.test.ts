import {
	getAccountNumber,
	getTransactionDay,
	isTestTransaction,
	isTransactionRecord,
	simplify,
	getVirtualAccount,
} from '../../nodes/shared/transactions/transaction';

const VIETNAM = 'Asia/Ho_Chi_Minh';

const COMMON = { id: 6785, description: 'Thanh toán DH1042', amount: 599_000 };
const DETAIL = {
	...COMMON,
	tid: 'FT2104152395814062',
	cusumBalance: 25_000_000,
	when: '2025-07-08T19:29:10',
	bankSubAccId: '88888888',
};
const LIST = {
	...COMMON,
	tid: 'FT2104152395814062',
	cusum_balance: 25_000_000,
	when: '2025-07-08T19:29:10',
	bankSubAccId: '88888888',
	virtualAccount: 'VQR0000001042',
	corresponsiveName: 'NGUYEN VAN A',
	corresponsiveAccount: '8888888888',
	bankCodeName: 'acb_digi',
};
const EVENT = {
	...COMMON,
	tid: 'FT2104152395814062',
	cusum_balance: 25_000_000,
	when: '2025-07-08 19:29:10',
	bank_sub_acc_id: '88888888',
	subAccId: '88888888',
	virtualAccount: 'VQR0000001042',
	corresponsiveName: 'NGUYEN VAN A',
	corresponsiveAccount: '8888888888',
};
const SIGNED_EVENT = {
	...COMMON,
	reference: 'FT2104152395814062',
	runningBalance: 25_000_000,
	transactionDateTime: '2025-07-08 19:29:10',
	accountNumber: '88888888',
	virtualAccountNumber: 'VQR0000001042',
	counterAccountName: 'NGUYEN VAN A',
	counterAccountNumber: '8888888888',
};
const SIMPLE = {
	id: 6785,
	amount: 599_000,
	direction: 'incoming',
	time: '2025-07-08T19:29:10+07:00',
	description: 'Thanh toán DH1042',
	reference: 'FT2104152395814062',
	balance: 25_000_000,
	accountNumber: '88888888',
	virtualAccount: 'VQR0000001042',
	counterpartName: 'NGUYEN VAN A',
	counterpartAccount: '8888888888',
};

describe('simplified transaction', () => {
	it.each([
		['a list', LIST],
		['an event', EVENT],
		['a signed event', SIGNED_EVENT],
	])('is read from the record of %s', (_name, record) => {
		const transaction = simplify(record, VIETNAM);
		expect(transaction).toStrictEqual(SIMPLE);
		expect(Object.keys(transaction)).toEqual(Object.keys(SIMPLE));
	});

	it('is read from the detail record, whose missing accounts become empty text', () => {
		const missing = { virtualAccount: '', counterpartName: '', counterpartAccount: '' };
		expect(simplify(DETAIL, VIETNAM)).toStrictEqual({ ...SIMPLE, ...missing });
	});

	it.each([undefined, null, ''])('has the same eleven keys if all fields are %j', (absent) => {
		const record = { ...LIST, ...EVENT, ...SIGNED_EVENT };
		const empty = Object.fromEntries(Object.keys(record).map((key) => [key, absent]));
		const texts = Object.fromEntries(Object.keys(SIMPLE).map((key) => [key, '']));
		expect(simplify({ ...empty, id: 1, amount: -5 }, VIETNAM)).toStrictEqual({
			...texts,
			...{ id: 1, amount: -5, direction: 'outgoing', balance: null },
		});
	});

	it('has numbers if the service writes them as text', () => {
		const record = { ...LIST, id: '6785', amount: '-599000.5', cusum_balance: '0' };
		expect(simplify(record, VIETNAM)).toMatchObject({
			id: 6785,
			amount: -599_000.5,
			direction: 'outgoing',
			balance: 0,
		});
	});

	it.each([
		[0, 'incoming'],
		[-0.01, 'outgoing'],
	])('classifies an amount of %d as %s', (amount, direction) => {
		expect(simplify({ ...LIST, amount }, VIETNAM).direction).toBe(direction);
	});

	it('keeps a balance of 0 and a day without a time', () => {
		const record = { ...LIST, cusum_balance: 0, when: '2020-10-14' };
		expect(simplify(record, VIETNAM)).toMatchObject({ balance: 0, time: '2020-10-14' });
	});

	it.each([
		['a list', { ...LIST, when: '2021-04-15T00:00:00' }],
		['an event', { ...EVENT, when: '2021-04-15 00:00:00' }],
		['a signed event', { ...SIGNED_EVENT, transactionDateTime: '2021-04-15 00:00:00' }],
	])('has only a day if the bank tells no time of day: %s', (_name, record) => {
		expect(simplify(record, VIETNAM).time).toBe('2021-04-15');
	});
});

it('finds the accounts under each of their names', () => {
	expect(getAccountNumber({ bank_sub_acc_id: '12' })).toBe('12');
	expect(getAccountNumber({ bank_sub_acc_id: '', subAccId: '123' })).toBe('123');
	expect(getAccountNumber({ bankSubAccId: null, accountNumber: 123 })).toBe('123');
	expect(getVirtualAccount({ virtualAccount: 'V1' })).toBe('V1');
	expect(getVirtualAccount({ virtualAccountNumber: 'V2' })).toBe('V2');
	expect(getVirtualAccount({})).toBe('');
});

describe('the day of a transaction', () => {
	it.each([
		[{ when: '2026-11-15T10:20:30' }, '2026-11-15'],
		[{ transactionDateTime: '2026-11-15 10:20:30' }, '2026-11-15'],
		[{ when: ' ', transactionDateTime: '2026-11-15 10:20:30' }, '2026-11-15'],
		[{ when: null, transactionDateTime: '2026-11-15' }, '2026-11-15'],
		[{ when: '2026-11-14T20:00:00Z' }, '2026-11-15'],
	])('of %j is that of its time', (record, day) => {
		expect(getTransactionDay(record, VIETNAM)).toBe(day);
		const { time } = simplify({ id: 1, amount: 1, ...record }, VIETNAM);
		expect(time.slice(0, 10)).toBe(day);
	});

	it.each([{}, { when: null }, { when: 20261115 }, { when: '15/11/2026' }])(
		'of %j is unknown',
		(record) => {
			expect(getTransactionDay(record, VIETNAM)).toBeUndefined();
		},
	);
});

describe('a test call of the service', () => {
	it.each([
		['id 0', { ...LIST, id: 0 }],
		['id "0"', { ...LIST, id: '0' }],
		['its reference', { ...SIGNED_EVENT, reference: 'MA_GIAO_DICH_THU_NGHIEM' }],
		['its reference in the old form', { ...EVENT, tid: 'MA_GIAO_DICH_THU_NGHIEM' }],
	])('is recognized by %s', (_name, record) => {
		expect(isTestTransaction(record)).toBe(true);
	});

	it.each(['giao dich thu nghiem', ' GIAO DICH THU NGHIEM ', 'giao dich thu nghiem 2'])(
		'is not a transfer described as "%s"',
		(description) => {
			expect(isTestTransaction({ ...EVENT, description })).toBe(false);
		},
	);
});

it.each([LIST, DETAIL, EVENT, SIGNED_EVENT])('reads each form as a real transaction', (record) => {
	expect(isTestTransaction(record)).toBe(false);
	expect(isTransactionRecord(record)).toBe(true);
	expect(isTransactionRecord({ ...record, id: '6785', amount: '-1.5' })).toBe(true);
});

it.each([
	null,
	[],
	'transaction',
	{ id: 'TF1', amount: 1 },
	{ id: 1, amount: 'much' },
	{ id: 1, amount: null },
])('does not read %j as a transaction', (value) => {
	expect(isTransactionRecord(value)).toBe(false);
});
