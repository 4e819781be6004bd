import type { AxiosInstance } from 'axios';
import { startBank, type Bank } from './bank';
import { createClient } from './client';
import type { BankControl } from './control';

let bank: Bank;
let control: BankControl;
let http: AxiosInstance;

beforeAll(async () => {
	bank = await startBank({ transactions: 0 });
	control = bank.control;
	http = createClient(bank);
});
afterAll(async () => await bank.close());
beforeEach(async () => await control.reset());

const webhookUrl = 'http://127.0.0.1:9/webhook';

describe('webhooks', () => {
	const create = async () =>
		(
			await http.post('/v2/webhooks', {
				webhook: webhookUrl,
				secure_token: 'abc',
				income_only: true,
			})
		).data.data;

	it('creates, reads, updates and deletes a webhook', async () => {
		const { id, ...created } = await create();
		expect(created).toEqual({
			channel: 'webhook',
			param1: webhookUrl,
			param2: '',
			send_only_income: 1,
		});
		expect((await http.get(`/v2/webhooks/${id}`)).data.data).toEqual({ id, ...created });
		const updated = await http.put(`/v2/webhooks/${id}`, { income_only: false });
		expect(updated.data.data).toMatchObject({ param1: webhookUrl, send_only_income: 0 });
		expect(updated.data.data.param2).not.toBe('');
		expect((await control.webhooks())[0]).toMatchObject({ secureToken: 'abc', incomeOnly: false });
		const headers = { 'content-type': 'application/json' };
		const removed = await http.delete(`/v2/webhooks/${id}`, { headers });
		expect(removed.data).toMatchObject({ error: 0, data: { id } });
		expect((await http.get(`/v2/webhooks/${id}`)).status).toBe(404);
		const history = await control.webhookHistory();
		expect(history.map(({ action, webhooksWithThisUrl }) => [action, webhooksWithThisUrl])).toEqual(
			[
				['created', 1],
				['updated', 1],
				['deleted', 0],
			],
		);
	});

	it('deletes all webhooks with a URL and no others', async () => {
		const ids = [(await create()).id, (await create()).id];
		const other = await control.addWebhook({ url: `${webhookUrl}/other` });
		const remove = async () =>
			await http.delete('/v2/webhooks', { params: { webhook: webhookUrl } });
		expect((await remove()).data.data.map(({ id }: { id: number }) => id)).toEqual(ids);
		expect(await control.webhooks()).toEqual([other]);
		expect(await remove()).toMatchObject({
			status: 404,
			data: { error: 12, message: 'Webhook not exists', data: null },
		});
	});

	it('refuses a webhook with invalid fields', async () => {
		const webhook = 'https://example.com/webhook';
		for (const body of [
			{},
			{ webhook: 'no url' },
			{ webhook, secure_token: 1 },
			{ webhook, income_only: 'yes' },
		]) {
			expect(await http.post('/v2/webhooks', body)).toMatchObject({
				status: 400,
				data: { error: 400, data: null },
			});
		}
		expect((await http.post('/v2/webhooks', { webhook })).data.error).toBe(0);
		expect((await http.delete('/v2/webhooks')).status).toBe(400);
	});

	it('repeats the token if it is configured to do so', async () => {
		await control.settings({ param2: 'token' });
		expect(await create()).toMatchObject({ param2: 'abc' });
	});
});
