/** Returns true if the text has a letter from A to Z at this position. */
export function isLetter(text: string, position: number): boolean {
	return /[A-Z]/.test(text.charAt(position));
}

/** Returns true if the text has a digit at this position. */
export function isDigit(text: string, position: number): boolean {
	return /[0-9]/.test(text.charAt(position));
}
