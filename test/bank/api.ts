import type { FastifyInstance } from 'fastify';
import { addAccountApi } from './accountApi';
import { ServiceError, sendError, type Envelope } from './envelope';
import { addGate } from './gate';
import { getPage, parseListQuery, shuffleDays } from './paging';
import { detailRecord, listRecord, userAccountRecord } from './records';
import type { Store } from './store';
import { addWebhookApi } from './webhookApi';

interface ServiceOptions {
	currentStore: () => Store;
	currentApiKey: () => string;
	stopping: AbortSignal;
}

/** The API of the service under /v2, and its answer to unknown addresses. */
export async function serviceApi(service: FastifyInstance, options: ServiceOptions): Promise<void> {
	const { currentStore } = options;

	const success = (data: unknown): Envelope => ({ error: 0, message: 'success', data });

	const unknownId = (what: string): Envelope => {
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

	addAccountApi(service, currentStore, success);
	addWebhookApi(service, currentStore, success, unknownId);

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

	service.get('/v2/userInfo', async () => {
		const { user, business, ledger } = currentStore();
		return success({
			user,
			business,
			bankAccs: ledger.accounts.map(userAccountRecord),
		});
	});
}
