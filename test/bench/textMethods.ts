import { matchPayments } from '../support/matchPayments';
import { createPaymentCodeReader } from '../../nodes/shared/payments/paymentCode';
import { toOrder, toTransaction } from './matchInput';
import type { OpenOrder, Shop } from './textOrders';
import { toLettersAndDigits, type TextPayment } from './textPayments';

/** What a method made of one payment. */
export interface Finding {
	/** The codes of the orders for which it was counted. */
	counted: string[];
	/** The codes of the orders at which a person sees it. */
	shown: string[];
}

/** Reads the payments that a shop received. Returns one finding for each, in the same order. */
export type Method = (shop: Shop, open: OpenOrder[], payments: TextPayment[]) => Finding[];

const matchMethod: Method = (_shop, open, payments) => {
	const findings = payments.map((): Finding => ({ counted: [], shown: [] }));
	matchPayments(open.map(toOrder), payments.map(toTransaction)).forEach((result, index) => {
		const { code } = open[index];
		for (const { id } of result.transactions) findings[id].counted.push(code);
		for (const { id } of result.sharedTransactions) findings[id].shown.push(code);
		for (const { id } of result.possibleTransactions) findings[id].shown.push(code);
	});
	return findings;
};

/** Turns a reader of one text into a method: a payment counts for the open order with its code. */
const toMethod =
	(createReader: (shop: Shop) => (description: string) => string): Method =>
	(shop, open, payments) => {
		const read = createReader(shop);
		const codes = new Map(open.map(({ code }) => [toLettersAndDigits(code), code]));
		return payments.map(({ description }) => {
			const code = codes.get(toLettersAndDigits(read(description)));
			return { counted: code === undefined ? [] : [code], shown: [] };
		});
	};

const triggerMethod = toMethod(({ shape }) => createPaymentCodeReader(shape));
const patternMethod = toMethod(
	({ pattern }) =>
		(description) =>
			pattern.exec(description)?.[0] ?? '',
);

/** The first order counts whose code is in the text. */
const containsMethod: Method = (_shop, open, payments) =>
	payments.map(({ description }) => {
		const text = toLettersAndDigits(description);
		const order = open.find(({ code }) => text.includes(code));
		return { counted: order === undefined ? [] : [order.code], shown: [] };
	});

export const methods: Record<string, Method> = {
	'Match Payments': matchMethod,
	'The trigger': triggerMethod,
	'"Contains the code"': containsMethod,
	'A prefix pattern': patternMethod,
};
