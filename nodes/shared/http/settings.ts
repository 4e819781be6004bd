import { IANAZone } from 'luxon';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { toOperationError } from './errors';
import { isPrivateHost } from './privateHost';
import { CREDENTIAL, type ServiceContext } from '../types';

/** The fields of the credential, cleaned. */
export interface ServiceSettings {
	/** Address of the service without a trailing `/` or `/v2`. */
	baseUrl: string;
	/** IANA time zone of the service. */
	timeZone: string;
	apiKey: string;
	/** Texts that must never be shown. */
	secrets: string[];
	/** The whole credential, so that n8n need not read and decrypt it again for each request. */
	credential: ICredentialDataDecryptedObject;
}

/** What is wrong with a setting, and what to do. */
interface InvalidSetting {
	message: string;
	description: string;
}

const PASTED_SCHEME = /^(?:apikey|bearer)\s/i;

/** Removes what users often paste with the address: white space, a trailing `/` or `/v2`. */
export function cleanBaseUrl(baseUrl: string): string {
	return baseUrl.trim().replace(/\/+$/, '').replace(/\/v2$/i, '').replace(/\/+$/, '');
}

/** Removes white space and a scheme (`Apikey`, `Bearer`) that was pasted with the key. */
export function cleanApiKey(apiKey: unknown): string {
	return String(apiKey ?? '')
		.trim()
		.replace(PASTED_SCHEME, '')
		.replace(/\s/g, '');
}

/** Returns the Authorization header. */
export function toAuthorization({ scheme, apiKey }: ICredentialDataDecryptedObject): string {
	return `${String(scheme)} ${cleanApiKey(apiKey)}`;
}

/**
 * Reads the credential of the node.
 * @throws NodeOperationError if the base URL, the API key or the time zone of the credential is unusable.
 */
export async function readSettings(context: ServiceContext): Promise<ServiceSettings> {
	const settings = toSettings(await context.getCredentials(CREDENTIAL));
	const invalid = validateSettings(settings);
	if (invalid === undefined) return settings;
	throw toOperationError(context.getNode(), invalid);
}

/** Converts a credential to settings. */
export function toSettings(credential: ICredentialDataDecryptedObject): ServiceSettings {
	const apiKey = cleanApiKey(credential.apiKey);
	return {
		baseUrl: cleanBaseUrl(String(credential.baseUrl ?? '')),
		timeZone: String(credential.timeZone ?? '').trim(),
		apiKey,
		secrets: apiKey === '' ? [] : [apiKey],
		credential,
	};
}

/** Returns what is wrong with the settings, or undefined if requests may be sent with them. */
export function validateSettings({
	baseUrl,
	apiKey,
	timeZone,
}: ServiceSettings): InvalidSetting | undefined {
	if (!/^https?:\/\//i.test(baseUrl) || !URL.canParse(baseUrl)) {
		return {
			message: "The 'Base URL' of the credential is not a URL",
			description: 'Set it to the address of the service, e.g. https://oauth.casso.vn',
		};
	}
	const { protocol, hostname } = new URL(baseUrl);
	if (protocol === 'http:' && !isPrivateHost(hostname)) {
		return {
			message: "The 'Base URL' of the credential must start with https://",
			description:
				'With http, anyone on the network could read the API key. Only addresses in your own network may start with http://.',
		};
	}
	if (apiKey === '') {
		return {
			message: 'The credential contains no API key',
			description: "Enter the key in the credential 'Bank Transactions API'.",
		};
	}
	if (!isTimeZone(timeZone)) {
		return {
			message: "The 'Time Zone' of the credential is not valid",
			description: 'Enter the name of a time zone, e.g. Asia/Ho_Chi_Minh.',
		};
	}
	return undefined;
}

/**
 * Only some releases of Node.js know offsets such as `+07:00`, so a name needs a letter. Luxon keeps the
 * zones that it creates: to validate a name takes long, and happens with each event.
 */
function isTimeZone(name: string): boolean {
	return /[a-z]/i.test(name) && IANAZone.create(name).isValid;
}
