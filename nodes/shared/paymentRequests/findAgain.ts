import { BANK_FRAMES, SAMPLE_CODE } from '../payments/bankFrames';
import { readDescription, type Description } from '../payments/description';
import { OrderFinder } from '../payments/orderFinder';
import { createPaymentCodeFinder } from '../payments/paymentCode';

const LETTERS = /^[A-Z]+/;

/** No code is longer than a content. */
const MAX_CODE_LENGTH = 25;

/**
 * What banks write around the payer's text: in front, and behind it. Without the banks that break lines, since
 * a line may end in the code.
 */
const SURROUNDINGS = BANK_FRAMES.filter(({ hasLines }) => hasLines !== true)
	.flatMap(({ samples }) => samples)
	.filter((sample) => sample.includes(SAMPLE_CODE) && !readDescription(sample).isReturned)
	.map((sample) => sample.split(SAMPLE_CODE));

/** Returns true if both nodes find the code, letters and then letters and digits, whatever the bank adds. */
export function isFoundInAllFrames(paymentCode: string): boolean {
	const isFound = createFinder(paymentCode);
	return SURROUNDINGS.every((parts) => {
		const description = readDescription(parts.join(paymentCode));
		return mayBeCut(description) || isFound(description);
	});
}

/**
 * Returns true if both nodes find the code in a content, also if a bank drops its spaces. If that joins the
 * code to letters in front of it, they find it with *Match Inside Words*.
 */
export function isFoundInContent(paymentCode: string, content: string): boolean {
	const withoutSpaces = content.replace(/ /g, '');
	const isJoined = new RegExp(`[A-Z] ${paymentCode}`).test(content);
	return (
		createFinder(paymentCode)(readDescription(content)) &&
		createFinder(paymentCode, isJoined)(readDescription(withoutSpaces))
	);
}

/** Returns true for a text of a length at which descriptions are cut, so that no code at its end is certain. */
function mayBeCut({ readings }: Description): boolean {
	return readings.some(({ isCut }) => isCut);
}

/** Returns a function that has both nodes look for the code in a description. */
function createFinder(
	paymentCode: string,
	matchInsideWords = false,
): (description: Description) => boolean {
	const [prefix] = LETTERS.exec(paymentCode) ?? [''];
	const { length } = paymentCode.slice(prefix.length);
	const characters = /^[A-Z]+[0-9]+$/.test(paymentCode) ? 'digits' : 'alphanumeric';
	const finders = [
		{ minimumLength: length, maximumLength: length },
		{ minimumLength: 1, maximumLength: MAX_CODE_LENGTH },
	].map((lengths) => createPaymentCodeFinder({ prefix, characters, matchInsideWords, ...lengths }));
	const orders = new OrderFinder<string>(matchInsideWords);
	orders.add(paymentCode, [paymentCode]);
	return (description) =>
		orders.decide(description).kind === 'counts' &&
		finders.every((find) => find(description) === paymentCode);
}
