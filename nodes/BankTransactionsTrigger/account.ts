import type { NodeApiError } from 'n8n-workflow';

import { isNotFoundError } from '../shared/http/serviceRequest';
import type { ServiceSettings } from '../shared/http/settings';
import type { ServiceContext } from '../shared/types';
import { getUserInfo, type UserInfo } from '../shared/users';
import { fingerprint, type Begun } from './storedState';

/** The account at the service whose transactions a credential reads. */
export interface Account {
	/**
	 * The same for all keys of one business at one service. If the service does not say to whom a new key
	 * belongs, it is the fingerprint of the key.
	 */
	id: string;
	keyFingerprint: string;
	/** Numbers of the linked bank accounts. Undefined if the service did not return them. */
	bankAccounts?: string[];
	/** The service's day (`YYYY-MM-DD`) when it was asked. Undefined if it could not be read. */
	today?: string;
}

/**
 * Identifies whose transactions the credential reads. An unchanged key is that of the known account, even
 * if the service cannot be read, or its base URL is written differently.
 * @throws NodeApiError if the service cannot be read: an unknown account must not be taken for a new one.
 */
export async function identifyAccount(
	context: ServiceContext,
	settings: ServiceSettings,
	known: Pick<Begun, 'account' | 'keyFingerprint'> | undefined,
): Promise<Account> {
	const keyFingerprint = createKeyFingerprint(settings);
	const isKnown = known?.keyFingerprint === keyFingerprint;
	const info = await getUserInfo(context, settings).catch((error: NodeApiError): UserInfo => {
		// A service without this request has one business for each key.
		if (isKnown || isNotFoundError(error)) return {};
		throw error;
	});
	const id = isKnown
		? known.account
		: info.businessId === undefined
			? keyFingerprint
			: fingerprint(new URL(settings.baseUrl).href, info.businessId);
	return { id, keyFingerprint, bankAccounts: info.accountNumbers, today: info.today };
}

/** Changes with the API key. */
export function createKeyFingerprint({ apiKey }: ServiceSettings): string {
	return fingerprint(apiKey);
}
