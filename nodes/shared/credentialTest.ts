import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { parseResponse, maskSecrets } from './http/serviceRequest';
import { describeResponse, toNetworkFault, getErrorText, type Fault } from './http/errors';
import { requestLimits } from './http/retry';
import {
	validateSettings,
	toAuthorization,
	toSettings,
	type ServiceSettings,
} from './http/settings';
import { isRecord } from './types';

interface RawResponse {
	statusCode: number;
	headers: Record<string, unknown>;
	/** Undefined if it is empty. */
	body?: string;
}

const SUBJECT = 'user information';
const TRY_LATER = 'Try again later.';
const CHECK_KEY = 'Check the API key and its account.';

/** What to do about a fault, if the advice to a user of a node does not fit the credential. */
const ADVICE: Partial<Record<Fault['kind'], string>> = {
	// Every service has a user, so what is missing is the service.
	missing: "Check the 'Base URL', e.g. https://oauth.casso.vn, and then the API key.",
	rejected: CHECK_KEY,
	rateLimited: TRY_LATER,
	unavailable: TRY_LATER,
	connectionLost: TRY_LATER,
	timedOut: TRY_LATER,
};

/**
 * Tests a credential with the cheapest request that proves a key. It fails for every answer but an
 * envelope with `error` 0 and a user.
 */
export async function testCredential(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const settings = toSettings(data);
	const invalid = validateSettings(settings);
	if (invalid !== undefined) return failed(`${invalid.message}. ${invalid.description}`);
	const fault = await findFault(this, settings);
	if (fault === undefined) return { status: 'OK', message: 'Connection successful!' };
	return failed(describeFault(maskSecrets(fault, settings.secrets), settings));
}

async function findFault(
	context: ICredentialTestFunctions,
	settings: ServiceSettings,
): Promise<Fault | undefined> {
	try {
		// The only request helper of a credential test. What it throws may hold the request with its
		// key, so nothing but the network's code is taken from it.
		const response = (await context.helpers.request({
			method: 'GET',
			uri: `${settings.baseUrl}/v2/userInfo`,
			headers: { Accept: 'application/json', Authorization: toAuthorization(settings.credential) },
			timeout: requestLimits.timeoutMs,
			// As text, and whatever the HTTP status.
			json: false,
			simple: false,
			resolveWithFullResponse: true,
			// A redirect would carry the key to another address.
			followRedirect: false,
		})) as RawResponse;
		const answer = parseResponse({
			status: response.statusCode,
			retryAfter: response.headers['retry-after'],
			body: response.body ?? '',
		});
		if ('fault' in answer) return answer.fault;
		if (isRecord(answer.data)) return undefined;
		return { kind: 'unreadable', status: response.statusCode, text: 'not a user' };
	} catch (error) {
		return toNetworkFault(error) ?? { kind: 'connectionLost' };
	}
}

function describeFault(fault: Fault, { baseUrl }: ServiceSettings): string {
	const about = { subject: SUBJECT, host: new URL(baseUrl).host };
	if (fault.kind === 'unauthorized') {
		return 'The service does not accept this key. Copy the key again from the integration area of your account at the service. Paste all of it, and nothing else.';
	}
	const { message, description } = getErrorText(fault, about);
	return `${message}. ${ADVICE[fault.kind] ?? description}${describeResponse(fault, about)}`;
}

function failed(message: string): INodeCredentialTestResult {
	return { status: 'Error', message };
}
