import {
	invalidData,
	serviceRequest,
	type Outcome,
	type Parser,
	type RequestOptions,
} from './http/serviceRequest';
import type { ServiceSettings } from './http/settings';
import { getDay, toServiceDay } from './transactions/time';
import { isRecord, type ServiceContext, type ServiceRecord } from './types';
import { toText } from './values';

/**
 * Returns the user, the business and the linked accounts of the API key as the service sends them
 * (`GET /v2/userInfo`).
 * @throws NodeApiError if the request fails, or the response is not an object.
 */
export async function getUser(context: ServiceContext, itemIndex: number): Promise<ServiceRecord> {
	return await requestUser(context, { itemIndex }, parseUser);
}

/** What the trigger needs to know about the owner of an API key. */
export interface UserInfo {
	/** Undefined if the service does not tell. */
	businessId?: string;
	/** Numbers of the linked bank accounts; undefined if the service does not tell. */
	accountNumbers?: string[];
	/** The service's day (`YYYY-MM-DD`); that of n8n's clock if the service does not tell the time. */
	today?: string;
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
	const { timeZone } = settings;
	return await requestUser(context, { settings }, (data, date) => ({
		data: {
			...parseUserInfo(data),
			today: toServiceDay(new Date(String(date)), timeZone) ?? getDay(timeZone),
		},
	}));
}

async function requestUser<T>(
	context: ServiceContext,
	options: RequestOptions,
	parse: Parser<T>,
): Promise<T> {
	const request = { method: 'GET', path: '/v2/userInfo', subject: 'user information' } as const;
	return await serviceRequest(context, { ...request, ...options }, parse);
}

function parseUser(data: unknown): Outcome<ServiceRecord> {
	return isRecord(data) ? { data } : invalidData('unreadable', 'not a user');
}

function parseUserInfo(data: unknown): UserInfo {
	if (!isRecord(data)) return {};
	return {
		businessId: isRecord(data.business) ? toText(data.business.id) || undefined : undefined,
		accountNumbers: Array.isArray(data.bankAccs)
			? data.bankAccs.map(getAccountNumber).filter((number) => number !== '')
			: undefined,
	};
}

function getAccountNumber(account: unknown): string {
	return isRecord(account) ? toText(account.bankSubAccId) : '';
}
