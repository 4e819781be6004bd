import { serviceRequest } from './http/serviceRequest';
import type { ServiceSettings } from './http/settings';
import { isRecord, type ServiceContext } from './types';

/** What the trigger needs to know about the owner of an API key. */
export interface UserInfo {
	/** Undefined if the service does not tell. */
	businessId?: string;
	/** Numbers of the linked bank accounts; undefined if the service does not tell. */
	accountNumbers?: string[];
}

/**
 * Reads the business and the linked accounts behind the API key (`GET /v2/userInfo`). The shape of
 * the answer is not documented, so absent or unknown parts are left out
 * (docs/service-api.md#user-information).
 * @throws NodeApiError if the request fails.
 */
export async function getUserInfo(
	context: ServiceContext,
	settings: ServiceSettings,
): Promise<UserInfo> {
	const data = await serviceRequest(context, {
		method: 'GET',
		path: '/v2/userInfo',
		subject: 'user information',
		settings,
	});
	if (!isRecord(data)) return {};
	return {
		businessId: isRecord(data.business) ? toText(data.business.id) : undefined,
		accountNumbers: Array.isArray(data.bankAccs)
			? data.bankAccs.flatMap((account) => getAccountNumber(account) ?? [])
			: undefined,
	};
}

function getAccountNumber(account: unknown): string | undefined {
	return isRecord(account) ? toText(account.bankSubAccId) : undefined;
}

function toText(value: unknown): string | undefined {
	const isText = (typeof value === 'string' && value !== '') || typeof value === 'number';
	return isText ? String(value) : undefined;
}
