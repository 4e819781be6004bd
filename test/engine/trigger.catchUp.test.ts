import { DateTime } from 'luxon';
import { sleep } from 'n8n-workflow';

import { timing } from '../../nodes/BankTransactionsTrigger/timing';
import { logEntries } from '../support/engine/n8nInstance';
import { startPublicAddress } from '../support/publicAddress';
import { passedIds, createTestWorkflow } from '../support/engine/testWorkflow';
import { listRequests, loseTransfers, waitForChecks } from '../support/engine/triggerSteps';
import { waitFor } from '../support/waitFor';

const workflow = createTestWorkflow();

beforeEach(() => {
	jest.replaceProperty(timing, 'eventGraceMs', 1);
});

/** Books transfers that are listed but whose events are lost. */
async function lose(...amounts: number[]): Promise<number[]> {
	const ids: number[] = [];
	for (const amount of amounts) {
		const { transaction } = await workflow.control.transfer({ amount, deliver: false });
		ids.push(transaction.id);
	}
	return ids;
}

/** Restarts n8n: nothing is left in memory. */
async function restart(activation: 'init' | 'update' | 'leadershipChange' = 'init') {
	await workflow.trigger.restart(activation);
}

async function expectPassedInOrder(ids: number[]) {
	await waitFor(async () => {
		await workflow.trigger.settled();
		expect(passedIds(workflow.trigger)).toEqual(ids);
	});
}

describe('catching up', () => {
	it('starts nothing that is listed when a user activates the workflow', async () => {
		await lose(1000, 2000);
		await workflow.trigger.activate();
		const [later] = await lose(1000);
		await restart();
		await expectPassedInOrder([later]);
	});

	it('starts the workflow once with all missed transactions, oldest first', async () => {
		await workflow.trigger.activate();
		await workflow.trigger.stop();
		const ids = await lose(1000, 2000, 3000);
		await restart();
		await expectPassedInOrder(ids);
		expect(workflow.trigger.executions).toHaveLength(1);
	});

	it('finds at the next interval what no event delivered', async () => {
		jest.replaceProperty(timing, 'minuteMs', 1);
		await workflow.trigger.activate();
		const [id] = await lose(1000);
		await expectPassedInOrder([id]);
	});

	it('passes what it finds between two checks oldest first', async () => {
		jest.replaceProperty(timing, 'minuteMs', 1);
		await workflow.trigger.activate();
		await waitForChecks(workflow);
		const now = DateTime.now();
		const minutesAgo = (minutes: number) => ({ when: now.minus({ minutes }).toISO() });
		const [second, fifth, first, third, fourth] = await loseTransfers(
			workflow,
			...[2, 0, 3, 1, 1].map(minutesAgo),
		);
		await expectPassedInOrder([first, second, third, fourth, fifth]);
	});

	it('waits for the event of a listed transaction, and only then', async () => {
		jest.replaceProperty(timing, 'minuteMs', 1);
		const grace = jest.replaceProperty(timing, 'eventGraceMs', 60_000);
		await workflow.trigger.activate();
		await waitForChecks(workflow);
		await lose(1000);
		await sleep(300);
		expect(passedIds(workflow.trigger)).toEqual([]);
		grace.replaceValue(1);
	});

	it('passes nothing twice that an event also delivers', async () => {
		jest.replaceProperty(timing, 'minuteMs', 1);
		await workflow.trigger.activate();
		const { transaction } = await workflow.control.transfer({ amount: 1000 });
		const [lost] = await lose(2000);
		await expectPassedInOrder([transaction.id, lost]);
		const [delivery] = await workflow.control.deliveries();
		await workflow.control.redeliver(delivery.id);
		await restart();
		await expectPassedInOrder([transaction.id, lost]);
	});

	it.each(['init', 'update', 'leadershipChange'] as const)(
		'keeps the baseline on %s',
		async (activation) => {
			await lose(1000, 2000);
			await workflow.trigger.activate();
			const [id] = await lose(1000);
			await restart(activation);
			await expectPassedInOrder([id]);
		},
	);

	it('keeps the baseline after its first claim even if static data is lost', async () => {
		await lose(1000, 2000);
		await workflow.trigger.activate();
		const { transaction } = await workflow.control.transfer({ amount: 1000 });
		await workflow.trigger.settled();
		const [lost] = await lose(2000);
		workflow.trigger.staticData = {};
		await restart();
		await expectPassedInOrder([transaction.id, lost]);
	});

	it('hands over what the filters let through and nothing that a former filter left out', async () => {
		workflow.trigger.parameters = { triggerOn: 'incoming' };
		await workflow.trigger.activate();
		const [incoming] = await lose(1000);
		const [outgoing] = await lose(-500);
		await restart();
		await expectPassedInOrder([incoming]);
		await workflow.trigger.publish({ parameters: { triggerOn: 'all' } });
		const [later] = await lose(-700);
		await restart();
		await expectPassedInOrder([incoming, later]);
		expect(passedIds(workflow.trigger)).not.toContain(outgoing);
	});

	it('continues after a failed check and never stops the workflow', async () => {
		jest.replaceProperty(timing, 'minuteMs', 1);
		await workflow.trigger.activate();
		await workflow.control.fault({
			method: 'GET',
			path: '/v2/transactions',
			kind: 'status',
			status: 500,
			times: 3,
		});
		const [id] = await lose(1000);
		await expectPassedInOrder([id]);
	});

	it.each([
		[{}, '15 minutes'],
		[{ catchUpInterval: 1 }, '1 minute'],
	])('says why a check failed, and when the next one follows, with %j', async (options, next) => {
		jest.replaceProperty(timing, 'minuteMs', 1);
		workflow.trigger.parameters = { options };
		await workflow.trigger.activate();
		await waitForChecks(workflow);
		const path = '/v2/transactions';
		await workflow.control.fault({ method: 'GET', path, kind: 'status', status: 400, times: null });
		await waitFor(() => expect(logEntries('warn')).not.toEqual([]));
		// n8n's default log format prints only the text.
		expect(logEntries('warn')[0].message).toMatch(
			new RegExp(
				`^The check for missed transactions failed: .+\\. .*HTTP 400.*[^.]\\. The next check follows in ${next}\\. \\[workflow "Test" \\(ID: .+\\), node "Bank Transactions Trigger"\\]$`,
				's',
			),
		);
	});

	it('does not announce a next check if the workflow is deactivated during a check', async () => {
		jest.replaceProperty(timing, 'minuteMs', 1);
		await workflow.trigger.activate();
		await waitForChecks(workflow);
		const path = '/v2/transactions';
		await workflow.control.settings({ delayMs: 1000 });
		await workflow.control.clearLogs();
		await waitFor(async () => expect(await listRequests(workflow)).not.toEqual([]));
		await workflow.control.fault({ method: 'GET', path, kind: 'status', status: 400, times: null });
		await workflow.trigger.deactivate();
		await waitFor(async () =>
			expect(await listRequests(workflow)).toMatchObject([{ status: 400 }]),
		);
		await sleep(200);
		expect(logEntries('warn')).toEqual([]);
	});

	it('does not check the list if it is switched off', async () => {
		workflow.trigger.parameters = { options: { catchUp: false } };
		// Each check ends by renewing the webhook, which shows that it was made.
		jest.replaceProperty(timing, 'minuteMs', 1);
		jest.replaceProperty(timing, 'webhookRenewalMs', 0);
		await workflow.trigger.activate();
		await lose(1000);
		await restart();
		await workflow.control.clearLogs();
		await waitFor(async () => {
			const renewals = (await workflow.control.requests()).filter(({ method }) => method === 'PUT');
			expect(renewals.length).toBeGreaterThan(2);
		});
		expect(await listRequests(workflow)).toEqual([]);
		expect(passedIds(workflow.trigger)).toEqual([]);
	});

	it('requests exactly the whole days of the window', async () => {
		workflow.trigger.parameters = { options: { catchUpWindow: 2 } };
		await workflow.trigger.activate();
		const [request] = (await workflow.control.requests()).filter(
			({ path }) => path === '/v2/transactions',
		);
		const days = (Date.now() - Date.parse(`${request.query.fromDate}T00:00:00+07:00`)) / 86_400_000;
		expect(days).toBeGreaterThanOrEqual(2);
		expect(days).toBeLessThan(3);
	});
});

describe('polling', () => {
	beforeEach(() => {
		workflow.trigger.parameters = { delivery: 'polling' };
		jest.replaceProperty(timing, 'minuteMs', 1);
	});

	it('registers no webhook and passes each transaction once', async () => {
		await workflow.trigger.activate();
		const ids = await lose(1000, 2000);
		await expectPassedInOrder(ids);
		expect(await workflow.control.webhooks()).toHaveLength(0);
	});

	it('waits for no events', async () => {
		jest.replaceProperty(timing, 'eventGraceMs', 60_000);
		await workflow.trigger.activate();
		await expectPassedInOrder(await lose(1000));
	});

	it('works with a public service if n8n has no public address, and does not ask it about webhooks', async () => {
		const { bank, control, trigger } = workflow;
		const service = await startPublicAddress(bank.url);
		try {
			trigger.credential.baseUrl = service.url;
			trigger.moveTo('n8n.internal');
			await trigger.activate();
			await expectPassedInOrder(await lose(1000));
			await trigger.deactivate();
			const paths = (await control.requests()).map(({ path }) => path);
			expect(paths).toContain('/v2/transactions');
			expect(paths.filter((path) => path.includes('webhooks'))).toEqual([]);
		} finally {
			await service.close();
		}
	});

	it('leaves no webhook behind when the delivery is switched in either direction', async () => {
		workflow.trigger.parameters = { delivery: 'webhook' };
		await workflow.trigger.activate();
		expect(await workflow.control.webhooks()).toHaveLength(1);
		await workflow.trigger.publish({ parameters: { delivery: 'polling' } });
		expect(await workflow.control.webhooks()).toHaveLength(0);
		await workflow.trigger.publish({ parameters: { delivery: 'webhook' } });
		expect(await workflow.control.webhooks()).toHaveLength(1);
		await workflow.trigger.deactivate();
		expect(await workflow.control.webhooks()).toHaveLength(0);
	});
});
