import { toNodeApiError } from '../http/errors';
import { serviceRequest } from '../http/serviceRequest';
import type { ServiceContext } from '../types';
import { isTransactionRecord, type TransactionRecord } from './transaction';

/**
 * Returns one transaction (`GET /v2/transactions/{id}`).
 * @throws NodeApiError if the request fails, the transaction does not exist, or its ID or amount is
 * not a number.
 */
export async function getTransaction(
	context: ServiceContext,
	id: number,
	itemIndex: number,
): Promise<TransactionRecord> {
	const subject = `transaction ${id}`;
	const path = `/v2/transactions/${id}`;
	const data = await serviceRequest(context, { method: 'GET', path, subject, itemIndex });
	if (isTransactionRecord(data)) return data;
	const kind = data === null || data === undefined ? 'missing' : 'invalidRecord';
	const fault = { kind, status: 200, text: 'ID or amount is not a number' } as const;
	throw toNodeApiError(context.getNode(), fault, { subject, host: 'the service', itemIndex });
}
