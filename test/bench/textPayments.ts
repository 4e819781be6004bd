import {
	dropAccents,
	drawStyle,
	getForm,
	paymentForms,
	writeDescription,
	type BankForm,
	type BankPayment,
	type TextStyle,
} from '../bank/bankTexts';
import { personOrCompany } from '../bank/names';
import { ordinaryTexts, payerTexts, type PayerText } from '../bank/payerTexts';
import type { Random } from '../bank/random';
import type { OpenOrder, ShopOrders } from './textOrders';

/** A payment and the truth about it. */
export interface TextPayment {
	description: string;
	amount: number;
	/** The order that it pays. Undefined: it must be counted for no order. */
	code?: string;
	/** What makes it ordinary or hard. */
	kind: string;
}

/** What to draw a payment from. */
interface Source {
	/** The name of the payer's way of writing by default. */
	kind?: string;
	texts: PayerText[];
	forms?: BankForm[];
	style?: TextStyle;
	/** The orders to name: the open ones that nobody has paid yet by default. */
	orders?: OpenOrder[];
	/** True: it must be counted for no order, whatever codes it names. */
	isNoPayment?: boolean;
	/** Draws again until this is true. */
	isWanted?: (written: Written) => boolean;
}

interface Written {
	/** What the payer wrote, and what the bank made of it. */
	text: string;
	description: string;
	code: string;
	/** All codes that the payer meant. */
	codes: string[];
}

const formsWithLines = paymentForms.filter(({ lines }) => lines !== undefined);
const hardTexts = payerTexts.filter(({ isHard }) => isHard);

/** A transfer of this payer to the shop, with random numbers. */
export const toBankPayment = (payerName: string, text: string, random: Random): BankPayment => ({
	payerName,
	payerAccount: random.digits(10),
	payerPhone: `09${random.digits(8)}`,
	payeeName: 'CUA HANG HOA SEN',
	payeeAccount: '0900000001',
	text,
});

/** Returns the letters and digits of a text only, in upper case and without accents. */
export const toLettersAndDigits = (text: string): string =>
	dropAccents(text)
		.replace(/[^a-z\d]/gi, '')
		.toUpperCase();

const isComplete = ({ description, code }: Pick<Written, 'description' | 'code'>) =>
	toLettersAndDigits(description).includes(code);

/** Returns true if nothing but separators between letters and digits interrupts the code. */
const isInOnePiece = ({ description, code }: Written) =>
	new RegExp((code.match(/[A-Z]+|\d+/g) ?? []).join('[-#._/ ]?'), 'i').test(description);

/** Writes the payments that one shop receives; no two of them are for the same order. */
export class PaymentWriter {
	private readonly unpaid: OpenOrder[];
	private readonly codes: Set<string>;

	constructor(
		private readonly random: Random,
		private readonly orders: ShopOrders,
	) {
		this.unpaid = [...orders.open];
		this.codes = new Set([...orders.open, ...orders.closed].map(({ code }) => code));
	}

	/** Returns a payment with ordinary words around the code; the bank's lines may cut it. */
	writeOrdinary(): TextPayment {
		return this.write({ kind: 'ordinary', texts: ordinaryTexts, isWanted: isComplete });
	}

	/** Returns a payment that is hard to read. */
	writeHard(): TextPayment {
		const source = this.random.pickWeighted<Source & { weight: number }>([
			{
				weight: 12,
				texts: [this.random.pickWeighted(hardTexts)],
				isWanted: (written) => isComplete(written) && !this.namesAnotherOrder(written),
			},
			{
				weight: 5,
				kind: 'cutByLine',
				texts: ordinaryTexts,
				forms: formsWithLines,
				style: {},
				isWanted: (written) => !isInOnePiece(written),
			},
			{
				weight: 1,
				kind: 'gluedByBank',
				texts: ordinaryTexts,
				style: { removes: 'specialsAndBlanks' },
			},
			{
				weight: 2,
				kind: 'neighborOfClosed',
				texts: ordinaryTexts,
				orders: this.orders.closed,
				isNoPayment: true,
			},
			{
				weight: 1,
				kind: 'returned',
				texts: ordinaryTexts,
				forms: [getForm('returned')],
				style: {},
				isNoPayment: true,
			},
			{
				weight: 0.3,
				kind: 'cutAtEnd',
				texts: ordinaryTexts.filter(({ name }) => name === 'behindName'),
				forms: [getForm('bidvCard')],
				style: { maxLength: 70 },
				isWanted: ({ description, code }) =>
					!isComplete({ description, code }) &&
					isComplete({ description, code: code.slice(0, -2) }),
			},
		]);
		return this.write(source);
	}

	private write(source: Source): TextPayment {
		const { kind, texts, forms = paymentForms, style, isWanted = () => true } = source;
		for (;;) {
			const orders = source.orders ?? this.unpaid;
			const position = this.random.integer(0, orders.length - 1);
			const order = orders[position];
			const way = this.random.pickWeighted(texts);
			const form = this.random.pickWeighted(forms);
			const payerName = personOrCompany(this.random);
			const codes = this.pickCodes(order, way.codes);
			const text = way.write({ codes, payerName }, this.random);
			const payment = toBankPayment(payerName, text, this.random);
			const description = writeDescription(
				form,
				payment,
				this.random,
				style ?? drawStyle(this.random),
			);
			const isPayment = way.codes === 1 && !source.isNoPayment;
			if (way.codes > 0 && !isWanted({ text, description, code: order.code, codes })) continue;
			if (isPayment) this.unpaid.splice(position, 1);
			return {
				description,
				amount: order.amount,
				code: isPayment ? order.code : undefined,
				kind: kind ?? way.name,
			};
		}
	}

	/** Returns the code of the order, and others, of which some belong to closed orders. */
	private pickCodes({ code }: OpenOrder, count: number): string[] {
		const codes = new Set([code]);
		while (codes.size < count) {
			const { open, closed } = this.orders;
			codes.add(this.random.pick(this.random.chance(0.7) ? open : closed).code);
		}
		return [...codes].slice(0, count);
	}

	/**
	 * Returns true if what the payer wrote is the code of an order that he did not mean, such as `DH1042 5`
	 * without the blank: nobody could tell.
	 */
	private namesAnotherOrder({ text, codes }: Written): boolean {
		return [...text.split(' '), toLettersAndDigits(text)].some(
			(words) => !codes.includes(words) && this.codes.has(words),
		);
	}
}
