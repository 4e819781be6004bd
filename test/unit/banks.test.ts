import { Banks } from 'vietnam-qr-pay';

import { BANKS } from '../../nodes/shared/paymentRequests/bankList';
import { findBanks, searchBanks, suggestBanks } from '../../nodes/shared/paymentRequests/banks';
import { collectBanks } from '../support/bankData';

const findShortNames = (text: string) => findBanks(text).map(({ shortName }) => shortName);

it('lists the banks of the newest data (update the list with npm run banks)', () => {
	expect(BANKS).toEqual(collectBanks());
	const bins = BANKS.map(({ bin }) => bin);
	expect(bins).toEqual(expect.arrayContaining(Banks.map(({ bin }) => bin).filter(Boolean)));
	expect(new Set(bins).size).toBe(bins.length);
	for (const { bin, code, shortName, name } of BANKS) {
		expect(bin).toMatch(/^\d{6}$/);
		expect([code, shortName, name]).not.toContain('');
	}
});

describe('a bank', () => {
	it.each([
		['Vietcombank', ['970436', 'VCB', ' Viet Com Bank ', 'vietcom', 'Ngân hàng TMCP Ngoại thương']],
		['MB Bank', ['MBBank', 'MB', 'MBBank Official']],
		['VietinBank', ['ICB', 'CTG', 'VTB', 'Vietin']],
		['Nam A Bank', ['Nam Á Bank']],
		['IBK HN', ['IBK - HN']],
		['LPBank', ['LienVietPostBank']],
		['MBV', ['OceanBank', 'Ngân hàng TNHH MTV Việt Nam Hiện Đại']],
		['Vikki Bank', ['DongA Bank', 'Đông Á', 'DAB', 'VIKKI']],
		['VCBNeo', ['VCB NEO', 'CB Bank', 'CB', 'CBB', 'VNCB']],
		['VCBNeo', ['Ngân hàng Thương mại TNHH MTV Ngoại thương Công nghệ số']],
		['VCBNeo', ['Ngân hàng Thương mại TNHH MTV Xây dựng Việt Nam']],
		['GPBank', ['Ngân hàng Thương mại TNHH MTV Kỷ Nguyên Thịnh Vượng']],
		['GPBank', ['Ngân hàng Thương mại TNHH MTV Dầu Khí Toàn Cầu']],
		['Shinhan Bank', ['Shinhan']],
		['MSB', ['MARITIME', 'Maritime Bank']],
		['Techcombank', ['Techcom']],
		['Sacombank', ['sacom']],
		['Agribank', ['AGRI']],
	])('%s is found by %j', (shortName, texts) => {
		for (const text of texts) expect(findShortNames(text)).toEqual([shortName]);
	});

	it('has the code, short name and name that it uses now', () => {
		const name = 'Ngân hàng Thương mại TNHH MTV Ngoại thương Công nghệ số';
		expect(findBanks('970444')).toMatchObject([{ code: 'VCBNEO', shortName: 'VCBNeo', name }]);
		const newName = 'Ngân hàng Thương mại TNHH MTV Kỷ Nguyên Thịnh Vượng';
		const gpBank = { code: 'GPBANK', shortName: 'GPBank', name: newName };
		expect(findBanks('970408')).toMatchObject([gpBank]);
	});

	it('is found by every name in the list, unless several banks share it', () => {
		const shared = BANKS.flatMap(({ code, shortName, name, otherNames }) =>
			[code, shortName, name, ...otherNames].filter((text) => findBanks(text).length > 1),
		);
		expect(new Set(shared)).toEqual(new Set(['BVB']));
		expect(findShortNames('BVB')).toEqual(['BaoViet Bank', 'BVBank']);
	});

	it('may be any that a BIN identifies', () => {
		expect(findBanks(' 123456 ')).toEqual([
			{ bin: '123456', code: '', shortName: '', name: '', otherNames: [] },
		]);
	});

	it.each(['', '97043', '9704366', 'Bank of Nowhere', 'VCB2', '-'])('is not %j', (text) => {
		expect(findBanks(text)).toEqual([]);
	});
});

it('a beginning that several banks have fits all of them', () => {
	const shortNames = ['Vietcombank', 'VietBank', 'VietinBank'];
	expect(findShortNames('viet')).toEqual(expect.arrayContaining(shortNames));
});

describe('what a text may mean', () => {
	const suggest = (text: string) => suggestBanks(text).map(({ shortName }) => shortName);

	it.each([
		['vietconbank', ['Vietcombank']],
		['Vietcombank CN Hà Nội', ['Vietcombank']],
		['Techcombnak', ['Techcombank']],
		['Ngoại thương', ['VCBNeo', 'Vietcombank']],
		['BVB', ['BaoViet Bank', 'BVBank']],
	])('%s may be %j', (text, shortNames) => {
		expect(suggest(text)).toEqual(shortNames);
	});

	it('is the most similar bank first', () => {
		expect(suggest('vp')[0]).toBe('VPBank');
	});

	it('is at most three banks, and none if no name is similar', () => {
		for (const text of ['viet', 'bank', 'ngân hàng']) expect(suggest(text)).toHaveLength(3);
		for (const text of ['', 'a', 'Nowhere', '97043']) expect(suggest(text)).toEqual([]);
	});
});

it.each([
	['', BANKS.length],
	['ngoại thương', 2],
	['TMCP ngoại thương', 1],
	['97043', 9],
	['bank of nowhere', 0],
])('a search for %j gives %i banks', (text, count) => {
	expect(searchBanks(text)).toHaveLength(count);
});

it.each([
	['VCB', 'Vietcombank'],
	['mb', 'MB Bank'],
])('a search for %j shows the bank with this name before others', (text, shortName) => {
	const found = searchBanks(text).map((bank) => bank.shortName);
	expect(found.length).toBeGreaterThan(1);
	expect(new Set(found).size).toBe(found.length);
	expect(found[0]).toBe(shortName);
	expect(found.slice(1)).toEqual(
		[...found.slice(1)].sort((one, other) => one.localeCompare(other, 'en')),
	);
});
