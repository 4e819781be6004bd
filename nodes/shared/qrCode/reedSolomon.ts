/** The polynomial of the field GF(256) that QR codes use. */
const FIELD_POLYNOMIAL = 0x11d;

/** Powers of 2 in the field, twice over, so that the sum of two logarithms needs no reduction. */
const POWERS = new Uint8Array(510);
const LOGARITHMS = new Uint8Array(256);

for (let exponent = 0, power = 1; exponent < 255; exponent++) {
	POWERS[exponent] = power;
	POWERS[exponent + 255] = power;
	LOGARITHMS[power] = exponent;
	power <<= 1;
	if (power > 255) power ^= FIELD_POLYNOMIAL;
}

const generators = new Map<number, Uint8Array>();

/** Returns `count` Reed-Solomon error correction codewords for a block of data codewords. */
export function createErrorCorrection(data: Uint8Array, count: number): Uint8Array {
	const generator = getGenerator(count);
	const remainder = new Uint8Array(count);
	for (const codeword of data) {
		const factor = codeword ^ remainder[0];
		remainder.copyWithin(0, 1);
		remainder[count - 1] = 0;
		for (let index = 0; index < count; index++) {
			remainder[index] ^= multiply(generator[index], factor);
		}
	}
	return remainder;
}

/** The product of `x - 2 ** n` for n below `degree`, without its leading coefficient, which is 1. */
function getGenerator(degree: number): Uint8Array {
	const known = generators.get(degree);
	if (known) return known;
	const generator = new Uint8Array(degree);
	generator[degree - 1] = 1;
	for (let exponent = 0; exponent < degree; exponent++) {
		for (let index = 0; index < degree; index++) {
			generator[index] = multiply(generator[index], POWERS[exponent]);
			if (index + 1 < degree) generator[index] ^= generator[index + 1];
		}
	}
	generators.set(degree, generator);
	return generator;
}

function multiply(one: number, other: number): number {
	if (one === 0 || other === 0) return 0;
	return POWERS[LOGARITHMS[one] + LOGARITHMS[other]];
}
