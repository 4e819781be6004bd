import { getError, getOutput, useBank } from '../support/engine/testBank';

const bank = useBank();

const URL = 'https://n8n.example.com/webhook/bank';
const OTHER_URL = 'https://n8n.example.com/webhook/other';
const TOKEN = 'first-secret-token-of-the-test';
const NEW_TOKEN = 'second-secret-token-of-the-test';

const webhook = (operation: string, parameters: object = {}) => ({
	resource: 'webhook',
	operation,
	...parameters,
});

const addWebhook = async (url = URL, incomeOnly = true) =>
	await bank.control.addWebhook({ url, secureToken: TOKEN, incomeOnly });

it('Create registers the trimmed URL, the token and the direction and returns the webhook', async () => {
	const given = { webhookUrl: ` ${URL}\n`, secureToken: TOKEN };
	const result = await bank.run(webhook('create', given));
	expect(getOutput(result)).toStrictEqual([
		{ id: 114, url: URL, incomeOnly: true, channel: 'webhook' },
	]);
	expect(await bank.control.webhooks()).toMatchObject([
		{ id: 114, url: URL, secureToken: TOKEN, incomeOnly: true },
	]);
	expect(await bank.requests()).toEqual([
		{
			method: 'POST',
			path: '/v2/webhooks',
			query: {},
			body: { webhook: URL, secure_token: '***', income_only: true },
		},
	]);
});

it.each([true, false])('Get reads a webhook whose Income Only is %s', async (incomeOnly) => {
	const { id } = await addWebhook(URL, incomeOnly);
	const result = await bank.run(webhook('get', { webhookId: String(id) }));
	expect(getOutput(result)).toStrictEqual([{ id, url: URL, incomeOnly, channel: 'webhook' }]);
	expect(await bank.requests()).toEqual([
		{ method: 'GET', path: `/v2/webhooks/${id}`, query: {}, body: null },
	]);
});

describe('Update', () => {
	it.each([
		['the URL', { webhookUrl: OTHER_URL }, { webhook: OTHER_URL }, { url: OTHER_URL }],
		['the token', { secureToken: NEW_TOKEN }, { secure_token: '***' }, { secureToken: NEW_TOKEN }],
		['the choice', { incomeOnly: false }, { income_only: false }, { incomeOnly: false }],
	])('sends only %s and leaves the rest', async (_what, updateFields, body, changed) => {
		const before = await addWebhook();
		await bank.run(webhook('update', { webhookId: '114', updateFields }));
		expect(await bank.requests()).toEqual([
			{ method: 'PUT', path: '/v2/webhooks/114', query: {}, body },
		]);
		const { url, secureToken, incomeOnly } = { ...before, ...changed };
		expect(await bank.control.webhooks()).toMatchObject([{ url, secureToken, incomeOnly }]);
	});

	it('sends all given fields and returns the updated webhook', async () => {
		await addWebhook();
		const updateFields = { webhookUrl: OTHER_URL, secureToken: NEW_TOKEN, incomeOnly: false };
		const result = await bank.run(webhook('update', { webhookId: '114', updateFields }));
		expect(getOutput(result)).toStrictEqual([
			{ id: 114, url: OTHER_URL, incomeOnly: false, channel: 'webhook' },
		]);
		expect((await bank.requests())[0].body).toEqual({
			webhook: OTHER_URL,
			secure_token: '***',
			income_only: false,
		});
	});
});

it('Delete removes the given webhook and no other, and says which', async () => {
	await addWebhook();
	await addWebhook();
	const result = await bank.run(webhook('delete', { webhookId: '115' }));
	expect(getOutput(result)).toStrictEqual([{ deleted: true, id: 115 }]);
	expect(await bank.control.webhooks()).toMatchObject([{ id: 114 }]);
	expect(await bank.requests()).toEqual([
		{ method: 'DELETE', path: '/v2/webhooks/115', query: {}, body: null },
	]);
});

describe('Delete by URL', () => {
	it('returns one item for each webhook with the URL and leaves the others', async () => {
		await addWebhook();
		await addWebhook(OTHER_URL);
		await addWebhook(URL, false);
		const result = await bank.run(webhook('deleteByUrl', { webhookUrl: URL }));
		expect(getOutput(result)).toStrictEqual([
			{ id: 114, url: URL, incomeOnly: true, channel: 'webhook', deleted: true },
			{ id: 116, url: URL, incomeOnly: false, channel: 'webhook', deleted: true },
		]);
		expect(await bank.control.webhooks()).toMatchObject([{ id: 115 }]);
	});

	it.each([
		URL,
		'https://n8n.example.com/webhook/bank?shop=1&name=a%20b+c#top',
		'https://n8n.example.com/webhook/cửa-hàng?q=[1],$2:3',
	])('sends %s exactly as it was registered', async (url) => {
		await addWebhook(url);
		expect(getOutput(await bank.run(webhook('deleteByUrl', { webhookUrl: url })))).toHaveLength(1);
		expect(await bank.requests()).toEqual([
			{ method: 'DELETE', path: '/v2/webhooks', query: { webhook: url }, body: null },
		]);
	});

	it('fails with the code of the service if no webhook has the URL', async () => {
		const error = getError(await bank.run(webhook('deleteByUrl', { webhookUrl: URL })));
		expect(error).toMatchObject({ name: 'NodeApiError', httpCode: '404' });
		expect(error.message).toContain(URL);
		expect(error.description).toContain('code 12');
		expect(error.description).toContain('Webhook not exists');
	});
});

describe.each([
	['get', {}],
	['update', { updateFields: { incomeOnly: false } }],
	['delete', {}],
])('%s of an unknown webhook', (operation, parameters) => {
	it.each(['404', 'error', 'null'] as const)(
		'fails if the service answers in the form %s',
		async (unknownId) => {
			await bank.control.settings({ unknownId });
			const result = await bank.run(webhook(operation, { webhookId: '9', ...parameters }));
			const error = getError(result);
			expect(error).toMatchObject({ name: 'NodeApiError', context: { itemIndex: 0 } });
			expect(error.message).toMatch(/webhook 9/i);
			expect(await bank.countRequests()).toBe(1);
		},
	);
});
