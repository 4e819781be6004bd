import { Banks, VietQRStatus } from 'vietnam-qr-pay';

import type { Bank } from '../../nodes/shared/paymentRequests/banks';

/** A bank as VietQR's own list names it. */
type Names = [bin: string, code: string, shortName: string, name?: string];

/**
 * Codes and short names of VietQR's list (https://api.vietqr.io/v2/banks), which many users know from
 * its quick links, where they differ from those of the package `vietnam-qr-pay`.
 */
const VIETQR_NAMES: Names[] = [
	['422589', 'CIMB', 'CIMB'],
	['458761', 'HSBC', 'HSBC'],
	['546034', 'CAKE', 'CAKE'],
	['546035', 'UBANK', 'Ubank'],
	['668888', 'KBANK', 'KBank'],
	['801011', 'NHBHN', 'Nonghyup'],
	['970400', 'SGICB', 'SaigonBank'],
	['970405', 'VBA', 'Agribank'],
	['970406', 'DOB', 'Vikki'],
	['970408', 'GPB', 'GPBank'],
	['970410', 'SCVN', 'StandardChartered'],
	['970412', 'PVCB', 'PVcomBank'],
	['970415', 'ICB', 'VietinBank'],
	['970418', 'BIDV', 'BIDV'],
	['970419', 'NCB', 'NCB'],
	['970421', 'VRB', 'VRB'],
	['970422', 'MB', 'MBBank'],
	['970424', 'SHBVN', 'ShinhanBank'],
	['970433', 'VIETBANK', 'VietBank'],
	['970438', 'BVB', 'BaoVietBank'],
	['970439', 'PBVN', 'PublicBank'],
	['970440', 'SEAB', 'SeABank'],
	['970442', 'HLBVN', 'HongLeong'],
	['970444', 'CBB', 'CBBank'],
	['970448', 'OCB', 'OCB'],
	['970454', 'VCCB', 'VietCapitalBank'],
	['970455', 'IBKHN', 'IBKHN'],
	['970456', 'IBKHCM', 'IBKHCM'],
	['970457', 'WVN', 'Woori'],
	['970458', 'UOB', 'UnitedOverseas'],
	['970462', 'KBHN', 'KookminHN'],
	['970463', 'KBHCM', 'KookminHCM'],
];

/** Institutions of VietQR's list that the package `vietnam-qr-pay` lacks. */
const FURTHER_BANKS: Names[] = [
	['533948', 'CITIBANK', 'Citibank', 'Ngân hàng Citibank, N.A. - Chi nhánh Hà Nội'],
	['970466', 'KEBHANAHCM', 'KEB Hana HCM', 'Ngân hàng KEB Hana - Chi nhánh TP. Hồ Chí Minh'],
	['970467', 'KEBHANAHN', 'KEB Hana HN', 'Ngân hàng KEB Hana - Chi nhánh Hà Nội'],
	['971005', 'VTLMONEY', 'Viettel Money', 'Tổng Công ty Dịch vụ số Viettel'],
	['971011', 'VNPTMONEY', 'VNPT Money', 'VNPT Money'],
	['971133', 'PVDB', 'PVcomBank Pay', 'Ngân hàng số PVcomBank Pay'],
	['977777', 'MAFC', 'MAFC', 'Công ty Tài chính TNHH MTV Mirae Asset (Việt Nam)'],
	['999888', 'VBSP', 'VBSP', 'Ngân hàng Chính sách Xã hội'],
];

/**
 * Banks whose present names the package `vietnam-qr-pay` lacks. If it gives another name than the former
 * one, it is newer than the entry.
 */
const RENAMED_BANKS = [
	{
		bin: '970444',
		formerName: 'Ngân hàng Thương mại TNHH MTV Xây dựng Việt Nam',
		code: 'VCBNEO',
		shortName: 'VCBNeo',
		name: 'Ngân hàng Thương mại TNHH MTV Ngoại thương Công nghệ số',
	},
	{
		bin: '970408',
		formerName: 'Ngân hàng Thương mại TNHH MTV Dầu Khí Toàn Cầu',
		code: 'GPBANK',
		shortName: 'GPBank',
		name: 'Ngân hàng Thương mại TNHH MTV Kỷ Nguyên Thịnh Vượng',
	},
];

/** Names in use that no list has, by BIN: of the service, of shops, and from before a bank was renamed. */
const FURTHER_NAMES: Array<[bin: string, ...names: string[]]> = [
	['970406', 'DAB', 'Đông Á'],
	['970415', 'VTB', 'Vietin'],
	['970422', 'MBBank Official'],
	['970424', 'Shinhan'],
	['970426', 'Maritime', 'Maritime Bank'],
	['970444', 'CB'],
];

/** Returns all banks, each BIN once, sorted by their short names. */
export function collectBanks(): Bank[] {
	const banks = new Map<string, Bank>();
	// The current owner of a BIN first: a bank that was renamed or taken over keeps its former names.
	const listed = Banks.filter(({ bin }) => bin !== '').sort(
		(one, other) => getRank(one) - getRank(other),
	);
	for (const { formerName, ...renamed } of RENAMED_BANKS) {
		const current = listed.find(({ bin }) => bin === renamed.bin);
		if (current?.name === formerName) addNames(banks, { ...renamed, otherNames: [] });
	}
	for (const { bin, code, shortName, name, key } of listed) {
		addNames(banks, { bin, code, shortName, name, otherNames: [key] });
	}
	for (const [bin, code, shortName, name = ''] of [...FURTHER_BANKS, ...VIETQR_NAMES]) {
		addNames(banks, { bin, code, shortName, name, otherNames: [] });
	}
	for (const [bin, ...otherNames] of FURTHER_NAMES) {
		addNames(banks, { bin, code: '', shortName: '', name: '', otherNames });
	}
	return [...banks.values()].sort((one, other) =>
		one.shortName.localeCompare(other.shortName, 'en'),
	);
}

function getRank({ deprecated, vietQRStatus }: (typeof Banks)[number]): number {
	return (deprecated ? 10 : 0) - vietQRStatus + VietQRStatus.TRANSFER_SUPPORTED;
}

/** Adds the bank, or its names to the bank with the same BIN. */
function addNames(banks: Map<string, Bank>, { otherNames, ...added }: Bank): void {
	const bank = banks.get(added.bin) ?? { ...added, otherNames: [] };
	banks.set(added.bin, bank);
	for (const name of [added.code, added.shortName, added.name, ...otherNames]) {
		const known = [bank.code, bank.shortName, bank.name, ...bank.otherNames].map(toKey);
		if (name !== '' && !known.includes(toKey(name))) bank.otherNames.push(name);
	}
}

function toKey(name: string): string {
	return name.toUpperCase().replace(/[\s-]/g, '');
}
