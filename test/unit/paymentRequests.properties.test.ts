/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs in Node beside n8n, never inside a node */
import fc from 'fast-check';

import { BANK_FRAMES, SAMPLE_CODE } from '../../nodes/shared/payments/bankFrames';
import { createPaymentCodeReader } from '../../nodes/shared/payments/paymentCode';
import {
	createTransferContent,
	type TransferContent,
} from '../../nodes/shared/paymentRequests/transferContent';
import { bankForms, writeDescription, type BankForm, type TextStyle } from '../bank/bankTexts';
import { breakLines } from '../bank/bankTexts/lines';
import { Random } from '../bank/random';
import { matched } from './paymentCases';

const numRuns = Number(process.env.PAYMENT_REQUESTS ?? 200);

const letters = (minLength: number, maxLength: number) =>
	fc.string({ unit: fc.constantFrom(...'ACDEFHLMOQTUXđưÂ'), minLength, maxLength });
const digits = (minLength: number, maxLength: number) =>
	fc
		.string({ unit: fc.constantFrom(...'0129'), minLength, maxLength })
		.filter((number) => /[1-9]/.test(number));
const separators = fc.constantFrom('', ' ', '-', '#', '.', '_', '/', ' - ');

/** Codes as users write them, most of them usable. */
const codes = fc
	.tuple(
		letters(1, 5),
		fc.array(fc.tuple(separators, fc.oneof(digits(1, 6), digits(1, 6), letters(1, 3))), {
			maxLength: 2,
		}),
		separators,
		digits(1, 7),
		fc.option(letters(1, 2), { nil: '', freq: 4 }),
	)
	.map((parts) => parts.flat(2).join(''));

const notes = fc.oneof(
	fc.constant(''),
	fc.constantFrom('thanh toán', 'mua áo', 'Cảm ơn!', 'tt tien', 'toi', 'A1 A2', 'HD 77'),
	letters(1, 12),
);

const textsBefore = fc.oneof(
	{ weight: 3, arbitrary: fc.constant('') },
	fc.constantFrom('SEVQR', 'TKP1234', 'sevqr tkp', 'TKPHN'),
	letters(1, 4),
	fc.tuple(letters(1, 4), digits(1, 3)).map((parts) => parts.join('')),
);

const paymentWords = ['thanh ', 'toan ', 'tien ', 'hang ', 'cho ', 'chi ', 'Hoa ', 'Sen '];

/** What a payer writes into the content of a payment request, in front of it and behind it. */
const freeTexts = fc.tuple(
	fc.oneof(
		fc.constant(''),
		fc.constantFrom('NGUYEN THI HONG ANH ', 'ck ', 'Thanh toan don hang: '),
		fc.nat(8).map((length) => paymentWords.slice(0, length).join('')),
	),
	fc.constantFrom('', ' chuyen tien', ' NGUYEN VAN AN chuyen tien', ' cam on shop nhe'),
);

/** A bank with what it makes of a text. */
interface Bank {
	name: string;
	write: (text: string, random: Random, style: TextStyle) => string;
	/** True if nobody can tell where its lines end. */
	isUncertain: boolean;
}

function toBank(form: BankForm): Bank {
	return {
		name: form.name,
		write: (text, random, style) => {
			const payerAccount = random.digits(random.integer(8, 14));
			const payerPhone = `09${random.digits(8)}`;
			const payer = { payerName: 'TRAN THI HOA', payerAccount, payerPhone };
			const payee = { payeeName: 'CUA HANG HOA SEN', payeeAccount: '0900000001' };
			return writeDescription(form, { ...payer, ...payee, text }, random, style);
		},
		isUncertain: form.lines !== undefined,
	};
}

/** Recorded descriptions in which all long numbers are drawn anew. */
function toRecordedBank(sample: string, hasLines: boolean): Bank {
	const [, head, body] = /^(CUSTOMER )?(.*)$/.exec(sample) as RegExpExecArray;
	return {
		name: sample,
		write: (text, random, { letterCase }) => {
			const longNumber = /(?<!\d)(?!02009704|0001|9901)\d{5,}/g;
			const parts = body
				.split(SAMPLE_CODE)
				.map((part) => part.replace(longNumber, ({ length }) => random.digits(length)));
			const written = parts.join(text);
			const lines = hasLines ? breakLines(written, { joint: ' ' }) : written;
			const description = (head ?? '') + lines;
			return letterCase === 'upper' ? description.toUpperCase() : description;
		},
		isUncertain: hasLines,
	};
}

const recordedBanks = BANK_FRAMES.flatMap(({ samples, hasLines }) =>
	samples
		.filter((sample) => sample.includes(SAMPLE_CODE) && !sample.startsWith('HOAN TRA'))
		.map((sample) => toRecordedBank(sample, hasLines === true || /ACSP|giao dich/i.test(sample))),
);

const banks = [
	...bankForms.filter(({ isReturned }) => isReturned !== true).map(toBank),
	...recordedBanks,
];

const styles = fc.constantFrom<TextStyle>(
	{},
	{},
	{ letterCase: 'upper' },
	{ letterCase: 'lower' },
	{ removes: 'specialsAndBlanks' },
	{ hidesLines: true, maxLength: 70 },
);

/** The shape of such codes, as a user enters it in the trigger. */
function toShape({ paymentCode }: TransferContent, matchInsideWords: boolean) {
	const [, prefix, rest] = /^([A-Z]+)(.*)$/.exec(paymentCode) as RegExpExecArray;
	const characters = /^\d+$/.test(rest) ? 'digits' : 'alphanumeric';
	const lengths = { minimumLength: rest.length, maximumLength: rest.length };
	return { prefix, characters, matchInsideWords, ...lengths } as const;
}

/** A payment request that was accepted, and what a bank made of its content. */
interface Payment extends TransferContent {
	code: string;
	description: string;
	/** True if a space was dropped behind a letter in front of the code. */
	isInsideWord: boolean;
	/** True if a line or the description may end in the code. */
	isUncertain: boolean;
}

const payments = fc
	.tuple(codes, notes, textsBefore, freeTexts, fc.constantFrom(...banks), styles, fc.nat())
	.map(([code, note, textBeforeCode, [front, behind], bank, style, seed]): Payment | undefined => {
		const transfer = createTransferContent(code, { note, textBeforeCode });
		if ('refused' in transfer) return undefined;
		const { content, codeEnd, paymentCode } = transfer;
		const isJoined = style.removes === 'specialsAndBlanks';
		// Who writes into a content keeps the spaces around it.
		const text = isJoined ? content.replace(/ /g, '') : `${front}${content}${behind}`;
		const description = bank.write(text, new Random(seed), { ...style, removes: undefined });
		const isInsideWord = isJoined && /[A-Z] $/.test(content.slice(0, codeEnd - paymentCode.length));
		const isUncertain = bank.isUncertain || description.length === 70;
		return { ...transfer, code, description, isInsideWord, isUncertain };
	})
	.filter((payment) => payment !== undefined)
	.filter(({ description, paymentCode }) =>
		// A description that was cut within the code holds no code.
		description
			.replace(/[^a-z0-9]/gi, '')
			.toUpperCase()
			.includes(paymentCode),
	);

/** What Match Payments makes of a description for these codes. */
function match(codesToMatch: string[], { description, isInsideWord }: Payment) {
	const results = matched(codesToMatch, [description], { insideWords: isInsideWord });
	const getCodes = (list: 'transactions' | 'possibleTransactions') =>
		results.filter((result) => result[list].length > 0).map(({ paymentCode }) => paymentCode);
	return { counted: getCodes('transactions'), possible: getCodes('possibleTransactions') };
}

/** A thousand codes that a shop with such codes may have given to other orders at the same time. */
function getOthers(paymentCode: string, seed: number): string[] {
	const random = new Random(seed);
	const [, prefix, rest] = /^([A-Z]+)(.*)$/.exec(paymentCode) as RegExpExecArray;
	const isNumber = /^\d+$/.test(rest);
	const characters = isNumber ? '0123456789' : '0123456789ABCDEFGHK';
	const others = new Set<string>();
	for (const letter of 'ABDHX') others.add(letter + paymentCode).add(letter + paymentCode.slice(1));
	for (const digit of '0123456789') others.add(paymentCode + digit);
	if (isNumber) {
		for (const digit of '0123456789') others.add(prefix + digit + rest);
		for (let length = 1; length < rest.length; length++) {
			others.add(prefix + rest.slice(0, length)).add(prefix + rest.slice(length));
		}
		if (prefix.length > 1) others.add(prefix.slice(1) + rest).add(prefix.slice(0, -1) + rest);
		for (let step = -200; step <= 200; step++) {
			others.add(prefix + String(Math.abs(Number(rest.slice(-9)) + step)));
		}
	}
	while (others.size < 1_000) {
		const length = random.integer(rest.length, rest.length + 3);
		others.add(prefix + random.digits(1) + random.text(length - 1, characters));
	}
	others.delete(paymentCode);
	return [...others];
}

it('the content holds only what every bank transmits, and the code where it says', () => {
	fc.assert(
		fc.property(payments, ({ paymentCode, content, codeEnd }) => {
			expect(content).toMatch(/^[A-Z0-9]+( [A-Z0-9]+)*$/);
			expect(content.length).toBeLessThanOrEqual(25);
			expect(content.slice(codeEnd - paymentCode.length, codeEnd)).toBe(paymentCode);
			expect(` ${content} `).toContain(` ${paymentCode} `);
		}),
		{ numRuns },
	);
});

it('the trigger finds the code of each accepted content, or nothing where a line may end in it', () => {
	fc.assert(
		fc.property(payments, (payment) => {
			const { paymentCode, description, isUncertain, isInsideWord } = payment;
			const found = createPaymentCodeReader(toShape(payment, isInsideWord))(description);
			const isExpected = found === paymentCode || (isUncertain && found === '');
			expect({ paymentCode, description, found, isExpected }).toMatchObject({ isExpected: true });
		}),
		{ numRuns },
	);
});

it('Match Payments counts it, as it is returned and as the user wrote it, or leaves it to a person', () => {
	fc.assert(
		fc.property(payments, (payment) => {
			const { paymentCode, code, description, isUncertain } = payment;
			for (const wanted of [paymentCode, code]) {
				const { counted, possible } = match([wanted], payment);
				const isExpected = counted.length === 1 || (isUncertain && possible.length === 1);
				expect({ wanted, description, isExpected }).toMatchObject({ isExpected: true });
			}
		}),
		{ numRuns },
	);
});

it('neither takes it for another of a thousand orders', () => {
	fc.assert(
		fc.property(payments, fc.nat(), (payment, seed) => {
			const { paymentCode, description } = payment;
			// Without the space, the letters in front and the code are a code of their own.
			const joined = payment.content.replace(/ /g, '');
			const others = getOthers(paymentCode, seed).filter(
				(other) =>
					!payment.isInsideWord || !(joined.includes(other) && other.endsWith(paymentCode)),
			);
			for (const codesToMatch of [others, [paymentCode, ...others]]) {
				const { counted } = match(codesToMatch, payment);
				const wrong = counted.filter((code) => code !== paymentCode);
				expect({ paymentCode, description, wrong }).toMatchObject({ wrong: [] });
			}
		}),
		{ numRuns },
	);
});
