/**
 * Calls the listener once the signal is aborted, or at once if it is. Returns a function that removes
 * the listener again: a signal may live for as long as an execution.
 */
export function onAbort(signal: AbortSignal | undefined, listener: () => void): () => void {
	if (signal?.aborted) listener();
	else signal?.addEventListener('abort', listener, { once: true });
	return () => signal?.removeEventListener('abort', listener);
}
