/** The middle value, or the mean of the two in the middle. */
export function median(values: number[]): number {
	const sorted = [...values].sort((one, other) => one - other);
	const middle = sorted.length >> 1;
	return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The value that this share (0 to 1) of the ascending values does not exceed. */
export function percentile(ascending: number[], share: number): number {
	return ascending[Math.max(0, Math.ceil(ascending.length * share) - 1)];
}
