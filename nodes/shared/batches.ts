/** Yields the values in order, so many at a time. */
export function* toBatches<T>(values: T[], size: number): Generator<T[]> {
	for (let start = 0; start < values.length; start += size) yield values.slice(start, start + size);
}
