/**
 * Returns the exact decimal sum: 0.1 + 0.2 is 0.3. Each number stands for its shortest decimal, which
 * is what the service sent or the user entered.
 */
export function sum(amounts: number[]): number {
	const parts = amounts.map(toDecimal);
	const scale = Math.max(0, ...new Set(parts.map((part) => part.scale)));
	const total = parts.reduce(
		(units, part) => units + part.units * 10n ** BigInt(scale - part.scale),
		0n,
	);
	return Number(`${total}e-${scale}`);
}

/** Converts a number to `units / 10 ** scale`. */
function toDecimal(amount: number): { units: bigint; scale: number } {
	const [mantissa, exponent] = amount.toExponential().split('e');
	const [whole, fraction = ''] = mantissa.split('.');
	return { units: BigInt(whole + fraction), scale: fraction.length - Number(exponent) };
}
