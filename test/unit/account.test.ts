import { isAccountRecord, simplifyAccount } from '../../nodes/shared/accounts/account';

const RECORD = {
	id: 123,
	accountNumber: '8007041027107',
	accountName: 'CUA HANG HOA SEN',
	balance: 1_070_904,
	currency: 'VND',
	bankName: 'Timo Plus by Viet Capital Bank',
	BIN: 970454,
	bankCodeName: 'timoplus',
	connectStatus: 1,
	beginningSettingDate: '2020-08-01',
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
	const texts = { accountName: '', bankName: '', bankCode: '', bankBin: '', currency: '' };
	const expected = { id, accountNumber, ...texts, balance: null, connected: true };
	expect(simplifyAccount({ id, accountNumber, ...empty })).toStrictEqual(expected);
});

it('accepts numbers as text and texts as numbers', () => {
	const numbers = { id: '123', BIN: '970454', balance: '1070904', connectStatus: '1' };
	const record = { ...RECORD, ...numbers, accountNumber: 8007041027107 };
	expect(isAccountRecord(record)).toBe(true);
	expect(simplifyAccount(record)).toStrictEqual(ACCOUNT);
});

it.each([0, -5, 0.5])('keeps a balance of %d', (balance) => {
	expect(simplifyAccount({ ...RECORD, balance }).balance).toBe(balance);
});

it.each([0, '0', 2])('reads the status %j as not connected', (connectStatus) => {
	expect(simplifyAccount({ ...RECORD, connectStatus }).connected).toBe(false);
});

it.each([
	null,
	[],
	'account',
	{ id: 'x', accountNumber: '1' },
	{ id: 1, accountNumber: '' },
	{ id: 1, accountNumber: ' ' },
	{ id: 1, accountNumber: null },
])('does not read %j as an account', (value) => {
	expect(isAccountRecord(value)).toBe(false);
});
