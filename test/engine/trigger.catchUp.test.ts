import { DateTime } from 'luxon';
import { sleep } from 'n8n-workflow';

import { timing } from '../../nodes/BankTransactionsTrigger/timing';
import type { LoggedRequest } from '../bank/types';
import { startPublicAddress } from '../support/publicAddress';
import {
	advanceClock,
	checkConstantly,
	createTestWorkflow,
	DAY_MS,
} from '../support/engine/testWorkflow';
import { waitFor } from '../support/waitFor';

const workflow = createTestWorkflow();

beforeEach(() => {
	jest.replaceProperty(timing, 'eventGraceMs', 1);
});

/** Expects that the request asks for two whole days before today, and for no more. */
function expectWindow(request?: LoggedRequest) {
	const days = (Date.now() - Date.parse(`${request?.query.fromDate}T00:00:00+07:00`)) / DAY_MS;
	expect(days).toBeGreaterThanOrEqual(2);
	expect(days).toBeLessThan(3);
}

/** Activates the workflow. Resolves when a check waits for the list, which takes a second. */
async function startSlowCheck() {
	await workflow.activate();
	await workflow.control.settings({ delayMs: 1000 });
	await workflow.control.clearLogs();
	await waitFor(async () => expect(await workflow.listRequests()).not.toEqual([]));
}

describe('catching up', () => {
	it('passes what it finds between two checks oldest first', async () => {
		jest.replaceProperty(timing, 'minuteMs', 1);
		await workflow.activate();
		const now = DateTime.now();
		const minutesAgo = (minutes: number) => ({ when: now.minus({ minutes }).toISO() });
		const [second, fifth, first, third, fourth] = await workflow.loseTransfers(
			...[2, 0, 3, 1, 1].map(minutesAgo),
		);
		const ids = [first, second, third, fourth, fifth];
		await workflow.expectPassed(ids);
		expect(workflow.trigger.passedIds).toEqual(ids);
	});

	it('waits for the event of a listed transaction, and only then', async () => {
		jest.replaceProperty(timing, 'minuteMs', 1);
		const grace = jest.replaceProperty(timing, 'eventGraceMs', 60_000);
		await workflow.activate();
		await workflow.loseTransfers(1000);
		await sleep(300);
		expect(workflow.trigger.passedIds).toEqual([]);
		grace.replaceValue(1);
	});

	it.each([
		[{}, '15 minutes'],
		[{ catchUpInterval: 1 }, '1 minute'],
	])('says why a check failed, and when the next one follows, with %j', async (options, next) => {
		jest.replaceProperty(timing, 'minuteMs', 1);
		workflow.trigger.parameters = { options };
		await workflow.activate();
		await workflow.refuse({ path: '/v2/transactions' });
		await waitFor(() => expect(workflow.warnings).not.toEqual([]));
		// n8n's default log format prints only the text.
		expect(workflow.warnings[0]).toMatch(
			new RegExp(
				`^The check for missed transactions failed: .+\\. .*HTTP 400.*[^.]\\. The next check follows in ${next}\\. \\[workflow "Test" \\(ID: .+\\), node "Bank Transactions Trigger"\\]$`,
				's',
			),
		);
	});

	it('does not announce a next check if the workflow is deactivated during a check', async () => {
		jest.replaceProperty(timing, 'minuteMs', 1);
		await startSlowCheck();
		await workflow.refuse({ path: '/v2/transactions' });
		await workflow.trigger.deactivate();
		await waitFor(async () =>
			expect(await workflow.listRequests()).toMatchObject([{ status: 400 }]),
		);
		await sleep(200);
		expect(workflow.warnings).toEqual([]);
	});

	it('starts nothing if the workflow is deactivated while a check lists what was missed', async () => {
		checkConstantly();
		await startSlowCheck();
		// The delayed answer lists it already.
		await workflow.loseTransfers(1000);
		await workflow.control.settings({ delayMs: 0 });
		await workflow.trigger.deactivate();
		await sleep(1500);
		await workflow.expectPassed([]);
	});

	it('does not check the list if it is switched off', async () => {
		workflow.trigger.parameters = { options: { catchUp: false } };
		// Each check ends by renewing the webhook, which shows that it was made.
		jest.replaceProperty(timing, 'minuteMs', 1);
		jest.replaceProperty(timing, 'webhookRenewalMs', 0);
		await workflow.trigger.activate();
		await workflow.loseTransfers(1000);
		await workflow.trigger.restart();
		await workflow.control.clearLogs();
		await waitFor(async () => {
			const renewals = (await workflow.control.requests()).filter(({ method }) => method === 'PUT');
			expect(renewals.length).toBeGreaterThan(2);
		});
		expect(await workflow.listRequests()).toEqual([]);
		expect(workflow.trigger.passedIds).toEqual([]);
	});

	it('requests exactly the whole days of the window, also when it has moved on', async () => {
		checkConstantly();
		workflow.trigger.parameters = { options: { catchUpWindow: 2 } };
		await workflow.activate();
		expectWindow((await workflow.listRequests())[0]);
		advanceClock(5 * DAY_MS);
		await workflow.waitForChecks();
		expectWindow((await workflow.listRequests()).at(-1));
	});
});

describe('polling', () => {
	beforeEach(() => {
		workflow.trigger.parameters = { delivery: 'polling' };
		jest.replaceProperty(timing, 'minuteMs', 1);
	});

	it('waits for no events, registers no webhook, and needs no public address of n8n', async () => {
		jest.replaceProperty(timing, 'eventGraceMs', 60_000);
		const { bank, control, trigger } = workflow;
		const service = await startPublicAddress(bank.url);
		try {
			trigger.credential.baseUrl = service.url;
			trigger.moveTo('n8n.internal');
			await trigger.activate();
			await workflow.expectPassed(await workflow.loseTransfers(1000, 2000));
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
