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

/**
 * The service's operations on linked accounts. `unknownId` makes the answer for an id that is not
 * there.
 */
export function addAccountApi(
	service: FastifyInstance,
	currentStore: () => Store,
	success: (data: unknown) => unknown,
	unknownId: (what: string) => unknown,
): void {
	service.get('/v2/accounts', async () =>
		success(currentStore().ledger.accounts.map(accountRecord)),
	);

	service.get<{ Params: { id: string } }>('/v2/accounts/:id', async ({ params }) => {
		const account = currentStore().ledger.accounts.find(({ id }) => String(id) === params.id);
		return account ? success(accountRecord(account)) : unknownId('Account');
	});

	service.post('/v2/sync', async ({ body }) => {
		const store = currentStore();
		const account = store.ledger.findAccount(readAccountNumber(body));
		if (!account) throw new ServiceError(404, store.settings.unknownIdCode, 'Account not exists');
		if (!account.connected) throw badRequest('Account is not connected');
		const transactions = await store.sync(account);
		return success(store.settings.syncAnswer === 'null' ? null : transactions);
	});
}
