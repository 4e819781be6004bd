import { fold } from './filter';

/** What a payment code looks like: a fixed prefix, then digits or letters and digits. */
export interface PaymentCodeShape {
	prefix: string;
	/** Length of what follows the prefix, separators not counted. */
	minimumLength: number;
	maximumLength: number;
	characters: 'digits' | 'alphanumeric';
}

/** What banks put between the runs of a code, or leave out. */
const SEPARATORS = '[#\\-_./\\s]*';

/** The runs of letters and of digits in a code, in upper case and without accents. */
export function runsOf(code: string): string[] {
	return fold(code).match(/[A-Z]+|[0-9]+/g) ?? [];
}

/** Makes a reader that finds the first code of this shape in a description, or gives `''`. */
export function paymentCodeReader(shape: PaymentCodeShape): (description: string) => string {
	const prefix = shape.prefix.trim();
	const length = `{${shape.minimumLength},${shape.maximumLength}}`;
	const runs = runsOf(prefix);
	// A run of the text is never cut: neither the prefix out of a longer word, nor the number short.
	const start = runs.length === 0 ? '(?<![A-Z0-9])' : `(?<!${kindOf(runs[0])})`;
	const body =
		shape.characters === 'digits'
			? `([0-9]${length})(?![0-9])`
			: `((?=[A-Z]*[0-9])[A-Z0-9]${length})(?![A-Z0-9])`;
	const end = runs[runs.length - 1];
	// Digits that follow a prefix of digits would be one run with it.
	const joint = end !== undefined && /[0-9]/.test(end) ? SEPARATORS.replace('*', '+') : SEPARATORS;
	const pattern = new RegExp(
		runs.length === 0 ? start + body : start + runs.join(SEPARATORS) + joint + body,
	);
	return (description) => {
		const found = pattern.exec(fold(description));
		return found ? prefix + found[1] : '';
	};
}

function kindOf(run: string): string {
	return /[A-Z]/.test(run) ? '[A-Z]' : '[0-9]';
}
