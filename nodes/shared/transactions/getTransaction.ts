import { invalidData, serviceRequest, type Outcome } from '../http/serviceRequest';
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
	const path = `/v2/transactions/${id}`;
	const request = { method: 'GET', path, subject: `transaction ${id}`, itemIndex } as const;
	return await serviceRequest(context, request, parseTransaction);
}

function parseTransaction(data: unknown): Outcome<TransactionRecord> {
	if (isTransactionRecord(data)) return { data };
	const isMissing = data === null || data === undefined;
	return isMissing
		? invalidData('missing', 'no transaction')
		: invalidData('invalidRecord', 'ID or amount is not a number');
}
