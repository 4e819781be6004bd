/**
 * The sum of these amounts, exact in decimals: 0.1 and 0.2 make 0.3. Each number stands for the
 * shortest decimal that reads as it, which is what the service wrote and the user entered.
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

/** The number as `units` divided by ten to the power of `scale`. */
function toDecimal(amount: number): { units: bigint; scale: number } {
	const [mantissa, exponent] = amount.toExponential().split('e');
	const [whole, fraction = ''] = mantissa.split('.');
	const scale = fraction.length - Number(exponent);
	const units = BigInt(whole + fraction);
	return scale >= 0 ? { units, scale } : { units: units * 10n ** BigInt(-scale), scale: 0 };
}
