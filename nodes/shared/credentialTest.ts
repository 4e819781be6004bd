import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { sendAttempt } from './http/attempt';
import { describeResponse, getErrorText, type Fault } from './http/errors';
import { toNetworkFault } from './http/networkFaults';
import { parseResponse, maskSecrets } from './http/serviceRequest';
import { requestLimits } from './http/retry';
import {
	validateSettings,
	toAuthorization,
	toSettings,
	type ServiceSettings,
} from './http/settings';
import { isRecord } from './types';

const SUBJECT = 'user information';

/** What to do about a fault, if the advice to a user of a node does not fit the credential. */
const ADVICE: Partial<Record<Fault['kind'], string>> = {
	// Every service has a user, so what is missing is the service.
	missing: "Check the 'Base URL', e.g. https://oauth.casso.vn, and then the API key.",
	rejected: 'Check the API key and its account.',
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
		const answer = await sendAttempt(async () => await request(context, settings));
		const outcome = parseResponse(answer);
		if ('fault' in outcome) return outcome.fault;
		if (isRecord(outcome.data)) return undefined;
		return { kind: 'unreadable', status: answer.status, text: 'not a user' };
	} catch (error) {
		return toNetworkFault(error) ?? { kind: 'connectionLost' };
	}
}

/**
 * Uses the only request helper of a credential test, which cannot be aborted before the answer begins.
 * What it throws may hold the request with its key, so only the network's code is taken from it.
 */
async function request(
	{ helpers }: ICredentialTestFunctions,
	{ baseUrl, credential }: ServiceSettings,
): Promise<unknown> {
	return await helpers.request({
		method: 'GET',
		uri: `${baseUrl}/v2/userInfo`,
		headers: { Accept: 'application/json', Authorization: toAuthorization(credential) },
		timeout: requestLimits.timeoutMs,
		useStream: true,
		// Whatever the HTTP status.
		simple: false,
		resolveWithFullResponse: true,
		// A redirect would carry the key to another address.
		followRedirect: false,
	});
}

function describeFault(fault: Fault, { baseUrl }: ServiceSettings): string {
	const timeoutSeconds = requestLimits.timeoutMs / 1000;
	const about = { subject: SUBJECT, host: new URL(baseUrl).host, timeoutSeconds };
	if (fault.kind === 'unauthorized') {
		return 'The service does not accept this key. Copy the key again from the integration area of your account at the service. Paste all of it, and nothing else.';
	}
	const { message, description } = getErrorText(fault, about);
	return `${message}. ${ADVICE[fault.kind] ?? description}${describeResponse(fault, about)}`;
}

function failed(message: string): INodeCredentialTestResult {
	return { status: 'Error', message };
}
