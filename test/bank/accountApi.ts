import type { FastifyInstance } from 'fastify';
import { badRequest, ServiceError } from './envelope';
import { accountRecord } from './records';
import type { Store } from './store';

/** Reads the number of the account from the body of a sync. Throws a ServiceError without one. */
function readAccountNumber(body: unknown): string {
	const isObject = typeof body === 'object' && body !== null && 'bank_acc_id' in body;
	if (isObject && typeof body.bank_acc_id === 'string' && body.bank_acc_id !== '') {
		return body.bank_acc_id;
	}
	throw badRequest('Invalid bank_acc_id');
}

/** The service's operations on linked accounts. */
export function addAccountApi(
	service: FastifyInstance,
	currentStore: () => Store,
	success: (data: unknown) => unknown,
): void {
	service.get('/v2/accounts', async () =>
		success(currentStore().ledger.accounts.map(accountRecord)),
	);

	service.post('/v2/sync', async ({ body }) => {
		const store = currentStore();
		const account = store.ledger.findAccount(readAccountNumber(body));
		if (!account) throw new ServiceError(404, 404, 'Account not exists');
		if (!account.connected) throw badRequest('Account is not connected');
		const transactions = await store.sync(account);
		return success(store.settings.syncAnswer === 'null' ? null : transactions);
	});
}
