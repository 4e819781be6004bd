import type { FastifyInstance } from 'fastify';
import { badRequest, ServiceError, sendError, success } from './envelope';
import { addGate, type Access } from './gate';
import { getPage, parseListQuery, shuffleDays } from './paging';
import { accountRecord, detailRecord, listRecord, userAccountRecord } from './records';
import type { Store } from './store';
import { addWebhookApi } from './webhookApi';

interface ServiceOptions extends Access {
	currentStore: () => Store;
}

/** Reads the number of the account from the body of a sync. Throws a ServiceError without one. */
function readAccountNumber(body: unknown): string {
	const isObject = typeof body === 'object' && body !== null && 'bank_acc_id' in body;
	if (isObject && typeof body.bank_acc_id === 'string' && body.bank_acc_id !== '') {
		return body.bank_acc_id;
	}
	throw badRequest('Invalid bank_acc_id');
}

/** The API of the service under /v2, and its answer to unknown addresses. */
export async function serviceApi(service: FastifyInstance, options: ServiceOptions): Promise<void> {
	const { currentStore } = options;

	const unknownId = (what: string) => {
		const form = currentStore().settings.unknownId;
		if (form === 'null') return success(null);
		throw new ServiceError(form === '404' ? 404 : 200, 404, `${what} not exists`);
	};

	addGate(service, currentStore, options);

	// Otherwise the header would tell the time of this computer, which may differ.
	service.addHook('onSend', async (_request, reply) => {
		void reply.header('date', new Date(currentStore().now()).toUTCString());
	});

	service.setNotFoundHandler(async (_request, reply) => {
		await sendError(reply, 404, 404, 'Not Found');
	});

	service.setErrorHandler<Error & { statusCode?: number }>(async (error, _request, reply) => {
		const status = error.statusCode ?? 500;
		const code = error instanceof ServiceError ? error.code : status;
		await sendError(reply, status, code, error.message);
	});

	addWebhookApi(service, currentStore, unknownId);

	service.get('/v2/transactions', async ({ query }) => {
		const store = currentStore();
		const { ledger, settings } = store;
		const list = parseListQuery(query, store.now(), settings);
		const listed = ledger.between(list.start, list.end);
		const all = settings.shufflesDays ? shuffleDays(listed, store.random) : listed;
		return success(getPage(all, list, settings, (record) => listRecord(record, settings.listTime)));
	});

	service.get<{ Params: { id: string } }>('/v2/transactions/:id', async ({ params }) => {
		const transaction = currentStore().ledger.find(Number(params.id));
		return transaction ? success(detailRecord(transaction)) : unknownId('Transaction');
	});

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

	service.get('/v2/userInfo', async () => {
		const { user, business, ledger } = currentStore();
		return success({ user, business, bankAccs: ledger.accounts.map(userAccountRecord) });
	});
}
