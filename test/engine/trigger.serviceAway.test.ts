import type { INodeParameters, WorkflowActivateMode } from 'n8n-workflow';

import { timing } from '../../nodes/BankTransactionsTrigger/timing';
import { requestLimits } from '../../nodes/shared/http/retry';
import { advanceClock, createCatchUpWorkflow } from '../support/engine/testWorkflow';
import { waitFor, waitUntilStable } from '../support/waitFor';

const workflow = createCatchUpWorkflow();

beforeEach(() => {
	jest.replaceProperty(requestLimits, 'maxAttempts', 2);
});

const goAway = async () => await workflow.refuse({ path: '/v2', status: 503 });
const comeBack = async () => await workflow.control.clearFaults();

async function waitForWarning(text: string) {
	await waitFor(() => expect(workflow.warnings).toContainEqual(expect.stringContaining(text)));
}

async function ownWebhooks() {
	const webhooks = await workflow.control.webhooks();
	return webhooks.filter(({ url }) => url === workflow.trigger.url);
}

/** Expects that the workflow receives events and checks the list. Resolves with what it passed. */
async function expectAlive(passed: number[]): Promise<number[]> {
	const { control } = workflow;
	await waitFor(async () => expect(await ownWebhooks()).toMatchObject([{ paused: false }]));
	await workflow.waitForChecks(2);
	const [missed] = await workflow.loseTransfers(1000);
	const { transaction, deliveries } = await control.transfer({ amount: 2000 });
	expect(deliveries).toMatchObject([{ attempts: [{ outcome: 'ok' }] }]);
	await workflow.expectNoMoreThan([...passed, missed, transaction.id]);
	return [...passed, missed, transaction.id];
}

async function publish(parameters: INodeParameters = {}) {
	workflow.trigger.parameters = { triggerOn: 'all', ...parameters };
	await workflow.activate();
}

type Start = 'one after the other' | 'in the background';

/** Starts n8n. From 2.40 on, n8n activates workflows in the background. */
async function start(how: Start, mode: WorkflowActivateMode = 'init') {
	const { trigger } = workflow;
	if (how === 'in the background') await trigger.activateInBackground(mode);
	else await trigger.activate(mode);
}

describe.each<Start>(['one after the other', 'in the background'])(
	'n8n starts %s while the service is away',
	(how) => {
		it('asks nothing, receives what was missed once the service is back, and after another start', async () => {
			const { control, trigger } = workflow;
			await publish({ options: { catchUpInterval: 7 } });
			await trigger.kill();
			await goAway();
			const [missed] = await workflow.loseTransfers(1000);
			// What the killed trigger was asking may still be on its way.
			await waitUntilStable(async () => (await control.requests()).length, 200);
			await control.clearLogs();
			jest.replaceProperty(timing, 'emitDelayMs', 1_000);
			await start(how);
			expect(await control.requests()).toEqual([]);
			await waitForWarning('The next check follows in 7 minutes.');
			await comeBack();
			const passed = await expectAlive([missed]);

			await trigger.kill();
			await start(how);
			await expectAlive(passed);
			expect(await ownWebhooks()).toHaveLength(1);
		});

		it('starts nothing old, even if static data is lost as well', async () => {
			const { trigger } = workflow;
			await publish();
			await trigger.kill();
			trigger.staticData = {};
			await goAway();
			const [missed] = await workflow.loseTransfers(1000);
			await start(how);
			await waitForWarning('The check for missed transactions failed: ');
			const [{ id: former }] = await ownWebhooks();
			await comeBack();
			await waitFor(async () => expect((await ownWebhooks())[0]?.id).toBeGreaterThan(former));
			await expectAlive([missed]);
		});
	},
);

describe('a start of n8n', () => {
	it.each<[string, INodeParameters, string]>([
		['a parameter is refused', { options: { catchUpWindow: -1 } }, "'Catch Up Window' is not"],
		['an expression fails', { triggerOn: '={{ $json.missing.value }}' }, 'failed'],
		['that of Delivery fails', { delivery: "={{ $('None').first() }}" }, 'failed'],
	])('succeeds if %s, and the log says so at each check', async (_name, parameters, words) => {
		const { trigger } = workflow;
		await publish();
		await trigger.kill();
		trigger.parameters = { triggerOn: 'all', ...parameters };
		await trigger.activate('init');
		await waitForWarning(words);
		await waitFor(() => expect(workflow.warnings.length).toBeGreaterThan(3));

		await trigger.kill();
		trigger.parameters = { triggerOn: 'all' };
		const [missed] = await workflow.loseTransfers(1000);
		await trigger.activate('init');
		await expectAlive([missed]);
	});
});

describe('a workflow that is published for the first time', () => {
	it.each<Start>(['one after the other', 'in the background'])(
		'is refused with words if the service is away, %s',
		async (how) => {
			await goAway();
			const refusal = 'The service could not process';
			await expect(start(how, 'activate')).rejects.toThrow(refusal);
			// From n8n 2.40 on, the next attempts have the mode of a change.
			const mode = how === 'in the background' ? 'update' : 'activate';
			await expect(start(how, mode)).rejects.toThrow(refusal);
			await comeBack();
			await start(how, mode);
			await expectAlive([]);
		},
	);
});

describe('a workflow that a person unpublished and publishes again while the service is away', () => {
	it('is refused, because nobody can tell what is from before', async () => {
		const { trigger } = workflow;
		await publish();
		await trigger.deactivate();
		await goAway();
		await expect(trigger.activate()).rejects.toThrow('HTTP 503');
		await comeBack();
		await workflow.loseTransfers(1000);
		await workflow.activate();
		await workflow.expectCatchUp();
	});
});

describe.each<Start>(['one after the other', 'in the background'])(
	'a change that is published %s while the service is away',
	(how) => {
		async function publishChange(parameters: INodeParameters) {
			const { trigger } = workflow;
			if (how === 'one after the other') return await trigger.publish({ parameters });
			await trigger.deactivateInBackground();
			trigger.parameters = parameters;
			await trigger.activateInBackground('update');
		}

		it('is finished by the first check that reaches the service, even after ten minutes', async () => {
			await publish({ options: { minimumAmount: 5_000 } });
			const [small] = await workflow.loseTransfers(1_500);
			await workflow.waitForChecks();
			await goAway();
			await publishChange({ triggerOn: 'all', options: { catchUpInterval: 7 } });
			const [missed] = await workflow.loseTransfers(6_000);
			await waitForWarning('The next check follows in 7 minutes.');
			advanceClock(11 * 60_000);
			await comeBack();
			const passed = await expectAlive([missed]);
			expect(passed).not.toContain(small);
		});

		it('is finished after a restart of n8n, too', async () => {
			const { trigger } = workflow;
			await publish({ options: { minimumAmount: 5_000 } });
			await workflow.loseTransfers(1_500);
			await workflow.waitForChecks();
			await goAway();
			await publishChange({ triggerOn: 'all' });
			const [missed] = await workflow.loseTransfers(6_000);
			await waitForWarning('The check for missed transactions failed: ');
			await trigger.kill();
			advanceClock(11 * 60_000);
			await start(how);
			await comeBack();
			await expectAlive([missed]);
		});

		it('is finished if the service hangs', async () => {
			const { control } = workflow;
			await publish();
			jest.replaceProperty(timing, 'maxPublicationMs', 200);
			jest.replaceProperty(requestLimits, 'timeoutMs', 2_000);
			await control.fault({ path: '/v2', kind: 'hang', times: null });
			await publishChange({ triggerOn: 'all', options: { catchUpWindow: 2 } });
			await waitForWarning('The service did not answer in time.');
			await comeBack();
			await expectAlive([]);
		});

		it('is finished if only the webhook cannot be written', async () => {
			const { control } = workflow;
			await publish();
			const fault = { path: '/v2/webhooks', kind: 'status', status: 503 } as const;
			await control.fault({ ...fault, method: 'POST', times: 3 });
			await publishChange({ triggerOn: 'all', options: { catchUpWindow: 2 } });
			await waitForWarning('The change is published, but not known to the service yet');
			await expectAlive([]);
		});

		it('is refused if waiting does not help', async () => {
			await publish();
			await workflow.refuse({ path: '/v2', status: 401 });
			const change = publishChange({ triggerOn: 'all', options: { catchUpWindow: 2 } });
			await expect(change).rejects.toThrow('does not accept the API key');
			const invalid = publishChange({ triggerOn: 'all', options: { catchUpWindow: -1 } });
			await expect(invalid).rejects.toThrow("'Catch Up Window'");
		});
	},
);

it('registers nothing after the workflow was unpublished if the service answers late', async () => {
	const { control, trigger } = workflow;
	await publish();
	jest.replaceProperty(timing, 'maxPublicationMs', 600);
	jest.replaceProperty(timing, 'emitDelayMs', 60_000);
	await trigger.deactivateInBackground();
	await control.settings({ delayMs: 400 });
	await trigger.activateInBackground('update');
	await control.settings({ delayMs: 0 });
	await trigger.deactivateInBackground();
	await waitUntilStable(async () => (await control.requests()).length, 500);
	expect(await ownWebhooks()).toEqual([]);
});

it('removes the webhook once if polling was published while the service was away', async () => {
	const { control, trigger } = workflow;
	await publish();
	await goAway();
	await trigger.publish({ parameters: { triggerOn: 'all', delivery: 'polling', interval: 1 } });
	const [missed] = await workflow.loseTransfers(1_000);
	await comeBack();
	await workflow.expectNoMoreThan([missed]);
	await waitFor(async () => expect(await ownWebhooks()).toEqual([]));
	await workflow.waitForChecks();
	await control.clearLogs();
	await workflow.waitForChecks();
	const paths = (await control.requests()).map(({ path }) => path);
	expect(paths.filter((path) => path.startsWith('/v2/webhooks'))).toEqual([]);
});
