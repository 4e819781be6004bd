import type { IWebhookFunctions } from 'n8n-workflow';

import { passes, type TransactionFilter } from '../service/filter';
import { isTestTransaction, type TransactionRecord } from '../service/transaction';

/** The parameters of the trigger that choose transactions. */
export interface TriggerOptions {
	accountNumber?: string;
	minimumAmount?: number;
	includeTestEvents?: boolean;
	secureTokenHeader?: string;
}

/**
 * The transactions that start the workflow by the parameters of the trigger. The service's test
 * call is money to nobody: it passes only where it was asked for, and always in a test run.
 */
export function select(
	context: IWebhookFunctions,
	records: TransactionRecord[],
): TransactionRecord[] {
	const triggerOn = context.getNodeParameter('triggerOn') as 'incoming' | 'outgoing' | 'all';
	const options = context.getNodeParameter('options', {}) as TriggerOptions;
	const filter: TransactionFilter = {
		direction: triggerOn === 'all' ? undefined : triggerOn,
		accountNumber: options.accountNumber,
		minimumAmount: options.minimumAmount,
	};
	const showTests = context.getMode() === 'manual' || options.includeTestEvents === true;
	const passing = passes(filter);
	return records.filter((record) => (isTestTransaction(record) ? showTests : passing(record)));
}
