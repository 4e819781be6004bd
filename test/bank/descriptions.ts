import { bankForms, drawStyle, writeDescription, type BankPayment } from './bankTexts';
import { ordinaryTexts, payerTexts } from './payerTexts';
import type { Random } from './random';

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

/** The description of money that comes in, mostly a payment for an order, as a bank writes it. */
export function incomingDescription(random: Random, payment: Omit<BankPayment, 'text'>): string {
	if (random.chance(0.04)) return 'Nộp tiền mặt vào tài khoản';
	const way = random.pickWeighted(random.chance(0.85) ? ordinaryTexts : payerTexts);
	const codes = Array.from({ length: way.codes }, () => paymentCode(random));
	const text = way.write({ codes, payerName: payment.payerName }, random);
	const form = random.pickWeighted(bankForms);
	return writeDescription(form, { ...payment, text }, random, drawStyle(random));
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
