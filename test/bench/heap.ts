/* eslint-disable @n8n/community-nodes/no-restricted-globals -- for programs beside n8n, which run with --expose-gc */

const sampleMs = 5;

/** Returns the bytes of the heap that are held, after a collection of garbage. */
export function heldBytes(): number {
	globalThis.gc?.();
	return process.memoryUsage().heapUsed;
}

/**
 * Samples the heap until the returned function is called, which returns the highest sample. Either what
 * is held, each sample after a collection of garbage, or all that is used, garbage and all.
 */
export function watchHeap(isHeld: boolean): () => number {
	const sample = isHeld ? heldBytes : () => process.memoryUsage().heapUsed;
	let highest = 0;
	const update = () => (highest = Math.max(highest, sample()));
	const timer = setInterval(update, isHeld ? sampleMs * 10 : sampleMs);
	return () => {
		clearInterval(timer);
		return update();
	};
}
