import type { FastifyInstance } from 'fastify';
import { Refusal } from './refusal';
import { formChoiceSchema, settingsSchema, type Settings } from './settings';
import type { Store } from './store';
import type { AccountInput, Correction, FaultInput, TransferInput, WebhookInput } from './types';

export interface ResetInput {
	transactions?: number;
	seed?: number;
	/** How many days back its history reaches. */
	historyDays?: number;
}

interface ControlOptions {
	currentStore: () => Store;
	reset: (input: ResetInput) => Promise<void>;
	renewApiKey: () => string;
}

interface ById {
	Params: { id: number };
}

const text = { type: 'string' };
const count = { type: 'integer', minimum: 0 };
const object = (properties: object, required: string[] = []) => ({
	type: 'object',
	additionalProperties: false,
	required,
	properties,
});

const transferSchema = object(
	{
		amount: { type: 'number' },
		description: text,
		form: formChoiceSchema,
		accountNumber: text,
		counterpartName: text,
		counterpartAccount: text,
		when: text,
		virtualAccount: text,
		deliver: { type: 'boolean' },
		reference: text,
		balance: { type: 'null' },
	},
	['amount'],
);
const webhookSchema = object(
	{ url: { ...text, pattern: '^https?://' }, secureToken: text, incomeOnly: { type: 'boolean' } },
	['url'],
);
const faultSchema = object(
	{
		method: text,
		path: text,
		times: { type: ['integer', 'null'], minimum: 1 },
		after: count,
		kind: {
			enum: ['status', 'reset', 'hang', 'trickle', 'flood', 'cut', 'html', 'empty', 'garbage'],
		},
		status: { type: 'integer', minimum: 200, maximum: 599 },
		retryAfter: text,
		body: text,
		carriedOut: { type: 'boolean' },
	},
	['kind'],
);
const historyDaysSchema = { type: 'number', exclusiveMinimum: 0, maximum: 90 };
const resetSchema = object({
	transactions: { ...count, maximum: 200_000 },
	seed: count,
	historyDays: historyDaysSchema,
});
const accountSchema = object(
	{ transactions: { ...count, maximum: 1000 }, daysAgo: { type: 'number', minimum: 0 } },
	['transactions', 'daysAgo'],
);
const idSchema = { params: object({ id: { type: 'string', pattern: '^\\d+$' } }) };
const batchSchema = { type: 'array', minItems: 1, maxItems: 1000, items: transferSchema };

/** The control API of the practice bank for tests and its page: under /control, without a key. */
export async function controlApi(control: FastifyInstance, options: ControlOptions): Promise<void> {
	const { currentStore, reset, renewApiKey } = options;

	const findWebhook = (id: number) => {
		const webhook = currentStore().webhooks.find(id);
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
	control.post<{ Body: WebhookInput }>(
		'/webhooks',
		{ schema: { body: webhookSchema } },
		async ({ body }) => currentStore().webhooks.add(body),
	);
	control.delete<ById>('/webhooks/:id', { schema: idSchema }, async ({ params }) =>
		currentStore().webhooks.remove(findWebhook(Number(params.id))),
	);
	control.post<ById>('/webhooks/:id/pause', { schema: idSchema }, async ({ params }) => {
		const webhook = findWebhook(Number(params.id));
		webhook.paused = true;
		return webhook;
	});

	control.post<{ Body: TransferInput }>(
		'/transfers',
		{ schema: { body: transferSchema } },
		async ({ body }) => {
			const { transactions, deliveries } = await currentStore().transfer([body]);
			return { transaction: transactions[0], deliveries };
		},
	);
	control.post<{ Body: TransferInput[] }>(
		'/transfers/batch',
		{ schema: { body: batchSchema } },
		async ({ body }) => await currentStore().transfer(body),
	);
	control.post<{ Body: TransferInput }>(
		'/transfers/held',
		{ schema: { body: transferSchema } },
		async ({ body }, reply) => {
			currentStore().holdTransfer(body);
			return await reply.code(204).send();
		},
	);
	control.get('/transfers/held', async () => currentStore().heldTransfers);
	control.patch<ById & { Body: Correction }>(
		'/transactions/:id',
		{ schema: { ...idSchema, body: object({ description: text, amount: { type: 'number' } }) } },
		async ({ params, body }, reply) => {
			currentStore().ledger.correct(Number(params.id), body);
			return await reply.code(204).send();
		},
	);
	control.delete<ById>('/transactions/:id', { schema: idSchema }, async ({ params }, reply) => {
		currentStore().ledger.withdraw(Number(params.id));
		return await reply.code(204).send();
	});
	control.post<{ Body: AccountInput }>(
		'/accounts',
		{ schema: { body: accountSchema } },
		async ({ body }) => currentStore().linkAccount(body),
	);
	control.patch<{ Params: { accountNumber: string }; Body: { connected: boolean } }>(
		'/accounts/:accountNumber',
		{ schema: { body: object({ connected: { type: 'boolean' } }, ['connected']) } },
		async ({ params, body }) =>
			currentStore().ledger.setConnected(params.accountNumber, body.connected),
	);
	control.post('/api-key', async () => ({ apiKey: renewApiKey() }));
	control.post('/test-event', async () => ({
		deliveries: await currentStore().sendTestEvent(),
	}));

	control.get('/deliveries', async () => currentStore().sender.deliveries);
	control.post<ById>('/deliveries/:id/repeat', { schema: idSchema }, async ({ params }) => {
		const attempt = await currentStore().sender.repeat(Number(params.id));
		if (!attempt) throw new Refusal(`There is no delivery ${params.id}`, 404);
		return attempt;
	});

	control.get('/requests', async () => currentStore().requests.entries);
	control.delete('/logs', async (_request, reply) => {
		currentStore().requests.clear();
		currentStore().sender.clear();
		return await reply.code(204).send();
	});

	control.patch<{ Body: Partial<Settings> }>(
		'/settings',
		{ schema: { body: settingsSchema } },
		async ({ body }) => Object.assign(currentStore().settings, body),
	);
	control.post<{ Body: ResetInput }>(
		'/reset',
		{ schema: { body: resetSchema } },
		async ({ body }, reply) => {
			await reset(body);
			return await reply.code(204).send();
		},
	);

	control.post<{ Body: FaultInput }>(
		'/faults',
		{ schema: { body: faultSchema } },
		async ({ body }) => currentStore().faults.add(body),
	);
	control.delete('/faults', async (_request, reply) => {
		currentStore().faults.clear();
		return await reply.code(204).send();
	});
}
