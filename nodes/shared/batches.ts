/** Splits the values into batches of at most `size`. */
export function* toBatches<T>(values: T[], size: number): Generator<T[]> {
	for (let start = 0; start < values.length; start += size) yield values.slice(start, start + size);
}
