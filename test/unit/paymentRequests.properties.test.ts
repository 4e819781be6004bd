/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs in Node beside n8n, never inside a node */
import fc from 'fast-check';

import { createPaymentCodeReader } from '../../nodes/shared/payments/paymentCode';
import {
	createTransferContent,
	type TransferContent,
} from '../../nodes/shared/paymentRequests/transferContent';
import { normalizeText } from '../../nodes/shared/transactions/filter';
import { isFound } from './paymentCases';

/** Descriptions as banks write them; `@` is where the payer's text is. */
const DESCRIPTIONS = [
	'@',
	'MBVCB.2707051024.042064.@.CT tu 0351000646393 NGUYEN VAN A toi 8007041027107 TRAN B tai MB',
	'MBVCB.4525077405.9P0019630833 CT tu 0351000646393 NGUYEN VAN A toi1018795282 CT @',
	'@ FT24255850723348 CUSTOMER NGUYEN VAN A',
	'NGUYEN VAN A chuyen FT24255276428461-@',
	'IBFT @   Ma giao dich  Trace341385 Trace 341385',
	'NHAN TU 0908123456 TRACE 123456 ND @',
	'REM Tfr Ac:1770260769 O@L_080005_211601_0_0_202419501 @-NGUYEN VAN A'.replace('O@L', 'O\0L'),
	'QR - @ GD 174242-090822 15:45:46',
	'128667960303-@-CHUYEN TIEN-OQCH000BMyrx-MOMO128667960303MOMO',
	'108609376869-NGUYEN VAN A chuyen tien qua MoMo-@-OQCH56930575-MOMO108609376867MOMO',
	'884114.100924.223854.@',
	'CT DEN:123456789012 @; thoi gian GD:123456',
	'TK 10xxx969|GD: +25,000VND 25/11/25 20:35|ND: @-Ma GD ACSP/ A3817592',
].map((text) => text.split('@').map((part) => part.replace('\0', '@')));

/** What banks do to the text of the payer, without touching its letters and digits. */
const CHANGES: Array<(content: string, paymentCode: string) => string> = [
	(content) => content,
	(content) => content.replace(/ /g, ''),
	(content) => content.replace(/ /g, '  '),
	(content) => content.replace(/ /g, '.'),
	(content) => content.replace(/ /g, '-'),
	(content) => content.toLowerCase(),
	(content) => content.slice(0, 25),
	// Some cut after 19 characters. The node warns that they may cut a longer code.
	(content, paymentCode) => content.slice(0, Math.max(19, paymentCode.length)),
];

const letters = fc.string({
	unit: fc.constantFrom(...'ADFHLMOTUXadhđưÂ'),
	minLength: 1,
	maxLength: 4,
});
const digits = fc.string({ unit: fc.constantFrom(...'0129'), minLength: 1, maxLength: 6 });
const separators = fc.constantFrom('', ' ', '-', '#', '.', '_', '/', ' - ');

/** Codes as users write them, most of them usable. */
const codes = fc
	.tuple(
		fc.oneof(
			letters,
			fc.tuple(digits, letters).map((parts) => parts.join('')),
		),
		fc.array(fc.tuple(separators, fc.oneof(letters, digits)), { maxLength: 3 }),
		separators,
		digits,
		fc.option(letters, { nil: '', freq: 3 }),
	)
	.map((parts) => parts.flat(2).join(''));

const notes = fc.oneof(
	fc.constant(''),
	fc.constantFrom('thanh toán đơn hàng', 'mua 2 áo', 'Cảm ơn!', 'HD 77', 'toi 12', 'A1 A2'),
	fc.string({ unit: fc.constantFrom(...'ADFHLMOTUX0129  -'), maxLength: 18 }),
);

/** The shape of such codes, as a user enters it in the trigger. */
function toShape(code: string) {
	const [prefix] = /^\d*[A-Z]+/.exec(code) as RegExpExecArray;
	const { length } = code.slice(prefix.length);
	const characters = /^\d+$/.test(code.slice(prefix.length)) ? 'digits' : 'alphanumeric';
	return { prefix, minimumLength: length, maximumLength: length, characters } as const;
}

/** What a trigger accepts besides one code. */
interface AcceptingTrigger {
	others: string[];
	/** Where the prefix of the code is among the others. */
	position: number;
	/** By how much other codes may be shorter or longer. */
	shorter: number;
	longer: number;
}

const triggers = fc.record<AcceptingTrigger>({
	others: fc.array(letters, { maxLength: 3 }),
	position: fc.nat(),
	shorter: fc.nat(5),
	longer: fc.nat(9),
});

/** Adds to the shape of a code what such a trigger accepts, unless the note contains such codes. */
function widen(
	{ paymentCode, content }: TransferContent,
	{ others, position, shorter, longer }: AcceptingTrigger,
) {
	const shape = toShape(paymentCode);
	const body = shape.characters === 'digits' ? '1' : '1A1';
	const note = content.slice(paymentCode.length).replace(/ /g, '');
	const prefixes = others.filter((other) => {
		const isAccepted = !('refused' in createTransferContent(other + body, ''));
		const front = normalizeText(other);
		return isAccepted && front !== shape.prefix && !note.includes(front);
	});
	prefixes.splice(position % (prefixes.length + 1), 0, shape.prefix);
	return {
		...shape,
		prefix: prefixes.join(', '),
		minimumLength: Math.max(1, shape.minimumLength - shorter),
		maximumLength: shape.maximumLength + longer,
	};
}

/** Runs the check for contents that are accepted, and all the ways in which a bank changes them. */
function forEachDescription(
	check: (
		transfer: TransferContent,
		description: string,
		code: string,
		trigger: AcceptingTrigger,
	) => void,
): void {
	fc.assert(
		fc.property(
			codes,
			notes,
			fc.constantFrom(...DESCRIPTIONS),
			fc.constantFrom(...CHANGES),
			triggers,
			(code, note, description, change, trigger) => {
				const transfer = createTransferContent(code, note);
				fc.pre(!('refused' in transfer));
				const text = change(transfer.content, transfer.paymentCode);
				check(transfer, description.join(text), code, trigger);
			},
		),
		{ numRuns: Number(process.env.PAYMENT_REQUESTS ?? 1_000), maxSkipsPerRun: 20 },
	);
}

it('the content holds only what every bank transmits, the code first', () => {
	forEachDescription(({ paymentCode, content }) => {
		expect(content).toMatch(/^[A-Z0-9]+( [A-Z0-9]+)*$/);
		expect(content.length).toBeLessThanOrEqual(25);
		expect(`${content} `.startsWith(`${paymentCode} `)).toBe(true);
	});
});

it('the trigger finds the code of each accepted content in what the bank makes of it', () => {
	forEachDescription(({ paymentCode }, description) => {
		const readCode = createPaymentCodeReader(toShape(paymentCode));
		expect({ description, found: readCode(description) }).toEqual({
			description,
			found: paymentCode,
		});
	});
});

it('so does a trigger with several prefixes, and Match Payments finds what it returns', () => {
	forEachDescription((transfer, description, _code, trigger) => {
		const shape = widen(transfer, trigger);
		const found = createPaymentCodeReader(shape)(description);
		expect({ description, ...shape, found }).toMatchObject({ found: transfer.paymentCode });
		expect(isFound(found, description)).toBe(true);
	});
});

it('Match Payments finds the code, as it is returned and as the user wrote it', () => {
	forEachDescription(({ paymentCode }, description, code) => {
		for (const wanted of [paymentCode, code]) {
			const found = {
				plain: isFound(wanted, description),
				inside: isFound(wanted, description, true),
			};
			expect({ wanted, description, ...found }).toMatchObject({ plain: true, inside: true });
		}
	});
});

it('a code that ends with a number is found even if the bank adds letters without a space', () => {
	forEachDescription(({ paymentCode, content }) => {
		fc.pre(toShape(paymentCode).characters === 'digits');
		const description = `MBVCB.2707051024.042064.${content}CT tu NGUYEN VAN A`;
		expect(createPaymentCodeReader(toShape(paymentCode))(description)).toBe(paymentCode);
		expect(isFound(paymentCode, description)).toBe(true);
	});
});
