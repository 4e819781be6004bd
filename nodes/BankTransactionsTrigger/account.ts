import type { NodeApiError } from 'n8n-workflow';

import { isNotFoundError } from '../shared/http/serviceRequest';
import type { ServiceSettings } from '../shared/http/settings';
import type { ServiceContext } from '../shared/types';
import { getUserInfo, type UserInfo } from '../shared/users';
import { fingerprint, type ActivationHint } from './storedState';

/** Whose transactions a credential reads. */
export interface Source {
	/**
	 * The same for all keys of one business at one service. If the service does not say to whom a new key
	 * belongs, it is the fingerprint of the key.
	 */
	id: string;
	keyFingerprint: string;
	/** Numbers of the linked accounts. Undefined if the service did not return them. */
	accountNumbers?: string[];
	/** The service's day (`YYYY-MM-DD`) when it was asked. Undefined if it could not be read. */
	today?: string;
}

/**
 * Identifies whose transactions the credential reads. An unchanged key is that of the known source, even
 * if the service cannot be read, or its base URL is written differently.
 * @throws NodeApiError if the service cannot be read: an unknown source must not be taken for a new one.
 */
export async function identifySource(
	context: ServiceContext,
	settings: ServiceSettings,
	known: Pick<ActivationHint, 'source' | 'keyFingerprint'> | undefined,
): Promise<Source> {
	const keyFingerprint = createKeyFingerprint(settings);
	const isKnown = known?.keyFingerprint === keyFingerprint;
	const info = await readUserInfo(context, settings, isKnown);
	const id = isKnown
		? known.source
		: info.businessId === undefined
			? keyFingerprint
			: fingerprint(new URL(settings.baseUrl).href, info.businessId);
	const { accountNumbers, today } = info;
	return { id, keyFingerprint, accountNumbers, today };
}

/** Changes with the API key. */
export function createKeyFingerprint({ apiKey }: ServiceSettings): string {
	return fingerprint(apiKey);
}

async function readUserInfo(
	context: ServiceContext,
	settings: ServiceSettings,
	isOptional: boolean,
): Promise<UserInfo> {
	try {
		return await getUserInfo(context, settings);
	} catch (error) {
		// A service without this request has one business for each key.
		if (isOptional || isNotFoundError(error)) return {};
		throw error as NodeApiError;
	}
}
