/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { setTimeout as wait } from 'node:timers/promises';
import type { INodeParameters } from 'n8n-workflow';
import { print, repeated, useRecordedSetup, without } from './recordedSetup';
import { waitForChecks } from './waitForChecks';
import { WorkflowLifecycle } from './workflowLifecycle';

/** Seconds for which the service does not answer. */
const awayMs = Number(process.env.AWAY_SECONDS ?? 20) * 1_000;

/** Minutes. */
const catchUpInterval = 0.05;

const setup = useRecordedSetup(withOptions());
jest.setTimeout(5 * 60_000 + 3 * awayMs);
let lifecycle: WorkflowLifecycle;

beforeAll(async () => {
	lifecycle = new WorkflowLifecycle(setup);
	await lifecycle.activate();
	await waitForChecks(setup.control, 2);
});

afterAll(() => {
	const missing = without(lifecycle.expected, lifecycle.arrivedIds()).length;
	const twice = repeated(lifecycle.arrivedIds()).length;
	print(
		`Service away for ${awayMs / 1_000} s: ${lifecycle.expected.length} transactions, ${missing} missing, ${twice} twice`,
	);
});

function withOptions(options: INodeParameters = {}): INodeParameters {
	return { triggerOn: 'all', options: { catchUpInterval, ...options } };
}

/** The service answers nothing but HTTP 503; it sends events all the same. */
async function goAway() {
	await setup.control.fault({ path: '/v2', kind: 'status', status: 503, times: null });
}

/** Transfers whose events are lost, and that are delivered. */
async function transferBoth(): Promise<void> {
	await lifecycle.transfer({ deliver: false });
	await lifecycle.transfer();
}

async function stayAway() {
	await wait(awayMs / 2);
	await transferBoth();
	await wait(awayMs / 2);
	await setup.control.clearFaults();
}

/** Everything that must have started the workflow has, and it still receives events and checks the list. */
async function expectAlive() {
	await lifecycle.expectAlive();
	await waitForChecks(setup.control, 2);
	lifecycle.expectNothingElse();
}

async function publish(options: INodeParameters) {
	const [trigger, ...others] = setup.workflow.nodes;
	const nodes = [{ ...trigger, parameters: withOptions(options) }, ...others];
	setup.workflow = await setup.editor.publish(setup.workflow, { nodes });
}

it.each(['kill', 'stop'] as const)(
	'receives events and what was missed if the service is away around a restart (%s), and after another one',
	async (how) => {
		await goAway();
		await setup.restart(how, { whileDown: transferBoth });
		await stayAway();
		await expectAlive();
		await setup.restart(how, { whileDown: transferBoth });
		await expectAlive();
	},
);

it('finishes a change that is published while the service is away, also around a restart', async () => {
	await publish({ minimumAmount: 900 });
	await setup.control.transfer({ amount: 500 });
	await expectAlive();
	await goAway();
	await publish({});
	await transferBoth();
	await stayAway();
	await expectAlive();

	await goAway();
	await publish({ minimumAmount: 700 });
	await lifecycle.transfer({ deliver: false });
	// An execution that is killed with n8n would wait for a retry, as kills.test.ts shows.
	await lifecycle.waitForArrival(await lifecycle.transfer());
	await setup.restart('kill', { whileDown: transferBoth });
	await stayAway();
	await expectAlive();
	await setup.restart('stop', { whileDown: transferBoth });
	await expectAlive();
});

it('catches up if n8n starts without a public address, and receives events when it has one again', async () => {
	const { base } = lifecycle;
	await setup.restart('stop', { webhookUrl: 'https://n8n.example.com/' });
	await lifecycle.waitForArrival(await lifecycle.transfer({ deliver: false }));
	await setup.restart('stop', { webhookUrl: `${base}/`, whileDown: transferBoth });
	await expectAlive();
});

it('starts over after a pause, also if the service refuses the first attempt to publish', async () => {
	const { control, editor, workflow } = setup;
	await lifecycle.deactivate();
	await control.transfer({ amount: 1_000, deliver: false });
	// As on the internet, the trigger is still starting when n8n calls `checkExists`.
	await control.settings({ delayMs: 500 });
	await control.fault({ path: '/v2', kind: 'status', status: 401, times: null });
	await expect(editor.activate(workflow)).rejects.toThrow();
	await control.clearFaults();
	await editor.activate(workflow);
	await control.settings({ delayMs: 0 });
	await expectAlive();
});
