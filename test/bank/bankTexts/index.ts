import type { Random } from '../random';
import { bankForms, type BankForm, type BankPayment } from './forms';
import { breakLines } from './lines';
import { drawNumbers, type BankNumbers } from './numbers';

export { bankForms, drawNumbers, type BankForm, type BankNumbers, type BankPayment };

/** All forms but those that return money. */
export const paymentForms = bankForms.filter(({ isReturned }) => !isReturned);

/** What a bank or an aggregator does to every text, whatever its form. */
export interface TextStyle {
	/** The letters of the whole description; as they were by default. */
	letterCase?: 'upper' | 'lower';
	/** True by default, and always in lines: few banks transmit accents. */
	dropsAccents?: boolean;
	/** What is removed from the payer's text: special characters, or blanks, too. */
	removes?: 'specials' | 'specialsAndBlanks';
	/** Length after which the description is cut; 70 at one aggregator. */
	maxLength?: number;
	/** True: an aggregator has put the lines together again without a trace. */
	hidesLines?: boolean;
}

/** Returns the form with this name. */
export function getForm(name: string): BankForm {
	const form = bankForms.find((candidate) => candidate.name === name);
	if (form === undefined) throw new Error(`There is no bank form ${name}`);
	return form;
}

/** Returns the text without accents, as banks transmit it. */
export function dropAccents(text: string): string {
	return text
		.normalize('NFD')
		.replace(/[\u0300-\u036f]/g, '')
		.replace(/đ/g, 'd')
		.replace(/Đ/g, 'D');
}

/**
 * Returns the description of a payment in this form, with numbers that the bank draws. The same seed
 * gives the same description.
 */
export function writeDescription(
	form: BankForm,
	payment: BankPayment,
	random: Random,
	style: TextStyle = {},
): string {
	return writeWithNumbers(form, payment, drawNumbers(random), style);
}

/** Returns the description of a payment in this form, with these numbers. */
export function writeWithNumbers(
	form: BankForm,
	payment: BankPayment,
	numbers: BankNumbers,
	style: TextStyle = {},
): string {
	const { dropsAccents = true, removes, letterCase, hidesLines, maxLength } = style;
	let { text } = payment;
	if (removes === 'specials') text = text.replace(/[^\p{L}\p{M}\p{N} ]/gu, '');
	if (removes === 'specialsAndBlanks') text = text.replace(/[^\p{L}\p{M}\p{N}]/gu, '');
	const sent = { ...payment, text };

	// Accents are removed before the lines are broken: a letter with an accent may be two characters.
	const { lines } = form;
	const convert = (part: string) => {
		const bare = dropsAccents || lines !== undefined ? dropAccents(part) : part;
		if (letterCase === undefined) return bare;
		return letterCase === 'upper' ? bare.toUpperCase() : bare.toLowerCase();
	};
	const head = convert(form.head?.(sent, numbers) ?? '');
	const body = convert(form.write(sent, numbers));
	const broken = lines === undefined || hidesLines ? body : breakLines(body, lines);
	return (head + broken).slice(0, maxLength);
}

/** Draws a style: mostly none; sometimes another case, accents, characters removed, or a cut. */
export function drawStyle(random: Random): TextStyle {
	const style: TextStyle = {};
	if (random.chance(0.25)) style.letterCase = random.chance(0.8) ? 'upper' : 'lower';
	if (random.chance(0.1)) style.dropsAccents = false;
	if (random.chance(0.08)) style.removes = 'specials';
	if (random.chance(0.1)) Object.assign(style, { hidesLines: true, maxLength: 70 });
	return style;
}
