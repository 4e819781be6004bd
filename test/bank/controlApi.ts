import type { FastifyInstance } from 'fastify';
import { Refusal } from './refusal';
import type { Settings } from './settings';
import type { History, Store } from './store';
import type { AccountInput, Correction, FaultInput, TransferInput, WebhookInput } from './types';

interface ControlOptions {
	currentStore: () => Store;
	reset: (history: Partial<History>) => Promise<void>;
	renewApiKey: () => string;
}

interface ById {
	Params: { id: string };
}

/**
 * The control API of the practice bank: under /control, without a key. Bodies are as `BankControl` sends
 * them, whose types check them.
 */
export async function controlApi(control: FastifyInstance, options: ControlOptions): Promise<void> {
	const { currentStore, reset, renewApiKey } = options;

	const findWebhook = (id: string) => {
		const webhook = currentStore().webhooks.find(Number(id));
		if (!webhook) throw new Refusal(`There is no webhook ${id}`, 404);
		return webhook;
	};

	control.get('/state', async () => {
		const { ledger, webhooks, settings, business, user } = currentStore();
		return {
			accounts: ledger.accounts,
			webhooks: webhooks.all,
			settings,
			transactionCount: ledger.transactions.length,
			business,
			user,
		};
	});

	control.get('/webhooks', async () => currentStore().webhooks.all);
	control.get('/webhooks/history', async () => currentStore().webhooks.history);
	control.post<{ Body: WebhookInput }>('/webhooks', async ({ body }) =>
		currentStore().webhooks.add(body),
	);
	control.delete<ById>('/webhooks/:id', async ({ params }) =>
		currentStore().webhooks.remove(findWebhook(params.id)),
	);
	control.post<ById>('/webhooks/:id/pause', async ({ params }) =>
		Object.assign(findWebhook(params.id), { paused: true }),
	);

	control.post<{ Body: TransferInput }>('/transfers', async ({ body }) => {
		const { transactions, deliveries } = await currentStore().transfer([body]);
		return { transaction: transactions[0], deliveries };
	});
	control.post<{ Body: TransferInput[] }>(
		'/transfers/batch',
		async ({ body }) => await currentStore().transfer(body),
	);
	control.post<{ Body: TransferInput }>('/transfers/held', async ({ body }) =>
		currentStore().holdTransfer(body),
	);
	control.get('/transfers/held', async () => currentStore().heldTransfers);
	control.patch<ById & { Body: Correction }>('/transactions/:id', async ({ params, body }) =>
		currentStore().ledger.correct(Number(params.id), body),
	);
	control.delete<ById>('/transactions/:id', async ({ params }) =>
		currentStore().ledger.withdraw(Number(params.id)),
	);
	control.post<{ Body: AccountInput }>('/accounts', async ({ body }) =>
		currentStore().linkAccount(body),
	);
	control.patch<{ Params: { accountNumber: string }; Body: { connected: boolean } }>(
		'/accounts/:accountNumber',
		async ({ params, body }) =>
			currentStore().ledger.setConnected(params.accountNumber, body.connected),
	);
	control.post('/api-key', async () => ({ apiKey: renewApiKey() }));
	control.post('/test-event', async () => ({ deliveries: await currentStore().sendTestEvent() }));

	control.get('/deliveries', async () => currentStore().sender.deliveries);
	control.post<ById>('/deliveries/:id/repeat', async ({ params }) => {
		const attempt = await currentStore().sender.repeat(Number(params.id));
		if (!attempt) throw new Refusal(`There is no delivery ${params.id}`, 404);
		return attempt;
	});

	control.get('/requests', async () => currentStore().requests.entries);
	control.delete('/logs', async () => {
		currentStore().requests.clear();
		currentStore().sender.clear();
	});

	control.patch<{ Body: Partial<Settings> }>('/settings', async ({ body }) =>
		Object.assign(currentStore().settings, body),
	);
	control.post<{ Body: Partial<History> }>('/reset', async ({ body }) => await reset(body));

	control.post<{ Body: FaultInput }>('/faults', async ({ body }) =>
		currentStore().faults.add(body),
	);
	control.delete('/faults', async () => currentStore().faults.clear());
}
