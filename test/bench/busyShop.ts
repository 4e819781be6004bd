import { drawStyle, paymentForms, writeDescription } from '../bank/bankTexts';
import { personOrCompany } from '../bank/names';
import { ordinaryTexts } from '../bank/payerTexts';
import { Random } from '../bank/random';
import type { OpenOrder } from './textOrders';
import { toBankPayment } from './textPayments';

/** The open orders of a shop, and all transfers that it received. */
export interface BusyShop {
	orders: OpenOrder[];
	/** Each pays another order; those between the open ones are closed. */
	transfers: Array<{ description: string; amount: number; when: string }>;
}

const seed = 1;
const firstNumber = 100_000;
const capitalsAndDigits = 'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789';
const firstTransfer = Date.UTC(2026, 8, 1);
const msBetweenTransfers = 60_000;

/** Returns this many different codes: numbers in sequence, and random letters and digits in turn. */
function makeCodes(count: number, random: Random): string[] {
	const codes = new Set<string>();
	while (codes.size < count) {
		codes.add(`DH${firstNumber + codes.size}`);
		codes.add(`NAP${random.digits(1)}${random.text(5, capitalsAndDigits)}`);
	}
	return [...codes].slice(0, count);
}

/** Returns a shop with this many open orders, and as many transfers, in the forms of all banks. */
export function makeBusyShop(orders: number, transfers: number): BusyShop {
	const random = new Random(seed);
	// Odd, so that the open orders have codes of both kinds.
	const step = Math.max(1, Math.floor(transfers / orders) - 1) | 1;
	const all = makeCodes(transfers, random).map((code): OpenOrder => {
		return { code, amount: random.integer(20, 2500) * 1000 };
	});
	return {
		orders: all.filter((_, index) => index % step === 0).slice(0, orders),
		transfers: all.map(({ code, amount }, index) => {
			const payerName = personOrCompany(random);
			const text = random.pickWeighted(ordinaryTexts).write({ codes: [code], payerName }, random);
			const payment = toBankPayment(payerName, text, random);
			const form = random.pickWeighted(paymentForms);
			return {
				description: writeDescription(form, payment, random, drawStyle(random)),
				amount,
				when: new Date(firstTransfer + index * msBetweenTransfers).toISOString().slice(0, 19),
			};
		}),
	};
}
