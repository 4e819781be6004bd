import fc from 'fast-check';

import { matchPayments } from '../support/matchPayments';
import { createPaymentCodeReader } from '../../nodes/shared/payments/paymentCode';
import { normalizeText } from '../../nodes/shared/transactions/filter';
import { Random } from '../bank/random';
import { matched, createOrder, createTransfer, createTransfers } from './paymentCases';

const letters = (minLength: number, maxLength: number) =>
	fc.string({ unit: fc.constantFrom(...'ADHTUX'), minLength, maxLength });
const digits = (minLength: number, maxLength: number) =>
	fc.string({ unit: fc.constantFrom(...'0129'), minLength, maxLength });
const separators = fc.constantFrom('', ' ', '-', '#', '.', '_', '/', '  ', ' - ', '\n');

/** A code as a list of runs. Adjacent runs of the same kind are separated in the code. */
const runs = fc.array(fc.oneof(letters(1, 4), digits(1, 6)), { minLength: 1, maxLength: 4 });

/** The parts of a code as users write them, with random separators, accents and case. */
function written(parts: string[], joints: string[], isPlain: boolean): string {
	const text = parts.reduce((front, part, index) => `${front}${joints[index % 4]}${part}`);
	if (isPlain) return text;
	return text.replace(/A/g, 'ấ').replace(/D/g, 'đ').replace(/U/g, 'Ư').toLowerCase();
}

/** Returns true if the transfer counts for the code, or names another code of the same make as well. */
function isNamed(code: string, description: string, insideWords = false): boolean {
	const [{ transactions, sharedTransactions }] = matched([code], [description], { insideWords });
	return transactions.length + sharedTransactions.length > 0;
}

/** Returns true if a text has the form of a reference of MB, which is no code (docs/bank-texts.md#frames). */
function hasReferenceForm(text: string): boolean {
	return /[A-Z0-9]{8}\/[0-9]{6}/.test(normalizeText(text).replace(/\s/g, ''));
}

const joints = fc.array(separators, { minLength: 4, maxLength: 4 });
const plain = fc.boolean();

it('finds a code in any boilerplate', () => {
	const boundary = fc.constantFrom(' ', '.', '-', '#', '/', '_', ',', ':', '(', ';', '\n', '|');
	const boilerplate = fc.oneof(
		fc.string({ unit: 'grapheme', maxLength: 40 }),
		fc.constantFrom('MBVCB.2707051024.042064', 'CT tu 0123 NGUYEN VAN A toi 45', 'DH', 'DH12 DH1'),
	);
	fc.assert(
		fc.property(
			runs,
			joints,
			plain,
			fc.tuple(boilerplate, boundary, boundary, boilerplate),
			(parts, between, isPlain, [before, first, second, after]) => {
				const text = written(parts, between, isPlain);
				// A number directly behind the code could be a part of it.
				const description = `${before}${first}${text}${second}Toan ${after}`;
				fc.pre(!hasReferenceForm(description));
				expect(isNamed(parts.join('-'), description)).toBe(true);
				expect(isNamed(parts.join('-'), description, true)).toBe(true);
			},
		),
	);
});

/** The documented rule for a code of letters and then digits, as a regular expression. */
function toSearchPattern(word: string, number: string, insideWords: boolean): RegExp {
	const front = insideWords ? '' : '(?<![A-Z])';
	const nextWord = '[A-Z]{3,}(?![A-Z0-9])';
	const foreignNumber = '[-#_./\\s]*[-#_./][-#_./\\s]*[0-9]';
	return new RegExp(
		`${front}${word}[-#_./\\s]*${number}(?:${nextWord}|(?![A-Z0-9])(?!${foreignNumber}))`,
	);
}

it('finds a code according to the rule and nowhere else', () => {
	const part = fc.constantFrom('D', 'H', '1', '2', 'ABC', 'A', ' ', '-', '.', ':', ' ');
	fc.assert(
		fc.property(
			fc.constantFrom('D', 'DH', 'HD'),
			fc.constantFrom('1', '12', '2211'),
			fc.array(part, { maxLength: 12 }),
			fc.boolean(),
			(word, number, parts, insideWords) => {
				const description = parts.join('');
				const found = isNamed(word + number, description, insideWords);
				const expected = toSearchPattern(word, number, insideWords).test(description);
				// Several codes directly one after the other are told apart by their letters.
				fc.pre(!new RegExp(`${word}[-#_./\\s]*[0-9]+${word}`).test(description));
				expect({ description, found }).toEqual({ description, found: expected });
			},
		),
		{ numRuns: 3000 },
	);
});

it('knows the transfer of every code that a trigger with several prefixes finds', () => {
	const prefix = fc.constantFrom('DH', 'D', 'DHA', 'AD', 'D1-H', 'D-12H');
	const part = fc.oneof(prefix, digits(1, 4), letters(1, 2), separators, fc.constantFrom(',', 'đ'));
	let found = 0;
	fc.assert(
		fc.property(
			fc.array(prefix, { minLength: 1, maxLength: 4 }),
			fc.array(part, { minLength: 10, maxLength: 20 }),
			(prefixes, parts) => {
				const description = parts.join('');
				const lengths = { minimumLength: 1, maximumLength: 6 };
				const shape = { prefix: prefixes.join(', '), ...lengths, characters: 'digits' } as const;
				const read = createPaymentCodeReader(shape);
				const code = read(description);
				if (code === '') return;
				found++;
				const [payment] = matched([code], [description]);
				const { transactions, sharedTransactions, possibleTransactions } = payment;
				expect([...transactions, ...sharedTransactions, ...possibleTransactions]).toHaveLength(1);
			},
		),
		{ numRuns: 2000 },
	);
	expect(found).toBeGreaterThan(200);
});

const CODES = ['DH1', 'DH12', 'DH-1-2', 'DH12-3', 'AB1', '12', '3', 'DH', 'dh 12'];
const words = fc.constantFrom('DH1', 'DH12', 'DH1 2', 'DH12-3', 'AB1', '12', '3', 'DH', 'CK', 'va');
const descriptions = fc.array(
	fc.array(words, { minLength: 1, maxLength: 4 }).map((chosen) => chosen.join(' ')),
	{ maxLength: 12 },
);

it('does not depend on the order of items and transactions', () => {
	fc.assert(
		fc.property(
			fc.shuffledSubarray(CODES),
			descriptions,
			fc.array(fc.nat(), { minLength: 12, maxLength: 12 }),
			fc.boolean(),
			(codes, texts, places, insideWords) => {
				const transfers = texts.map((text, index) =>
					createTransfer(text, { id: index, time: `2026-01-0${1 + (places[index] % 3)}` }),
				);
				const orders = codes.map((code) => createOrder(code, { expectedAmount: 2000 }));
				const payments = matchPayments(orders, transfers, { insideWords });
				const shuffled = transfers
					.map((transfer, index) => ({ transfer, place: places[index] }))
					.sort((one, other) => one.place - other.place)
					.map(({ transfer }) => transfer);
				const others = matchPayments([...orders].reverse(), shuffled, { insideWords });
				expect(others.reverse()).toStrictEqual(payments);
			},
		),
	);
});

it('counts every transfer at most once, and never counts and shares it', () => {
	fc.assert(
		fc.property(fc.shuffledSubarray(CODES.slice(0, -1)), descriptions, (codes, texts) => {
			const payments = matched(codes, texts);
			const counted = payments.flatMap(({ transactions }) => transactions.map(({ id }) => id));
			expect(new Set(counted).size).toBe(counted.length);
			const shared = payments.flatMap((payment) => payment.sharedTransactions);
			for (const { id } of shared) expect(counted).not.toContain(id);
			const certain = [...counted, ...shared.map(({ id }) => id)];
			for (const { possibleTransactions } of payments) {
				for (const { id } of possibleTransactions) expect(certain).not.toContain(id);
			}
		}),
	);
});

describe('a busy shop', () => {
	const MANY = 10_000;
	const codes = Array.from({ length: MANY }, (_, index) => `DH${100_000 + index}`);

	it.each([false, true])('matches all orders and transfers, inside words: %j', (insideWords) => {
		const descriptions = codes.map(
			(code) => `MBVCB.2707051024.042064.${code}.CT tu NGUYEN VAN A toi CUA HANG`,
		);
		const payments = matched(codes, descriptions, { insideWords });
		expect(payments.map(({ transactions }) => transactions)).toEqual(
			createTransfers(...descriptions).map((transfer) => [transfer]),
		);
	});

	it('matches transfers with long texts without a code', () => {
		const payments = matched(codes, new Array<string>(MANY).fill('A1 '.repeat(30)));
		expect(payments.every(({ status }) => status === 'unpaid')).toBe(true);
	});

	it('matches orders whose codes mix letters and digits', () => {
		const random = new Random(1);
		const characters = '0123456789ABCDEFGHKLMNPQRSTUVWXYZ';
		const mixed = codes.map(() => `NAP${random.text(8, characters)}`);
		const payments = matched(
			mixed,
			mixed.slice(0, 1_000).map((code) => `ck ${code} Minh`),
		);
		expect(payments.filter(({ status }) => status === 'paid').length).toBeGreaterThan(900);
	});
});
