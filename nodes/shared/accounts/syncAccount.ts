import { serviceRequest, type Outcome } from '../http/serviceRequest';
import type { ServiceContext } from '../types';

/**
 * Asks the service to fetch new transactions of an account from the bank now (`POST /v2/sync`). It
 * sends them to the webhooks.
 * @throws NodeApiError if the request fails. It may have been carried out even so.
 */
export async function syncAccount(
	context: ServiceContext,
	accountNumber: string,
	itemIndex?: number,
): Promise<void> {
	const request = {
		method: 'POST',
		path: '/v2/sync',
		// Despite its name, the field holds the number of the account and not its ID.
		body: { bank_acc_id: accountNumber },
		subject: `account ${accountNumber}`,
		itemIndex,
	} as const;
	await serviceRequest(context, request, ignoreData);
}

/** `null` and an array have both been seen, and neither says more than that the request succeeded. */
function ignoreData(): Outcome<undefined> {
	return { data: undefined };
}
