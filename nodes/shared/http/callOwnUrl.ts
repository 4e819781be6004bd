import type { IDataObject } from 'n8n-workflow';

import { sendAttempt, type Answer, type AttemptOptions } from './attempt';
import type { Fault } from './errors';
import { toNetworkFault } from './networkFaults';
import type { ServiceContext } from '../types';

/** A call of n8n itself, as the service would make it. */
interface OwnCall {
	url: string;
	headers: Record<string, string>;
	body: IDataObject;
}

/** Calls a URL of this n8n once. Returns its answer, whatever the status, or why there is none. */
export async function callOwnUrl(
	{ helpers }: ServiceContext,
	{ url, headers, body }: OwnCall,
	cancelled?: AbortSignal,
): Promise<Answer | { fault: Fault }> {
	const send = async (options: AttemptOptions) =>
		await helpers.httpRequest({
			...options,
			method: 'POST',
			url,
			headers: { Accept: 'application/json', ...headers },
			body,
			// A redirect would carry the token to another address.
			disableFollowRedirect: true,
		});
	try {
		return await sendAttempt(send, cancelled);
	} catch (error) {
		return { fault: toNetworkFault(error) ?? { kind: 'connectionLost' } };
	}
}
