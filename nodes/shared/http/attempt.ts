import type { IHttpRequestOptions } from 'n8n-workflow';

import { onAbort } from './abort';
import { LimitError } from './networkFaults';
import { requestLimits } from './retry';

/** The whole answer to a request. */
export interface Answer {
	status: number;
	/** Names are in lower case. */
	headers: Record<string, unknown>;
	/** Read as UTF-8. */
	text: string;
}

/** What n8n's request helpers resolve with if they are asked for the full response as a stream. */
interface StreamedResponse {
	statusCode: number;
	headers: Record<string, unknown>;
	body: ResponseStream;
}

interface ResponseStream extends AsyncIterable<Uint8Array> {
	destroy(): void;
}

/**
 * Options for n8n's request helper with which an attempt can be limited. The answer is a stream,
 * because the helper would read an answer of any length (docs/n8n-engine.md#requests).
 */
const STREAMED = {
	encoding: 'stream',
	returnFullResponse: true,
	ignoreHttpStatusErrors: true,
} satisfies Partial<IHttpRequestOptions>;

/** The options that `send` must pass on to n8n's request helper. */
export type AttemptOptions = typeof STREAMED & { abortSignal: AbortSignal };

/**
 * Sends one attempt of a request and reads its answer, whatever its status. The timeout of n8n's
 * helper starts anew with each byte, so the attempt has a deadline of its own. At the deadline, and
 * when the execution is cancelled, the connection is closed.
 * @throws LimitError if the answer is not complete within `timeoutMs`, or exceeds `maxAnswerBytes`.
 */
export async function sendAttempt(
	send: (options: AttemptOptions) => Promise<unknown>,
	cancelled?: AbortSignal,
): Promise<Answer> {
	const attempt = new AbortController();
	const { signal } = attempt;
	// A local variable, because Node.js may drop a timeout signal that nothing refers to.
	const deadline = AbortSignal.timeout(requestLimits.timeoutMs);
	const end = () => attempt.abort();
	const removers = [onAbort(deadline, end), onAbort(cancelled, end)];
	try {
		return await Promise.race([exchange(send, signal), rejectOnAbort(signal)]);
	} catch (error) {
		throw deadline.aborted && !cancelled?.aborted ? new LimitError('timedOut') : error;
	} finally {
		for (const remove of removers) remove();
	}
}

async function exchange(
	send: (options: AttemptOptions) => Promise<unknown>,
	abortSignal: AbortSignal,
): Promise<Answer> {
	const { statusCode, headers, body } = (await send({
		...STREAMED,
		abortSignal,
	})) as StreamedResponse;
	return { status: statusCode, headers, text: await readText(body, abortSignal) };
}

async function readText(body: ResponseStream, signal: AbortSignal): Promise<string> {
	const stopListening = onAbort(signal, () => body.destroy());
	const decoder = new TextDecoder();
	let bytes = 0;
	let text = '';
	try {
		// Leaving the loop destroys the stream, which closes the connection.
		for await (const chunk of body) {
			bytes += chunk.length;
			if (bytes > requestLimits.maxAnswerBytes) throw new LimitError('tooLarge');
			text += decoder.decode(chunk, { stream: true });
		}
		return text + decoder.decode();
	} finally {
		stopListening();
	}
}

/** Ends the wait even for a helper that does not heed the signal. */
async function rejectOnAbort(signal: AbortSignal): Promise<never> {
	return await new Promise<never>((_resolve, reject) => {
		onAbort(signal, () => reject(new LimitError('cancelled')));
	});
}
