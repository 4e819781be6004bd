import type { NodeApiError } from 'n8n-workflow';

import { isNotFoundError } from '../shared/http/serviceRequest';
import type { ServiceSettings } from '../shared/http/settings';
import type { ServiceContext } from '../shared/types';
import { getUserInfo, type UserInfo } from '../shared/users';
import { fingerprint, type ActivationHint } from './hint';

/** Whose transactions a credential reads. */
export interface Source {
	/** The same for all keys of one business at one service. */
	id: string;
	keyFingerprint: string;
	/** Numbers of the linked accounts. Undefined if the service did not return them. */
	accountNumbers?: string[];
	/** The service's day (`YYYY-MM-DD`) when it was asked. Undefined if it could not be read. */
	today?: string;
}

/**
 * Identifies whose transactions the credential reads. If neither the key nor the base URL changed, it is
 * the known source, even if the service cannot be read.
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
			: fingerprint(settings.baseUrl, info.businessId);
	const { accountNumbers, today } = info;
	return { id, keyFingerprint, accountNumbers, today };
}

/** Changes with the API key and the base URL. */
export function createKeyFingerprint({ baseUrl, apiKey }: ServiceSettings): string {
	return fingerprint(baseUrl, apiKey);
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
