import type { Random } from './random';

const families = ['NGUYEN', 'TRAN', 'LE', 'PHAM', 'HOANG', 'HUYNH', 'PHAN', 'VU', 'DANG', 'BUI'];
const middles = ['VAN', 'THI', 'MINH', 'NGOC', 'QUOC', 'THANH', 'DUC', 'HONG', 'XUAN'];
const givens = ['AN', 'BINH', 'CHAU', 'DUNG', 'GIANG', 'HA', 'HUONG', 'KHANH', 'LINH', 'PHUONG'];
const companies = ['CONG TY TNHH HOA SEN', 'CTY CP VAN TAI BAC NAM', 'CONG TY TNHH AN PHAT'];

/** The name of a payer or payee, as banks write it. */
export function personOrCompany(random: Random): string {
	if (random.chance(0.12)) return random.pick(companies);
	return `${random.pick(families)} ${random.pick(middles)} ${random.pick(givens)}`;
}

/** An order's payment code, in one of the forms that survive a bank transfer. */
export function paymentCode(random: Random): string {
	const number = String(random.integer(1, 999)).padStart(3, '0');
	return random.pick([
		() => `DH${random.integer(1000, 9999)}`,
		() => `DH ${random.integer(1000, 9999)}`,
		() => `dh${random.integer(1000, 9999)}`,
		() => `DH-2024-${number}`,
		() => `DH2024${number}`,
		() => `DH2024 ${number}`,
		() => `INV${random.integer(10000, 99999)}`,
		() => `INV-${random.integer(10000, 99999)}`,
	])();
}

/** The description of a payment for an order, as a bank writes it. */
export function incomingDescription(random: Random, payer: string, account: string): string {
	const code = paymentCode(random);
	const from = random.digits(10);
	return random.pick([
		() =>
			`MBVCB.${random.digits(10)}.${random.digits(6)}.${code}.CT tu ${from} ${payer} toi ${account} tai MB`,
		() => `${code} FT${random.digits(14)} CUSTOMER ${payer}`,
		() => `${payer} chuyen tien ${code}`,
		() => `IBFT ${code} thanh toan don hang`,
		() => `NHAN TU ${from} TRACE ${random.digits(6)} ND ${code}`,
		() => `REM Tfr Ac: ${from} O@L_080${random.digits(6)} ${code}-${payer}`,
		() => `QR - ${code} GD ${random.digits(6)}-${random.digits(6)} 10:20:30`,
		() => `${payer} CHUYEN KHOAN-${random.digits(12)}-${code}`,
		() => `Thanh toán đơn hàng ${code}, cảm ơn shop`,
		() => `Chuyển tiền mua hàng ${code}`,
		() => `CT DEN:${random.digits(12)} ${code}; thoi gian GD:${random.digits(6)}`,
		() => `${payer} chuyen tien`,
		() => 'Nộp tiền mặt vào tài khoản',
	])();
}

/** The description of a transfer to which the payer's bank has added text of its own. */
export function addBankText(description: string, payer: string, account: string): string {
	return `MBVCB.2707051024.042064.${description}.CT tu 0123456789 ${payer} toi ${account} tai MB`;
}

/** What a statement shows for money that leaves. */
export function outgoingDescription(random: Random, payee: string): string {
	return random.pick([
		() => `CHUYEN TIEN CHO ${payee}`,
		() => `Thanh toán tiền hàng ${payee}`,
		() => `THANH TOAN HOA DON DIEN ${random.digits(9)}`,
		() => `Phi dich vu SMS thang ${random.integer(1, 12)}`,
		() => `Lương tháng ${random.integer(1, 12)} ${payee}`,
		() => `HOAN TIEN ${paymentCode(random)} CHO ${payee}`,
		() => `RUT TIEN ATM ${random.digits(6)}`,
	])();
}
