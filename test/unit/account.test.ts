import { isAccountRecord, simplifyAccount } from '../../nodes/shared/accounts/account';

const RECORD = {
	id: 123,
	accountNumber: '8007041027107',
	accountName: 'CUA HANG HOA SEN',
	accountType: '',
	balance: 1_070_904,
	currency: 'VND',
	swift: '',
	citad: '',
	serviceType: 'personal',
	bankName: 'Timo Plus by Viet Capital Bank',
	BIN: 970454,
	bankCodeName: 'timoplus',
	memo: '',
	connectStatus: 1,
	beginningSettingDate: '2020-08-01',
	beginningTxnDate: null,
};
const ACCOUNT = {
	id: 123,
	accountNumber: '8007041027107',
	accountName: 'CUA HANG HOA SEN',
	bankName: 'Timo Plus by Viet Capital Bank',
	bankCode: 'timoplus',
	bankBin: '970454',
	balance: 1_070_904,
	currency: 'VND',
	connected: true,
};

it('simplifies a record of the service', () => {
	expect(isAccountRecord(RECORD)).toBe(true);
	expect(simplifyAccount(RECORD)).toStrictEqual(ACCOUNT);
});

it.each([null, undefined, ''])('has the same nine keys if the others are %j', (absent) => {
	const { id, accountNumber, ...others } = RECORD;
	const empty = Object.fromEntries(Object.keys(others).map((key) => [key, absent]));
	expect(simplifyAccount({ id, accountNumber, ...empty })).toStrictEqual({
		id,
		accountNumber,
		accountName: '',
		bankName: '',
		bankCode: '',
		bankBin: '',
		balance: null,
		currency: '',
		connected: true,
	});
});

it('accepts numbers as text and texts as numbers', () => {
	const record = {
		...RECORD,
		id: '123',
		accountNumber: 8007041027107,
		BIN: '970454',
		balance: '1070904',
		connectStatus: '1',
	};
	expect(isAccountRecord(record)).toBe(true);
	expect(simplifyAccount(record)).toStrictEqual(ACCOUNT);
});

it.each([0, -5, 0.5])('keeps a balance of %d', (balance) => {
	expect(simplifyAccount({ ...RECORD, balance }).balance).toBe(balance);
});

it.each([
	[1, true],
	['1', true],
	[0, false],
	['0', false],
	[2, false],
])('reads the status %j as connected: %s', (connectStatus, connected) => {
	expect(simplifyAccount({ ...RECORD, connectStatus }).connected).toBe(connected);
});

it.each([
	null,
	[],
	'account',
	{},
	{ id: 1 },
	{ accountNumber: '1' },
	{ id: 'x', accountNumber: '1' },
	{ id: 1, accountNumber: '' },
	{ id: 1, accountNumber: ' ' },
	{ id: 1, accountNumber: null },
])('does not read %j as an account', (value) => {
	expect(isAccountRecord(value)).toBe(false);
});
