import type { PaymentCodeShape } from '../../nodes/shared/payments/paymentCode';
import type { Random } from '../bank/random';

/** An order as the methods know it. */
export interface OpenOrder {
	code: string;
	amount: number;
}

/** A shop: how it makes its codes, and how one would look for them. */
export interface Shop {
	weight: number;
	/** Returns the codes of all its orders, oldest first, each with its neighbors. */
	makeCodes: (random: Random) => string[];
	/** The setting of the trigger's payment code. */
	shape: PaymentCodeShape;
	/** What a user would write in a Code node. */
	pattern: RegExp;
}

const ORDERS = 1000;
/** Orders that are closed and still paid, besides the open ones. */
const CLOSED_ORDERS = 100;
const ALL_ORDERS = ORDERS + CLOSED_ORDERS;
const capitals = 'ABCDEFGHJKLMNPQRSTUVWXYZ';

const pad = (number: number, width: number) => String(number).padStart(width, '0');
const sequence = (length: number, write: (index: number) => string) =>
	Array.from({ length }, (_, index) => write(index));

/** Returns this many different codes. */
function drawCodes(length: number, draw: () => string): string[] {
	const codes = new Set<string>();
	while (codes.size < length) codes.add(draw());
	return [...codes];
}

/** The kinds of codes that shops use. */
export const shops: Shop[] = [
	{
		// Numbers in sequence, with neighbors that have a digit less or more, or another prefix.
		weight: 40,
		makeCodes: (random) => {
			const first = random.integer(1100, 9000);
			return [
				...sequence(20, (index) => `DH${Math.floor(first / 10) + 3 * index}`),
				...sequence(860, (index) => `DH${first + index}`),
				...sequence(60, (index) => `DH${first * 10 + 7 * index}`),
				...sequence(160, (index) => `HD${first + index}`),
			];
		},
		shape: { prefix: 'DH, HD', minimumLength: 3, maximumLength: 5, characters: 'digits' },
		pattern: /(DH|HD)\s?-?\d+/i,
	},
	{
		// The day, and a number in sequence.
		weight: 10,
		makeCodes: () =>
			sequence(ALL_ORDERS, (index) => `DH202609${pad(1 + (index % 25), 2)}${pad(index, 4)}`),
		shape: { prefix: 'DH', minimumLength: 12, maximumLength: 12, characters: 'digits' },
		pattern: /DH\s?-?\d+/i,
	},
	{
		weight: 15,
		makeCodes: () => sequence(ALL_ORDERS, (index) => `HD${pad(43 + index, 5)}`),
		shape: { prefix: 'HD', minimumLength: 5, maximumLength: 5, characters: 'digits' },
		pattern: /HD\s?-?\d+/i,
	},
	{
		// Random letters and digits of one length.
		weight: 20,
		makeCodes: (random) =>
			drawCodes(
				ALL_ORDERS,
				() => `NAP${random.digits(1)}${random.text(4, `${capitals}0123456789`)}`,
			),
		shape: { prefix: 'NAP', minimumLength: 5, maximumLength: 5, characters: 'alphanumeric' },
		pattern: /NAP\s?-?[A-Z0-9]{5}/i,
	},
	{
		// The numbers of students, of which many are the beginning of others.
		weight: 15,
		makeCodes: (random) =>
			drawCodes(
				ALL_ORDERS,
				() =>
					`SV${random.integer(10, 14)}${random.text(1, 'XYZ')}${random.integer(1, 9)}${random.text(1, 'XYZ')}${random.integer(1, 40)}`,
			),
		shape: { prefix: 'SV', minimumLength: 6, maximumLength: 7, characters: 'alphanumeric' },
		pattern: /SV\s?-?[A-Z0-9]+/i,
	},
];

/** The orders of a shop: a thousand open ones, and some that are closed; oldest first. */
export interface ShopOrders {
	open: OpenOrder[];
	closed: OpenOrder[];
}

/** Returns the orders of a shop, with random amounts. */
export function makeOrders(shop: Shop, random: Random): ShopOrders {
	const orders = shop
		.makeCodes(random)
		.map((code): OpenOrder => ({ code, amount: random.integer(20, 2500) * 1000 }));
	const closed = new Set<OpenOrder>();
	while (closed.size < orders.length - ORDERS) closed.add(random.pick(orders));
	return { open: orders.filter((order) => !closed.has(order)), closed: [...closed] };
}
