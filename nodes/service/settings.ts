import { NodeOperationError, type ICredentialDataDecryptedObject, type INode } from 'n8n-workflow';

import { CREDENTIAL, type CredentialContext } from './types';

/** What the nodes know from the credential. */
export interface ServiceSettings {
	/** Address of the service without a trailing `/` or `/v2`. */
	baseUrl: string;
	/** IANA zone in which the service writes its times. */
	timeZone: string;
	/** Texts that must never be shown. */
	secrets: string[];
	/** All of the credential, for n8n to sign requests with: it need not read and decrypt it again. */
	credential: ICredentialDataDecryptedObject;
}

const PASTED_SCHEME = /^(?:apikey|bearer)\s+/i;

/** Drops what people add to an address when they paste it: blanks, a trailing `/` or `/v2`. */
export function cleanBaseUrl(baseUrl: string): string {
	return baseUrl.trim().replace(/\/+$/, '').replace(/\/v2$/i, '').replace(/\/+$/, '');
}

/** The key alone: without blanks and line breaks, and without a scheme that was pasted in front. */
export function cleanApiKey(apiKey: unknown): string {
	return String(apiKey ?? '')
		.trim()
		.replace(PASTED_SCHEME, '')
		.replace(/\s+/g, '');
}

/**
 * Reads the credential of the node.
 * @throws NodeOperationError where the base URL or the time zone of the credential is unusable.
 */
export async function readSettings(context: CredentialContext): Promise<ServiceSettings> {
	const credential = await context.getCredentials(CREDENTIAL);
	const baseUrl = cleanBaseUrl(String(credential.baseUrl ?? ''));
	const timeZone = String(credential.timeZone ?? '').trim();
	const apiKey = cleanApiKey(credential.apiKey);
	assertBaseUrl(context.getNode(), baseUrl);
	assertTimeZone(context.getNode(), timeZone);
	return {
		baseUrl,
		timeZone,
		secrets: apiKey === '' ? [] : [apiKey],
		credential,
	};
}

function assertBaseUrl(node: INode, baseUrl: string) {
	if (/^https?:\/\//i.test(baseUrl) && URL.canParse(baseUrl)) return;
	throw new NodeOperationError(node, "The 'Base URL' of the credential is not an address", {
		description: 'Set it to the address of the service, e.g. https://oauth.casso.vn',
	});
}

function assertTimeZone(node: INode, timeZone: string) {
	try {
		new Intl.DateTimeFormat('en', { timeZone: timeZone || 'invalid' });
	} catch {
		throw new NodeOperationError(node, "The 'Time Zone' of the credential is not known", {
			description: 'Set it to the name of a zone, e.g. Asia/Ho_Chi_Minh',
		});
	}
}
