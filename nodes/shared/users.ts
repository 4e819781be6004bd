import { toNodeApiError } from './http/errors';
import { serviceRequest } from './http/serviceRequest';
import type { ServiceSettings } from './http/settings';
import { isRecord, type ServiceContext, type ServiceRecord } from './types';

const SUBJECT = 'user information';

/**
 * Returns the user, the business and the linked accounts of the API key as the service sends them
 * (`GET /v2/userInfo`).
 * @throws NodeApiError if the request fails, or the response is not an object.
 */
export async function getUser(context: ServiceContext, itemIndex: number): Promise<ServiceRecord> {
	const data = await requestUser(context, { itemIndex });
	if (isRecord(data)) return data;
	const fault = { kind: 'unreadable', status: 200, text: 'not a user' } as const;
	const request = { subject: SUBJECT, host: 'the service', itemIndex };
	throw toNodeApiError(context.getNode(), fault, request);
}

/** What the trigger needs to know about the owner of an API key. */
export interface UserInfo {
	/** Undefined if the service does not tell. */
	businessId?: string;
	/** Numbers of the linked bank accounts; undefined if the service does not tell. */
	accountNumbers?: string[];
}

/**
 * Returns the business and the linked accounts of the API key. The shape of the response is not
 * documented, so absent or unknown parts are left out (docs/service-api.md#user-information).
 * @throws NodeApiError if the request fails.
 */
export async function getUserInfo(
	context: ServiceContext,
	settings: ServiceSettings,
): Promise<UserInfo> {
	const data = await requestUser(context, { settings });
	if (!isRecord(data)) return {};
	return {
		businessId: isRecord(data.business) ? toText(data.business.id) : undefined,
		accountNumbers: Array.isArray(data.bankAccs)
			? data.bankAccs.flatMap((account) => getAccountNumber(account) ?? [])
			: undefined,
	};
}

async function requestUser(
	context: ServiceContext,
	options: { settings?: ServiceSettings; itemIndex?: number },
): Promise<unknown> {
	return await serviceRequest(context, {
		method: 'GET',
		path: '/v2/userInfo',
		subject: SUBJECT,
		...options,
	});
}

function getAccountNumber(account: unknown): string | undefined {
	return isRecord(account) ? toText(account.bankSubAccId) : undefined;
}

function toText(value: unknown): string | undefined {
	const isText = (typeof value === 'string' && value !== '') || typeof value === 'number';
	return isText ? String(value) : undefined;
}
