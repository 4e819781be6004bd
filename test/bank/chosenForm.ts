import {
	bankForms,
	drawStyle,
	getForm,
	paymentForms,
	writeDescription,
	type BankPayment,
} from './bankTexts';
import type { Random } from './random';

/** Each transfer in another form, the common ones more often. */
const MIXED = 'mixed';

/** All choices: their names, and what the page shows. */
export const formChoices: Array<{ name: string; label: string }> = [
	{ name: MIXED, label: 'Any bank, a different one each time' },
	...bankForms.map(({ name, label }) => ({ name, label })),
];

/** Returns true if this is the name of a choice. */
export function isFormChoice(name: string): boolean {
	return formChoices.some((choice) => choice.name === name);
}

/** Returns the description of a payment in the chosen form; `plain` leaves it as it is. */
export function describePayment(choice: string, payment: BankPayment, random: Random): string {
	if (choice === 'plain') return payment.text;
	if (choice !== MIXED) return writeDescription(getForm(choice), payment, random);
	return writeDescription(random.pickWeighted(paymentForms), payment, random, drawStyle(random));
}
