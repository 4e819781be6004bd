import type { FastifyReply } from 'fastify';
import { sleep } from 'n8n-workflow';

import { timing } from '../../nodes/BankTransactionsTrigger/timing';
import { requestLimits } from '../../nodes/shared/http/retry';
import { ReverseProxy } from '../support/engine/reverseProxy';
import { createTestWorkflow, DAY_MS } from '../support/engine/testWorkflow';
import { waitFor } from '../support/waitFor';

const workflow = createTestWorkflow();

beforeEach(() => {
	jest.replaceProperty(timing, 'listenDelayMs', 100);
});

async function transfer(amount: number): Promise<number> {
	const { transaction } = await workflow.control.transfer({ amount, deliver: false });
	return transaction.id;
}

async function expectShown(ids: number[]) {
	await waitFor(async () => {
		await workflow.trigger.settled();
		expect(workflow.trigger.passedIds).toEqual(ids);
	});
}

describe('a test run', () => {
	it('shows the latest transaction that the parameters let through, without a transfer', async () => {
		const incoming = await transfer(1_000);
		await transfer(-500);
		await workflow.trigger.startTestRun();
		await expectShown([incoming]);
		await workflow.trigger.stopTestRun();
		expect(await workflow.control.webhooks()).toEqual([]);
	});

	it('removes its webhook if the service stores the URL in another form', async () => {
		await workflow.control.settings({ webhookUrlForm: 'slash' });
		await workflow.trigger.startTestRun();
		expect(await workflow.control.webhooks()).toMatchObject([
			{ url: expect.stringMatching(/\/$/) },
		]);
		await workflow.trigger.stopTestRun();
		expect(await workflow.control.webhooks()).toEqual([]);
	});

	it.each(['x-bank', ' x-bank '])(
		"sends the token in the header '%s'",
		async (secureTokenHeader) => {
			workflow.trigger.parameters = { options: { secureTokenHeader } };
			const id = await transfer(1_000);
			await workflow.trigger.startTestRun();
			await expectShown([id]);
		},
	);

	it('waits for a transfer if there is none to show', async () => {
		await workflow.control.reset({ transactions: 0 });
		await workflow.trigger.startTestRun();
		const { transaction } = await workflow.control.transfer({ amount: 2_000 });
		await expectShown([transaction.id]);
		await workflow.trigger.stopTestRun();
	});

	it('continues to wait if the list cannot be read', async () => {
		const path = '/v2/transactions';
		await workflow.refuse({ method: 'GET', path, status: 500 });
		await workflow.trigger.startTestRun();
		const { transaction } = await workflow.control.transfer({ amount: 2_000 });
		await expectShown([transaction.id]);
		await waitFor(() =>
			expect(workflow.warnings).toEqual([
				expect.stringMatching(/could not be shown in the test run: The service could not/),
			]),
		);
		await workflow.trigger.stopTestRun();
	});

	it.each<[string, string, (reply: FastifyReply) => unknown]>([
		['answers with a page of its own', 'HTTP 404', (reply) => reply.code(404).send()],
		[
			'answers without an end',
			'no answer in time',
			(reply) => reply.hijack().raw.writeHead(200).write(' '),
		],
		['does not answer', 'ECONNRESET', (reply) => reply.raw.destroy()],
	])('says so if what n8n reaches at its test URL %s', async (_name, reason, answer) => {
		jest.replaceProperty(requestLimits, 'timeoutMs', 300);
		await transfer(1_000);
		const proxy = await new ReverseProxy(workflow.trigger.baseUrl).listen();
		const closed = jest.fn();
		proxy.handle = (_call, reply) => {
			reply.raw.on('close', closed);
			answer(reply);
			return undefined;
		};
		workflow.trigger.baseUrl = proxy.url;
		try {
			await workflow.trigger.startTestRun();
			await waitFor(() =>
				expect(workflow.warnings).toEqual([
					expect.stringContaining(`n8n cannot call its own test URL (${reason})`),
				]),
			);
			await waitFor(() => expect(closed).toHaveBeenCalledTimes(1));
		} finally {
			await workflow.trigger.stopTestRun();
			await proxy.close();
		}
	});

	it('shows nothing any more once it is over', async () => {
		jest.replaceProperty(timing, 'listenDelayMs', 1_000);
		await transfer(1_000);
		await workflow.trigger.startTestRun();
		await waitFor(async () => expect(await workflow.listRequests()).toHaveLength(1));
		await workflow.trigger.stopTestRun();
		await sleep(1_500);
		await expectShown([]);
		expect(workflow.warnings).toEqual([]);
	});

	it('looks for it among the newest 200 transactions', async () => {
		await workflow.control.reset({ transactions: 0 });
		workflow.trigger.parameters = { options: { minimumAmount: 5_000 } };
		const [id] = await workflow.loseTransfers(5_000, ...Array<number>(199).fill(1_000));
		await workflow.trigger.startTestRun();
		await expectShown([id]);
		await workflow.trigger.stopTestRun();
		expect(workflow.warnings).toEqual([]);

		await workflow.loseTransfers(1_000);
		await workflow.trigger.startTestRun();
		await waitFor(() =>
			expect(workflow.warnings).toEqual([
				expect.stringMatching(
					/^None of the latest 200 transactions .+ The test run waits for the next one\./,
				),
			]),
		);
		await expectShown([id]);
		await workflow.trigger.stopTestRun();
	});

	it('stops reading when it is over', async () => {
		const { control, trigger } = workflow;
		await control.reset({ transactions: 5000 });
		await control.settings({ delayMs: 20 });
		trigger.parameters = { options: { accountNumber: 'none of ours' } };
		await trigger.startTestRun();
		await waitFor(async () => expect(await workflow.listRequests()).not.toEqual([]));
		await trigger.stopTestRun();
		const { length } = await workflow.listRequests();
		await sleep(500);
		expect((await workflow.listRequests()).length).toBeLessThanOrEqual(length + 1);
		expect(workflow.warnings).toEqual([]);
	});
});

it.each([{ options: { testWithLatest: '={{ null }}' } }, { options: { testWithLatest: true } }])(
	'shows the latest transaction in a test run with %j',
	async (parameters) => {
		workflow.trigger.parameters = parameters;
		const id = await transfer(1_000);
		await workflow.trigger.startTestRun();
		await expectShown([id]);
	},
);

it('waits for a transfer in a test run if the option is turned off', async () => {
	workflow.trigger.parameters = { options: { testWithLatest: false } };
	await transfer(1_000);
	await workflow.trigger.startTestRun();
	await sleep(300);
	const { transaction } = await workflow.control.transfer({ amount: 2_000 });
	await expectShown([transaction.id]);
});

it('shows the latest transaction in a test run with polling and registers no webhook', async () => {
	workflow.trigger.parameters = { delivery: 'polling' };
	const id = await transfer(1_000);
	await workflow.trigger.startTestRun();
	await expectShown([id]);
	expect(await workflow.control.webhooks()).toEqual([]);
	await workflow.trigger.stopTestRun();
});

it.each([{}, { delivery: 'polling' }])(
	'shows nothing when the workflow is activated with %j',
	async (parameters) => {
		await workflow.control.reset({ transactions: 0 });
		// Old enough that the trigger has not recorded it.
		const when = new Date(Date.now() - 30 * DAY_MS).toISOString();
		await workflow.control.transfer({ amount: 1_000, when, deliver: false });
		workflow.trigger.parameters = parameters;
		await workflow.trigger.activate();
		await sleep(300);
		await workflow.trigger.settled();
		expect(workflow.trigger.passedIds).toEqual([]);
	},
);
