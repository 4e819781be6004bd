import pRetry from 'p-retry';

/**
 * Asks again until the answer is right, and resolves with it. Throws an Error with `what` and the
 * last answer after so many seconds.
 */
export async function until<T>(
	what: string,
	ask: () => T | Promise<T>,
	isRight: (answer: T) => boolean,
	seconds = 120,
): Promise<T> {
	const look = async () => {
		const answer = await ask();
		if (isRight(answer)) return answer;
		const seen = JSON.stringify(answer).slice(0, 1000);
		throw new Error(`Not after ${seconds} seconds: ${what}. The last answer: ${seen}`);
	};
	const pace = { retries: Infinity, factor: 1, minTimeout: 200 };
	return await pRetry(look, { ...pace, maxRetryTime: seconds * 1000 });
}
