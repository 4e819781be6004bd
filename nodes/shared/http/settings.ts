import { IANAZone } from 'luxon';
import { NodeOperationError, type ICredentialDataDecryptedObject } from 'n8n-workflow';

import { isPrivateHost } from './privateHost';
import { CREDENTIAL, type ServiceContext } from '../types';

/** What the nodes know from the credential. */
export interface ServiceSettings {
	/** Address of the service without a trailing `/` or `/v2`. */
	baseUrl: string;
	/** IANA zone in which the service writes its times. */
	timeZone: string;
	/** The key alone; empty if the credential holds none. */
	apiKey: string;
	/** Texts that must never be shown. */
	secrets: string[];
	/** All of the credential, for n8n to sign requests with: it need not read and decrypt it again. */
	credential: ICredentialDataDecryptedObject;
}

/** Why the settings cannot be used: what is wrong, and what to do. */
interface InvalidSetting {
	message: string;
	description: string;
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

/** The Authorization header of every request. */
export function toAuthorization({ scheme, apiKey }: ICredentialDataDecryptedObject): string {
	return `${String(scheme)} ${cleanApiKey(apiKey)}`;
}

/**
 * Reads the credential of the node.
 * @throws NodeOperationError if the base URL or the time zone of the credential is unusable.
 */
export async function readSettings(context: ServiceContext): Promise<ServiceSettings> {
	const settings = toSettings(await context.getCredentials(CREDENTIAL));
	const invalid = validateSettings(settings);
	if (invalid === undefined) return settings;
	const { message, description } = invalid;
	throw new NodeOperationError(context.getNode(), message, { description });
}

/** The settings in a credential, without the additions that people paste. */
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

/** Tells why no request may be sent with these settings; undefined if one may. */
export function validateSettings({
	baseUrl,
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
			message: "The 'Base URL' of the credential must begin with https://",
			description:
				'Over http, anyone on the way could read the API key. Only an address in your own network may begin with http://',
		};
	}
	if (!isTimeZone(timeZone)) {
		return {
			message: "The 'Time Zone' of the credential is not known",
			description: 'Set it to the name of a time zone, e.g. Asia/Ho_Chi_Minh',
		};
	}
	return undefined;
}

function isTimeZone(name: string): boolean {
	return name !== '' && IANAZone.isValidZone(name);
}
