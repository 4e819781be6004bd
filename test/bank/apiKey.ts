import { Random } from './random';

const hexadecimal = '0123456789abcdef';
const alphanumeric = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** A practice API key in the service's shape; the same seed gives the same key after a restart. */
export function makeApiKey(seed: number): string {
	const random = new Random(seed ^ 0x5eed);
	return `AK_CS.${random.text(32, hexadecimal)}.${random.text(72, alphanumeric)}`;
}
