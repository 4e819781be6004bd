/* eslint-disable @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { INode } from 'n8n-workflow';
import { SETUP_TIMEOUT_MS, startTestInstance } from '../support/n8n/testInstance';
import { runN8nCommand } from '../support/n8n/n8nCommand';
import type { Customer } from './customer';
import { invalidSchedule, LiveSetup, withOptions, yearlySchedule } from './liveSetup';
import type { LiveWorkflow } from './liveWorkflow';
import { startRecorder } from '../support/recorder';
import { print } from './recordedSetup';
import { waitNode } from '../support/n8n/workflows';
import { waitUntil } from '../support/waitFor';

jest.setTimeout(6 * 60_000);

const slowText = 'slow';
/** What the tests' editor says if n8n refuses a publication, or if it fails in the background. */
const notPublished = /n8n (refused|did not activate)/;

let setup: LiveSetup;
/** For the workflow that runs next to the tests. */
let lasting: LiveSetup;

/** Its first execution waits longer than n8n keeps one in memory, while the other tests run. */
let waiting: { live: LiveWorkflow; customer: Customer; slow: string };

beforeAll(async () => {
	setup = await LiveSetup.start();
	lasting = setup.scope();
	waiting = await startWaiting();
}, SETUP_TIMEOUT_MS);

afterAll(async () => {
	await lasting?.endParts();
	await setup?.instance.end();
});

/** Waits if the description says so, then counts its executions in the workflow's static data. */
async function startWaiting() {
	const customer = await lasting.customer('W');
	const wait = waitNode(`={{ $json.description === '${slowText}' ? 70 : 0 }}`, 'seconds');
	const count: INode = {
		id: 'count',
		name: 'Count',
		type: 'n8n-nodes-base.code',
		typeVersion: 2,
		position: [400, 0],
		parameters: {
			jsCode:
				"const data = $getWorkflowStaticData('global');\ndata.counter = (data.counter ?? 0) + 1;\nreturn $input.all();",
		},
	};
	const live = await lasting.workflow({
		trigger: await lasting.trigger(customer),
		steps: [wait, count],
	});
	await live.publish();
	return { live, customer, slow: await customer.receive({ description: slowText }) };
}

/** Publishes a workflow and starts it with one event and one lost event. */
async function startedWorkflow(
	customer: Customer,
	{ options = {}, siblings = [] as INode[] } = {},
): Promise<LiveWorkflow> {
	const live = await setup.workflow({ trigger: await setup.trigger(customer, options), siblings });
	await live.publish();
	await live.expectStarts(await customer.receive(), await customer.loseEvent());
	return live;
}

/** A workflow of the first of two customers of one service, whose transactions have the same ids. */
async function startTwoCustomers() {
	// As many as the second one has, but some of them older than the window.
	const first = await setup.customer('A', 12, 20);
	await first.addHistory(13);
	const second = await setup.customer('B', 25);
	const { url } = await setup.sharedAddress(first, second);
	const { editor } = setup.instance;
	const credential = await first.createCredential(editor, url);
	const live = await setup.workflow({ trigger: { ...(await setup.trigger(first)), credential } });
	await live.publish();
	await live.expectStarts(await first.receive(), await first.loseEvent());
	return { first, second, url, credential, live };
}

describe('a change in a published workflow', () => {
	afterEach(async () => await setup.endParts());

	it('that adds the trigger passes nothing from before when n8n is killed right after it', async () => {
		const customer = await setup.customer('A');
		const live = await setup.workflow({ siblings: [yearlySchedule] });
		await live.publish();
		await live.publish({ trigger: await setup.trigger(customer) });
		await setup.instance.restart('kill');
		await live.expectStarts(await customer.receive());
		await live.expectExactStarts(customer);
	});
});

describe('a workflow that uses static data after a long wait', () => {
	const counted = async () => {
		const { global } = await setup.database.staticData<{ global?: { counter: number } }>(
			waiting.live.saved.id,
		);
		return global?.counter ?? 0;
	};
	/** Resolves when the Code node has counted this number of executions. */
	const counts = async (count: number) =>
		await waitUntil(`the Code node counts ${count}`, counted, (now) => now === count, {
			timeoutMs: 20_000,
		});

	// Right after the first tests: a restart of n8n would hide what the wait has done.
	it('answers events and keeps counting through checks, catching up and a restart', async () => {
		const { live, customer, slow } = waiting;
		await waitUntil(
			'the execution that waits is over',
			() => live.started(),
			(started) => started.includes(slow),
			{ timeoutMs: 150_000 },
		);
		live.expected.add(slow);
		const afterWaiting = await waitUntil('the Code node has counted', counted, (now) => now > 0, {
			timeoutMs: 20_000,
		});

		const oneAfterTheOther = [
			async () => await live.expectStarts(await customer.receive()),
			async () => await live.expectStarts(await customer.loseEvent()),
			async () => await live.expectExactStarts(customer),
			async () => {
				await setup.instance.restart('stop');
				await customer.waitForChecks(2);
				await live.expectStarts(await customer.receive());
			},
			async () => await live.expectExactStarts(customer),
		];
		for (const [place, step] of oneAfterTheOther.entries()) {
			await step();
			await counts(afterWaiting + place + 1);
		}
		const answers = (await customer.control.deliveries()).flatMap(({ attempts }) => attempts);
		expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
	});
});

describe('a later change in a published workflow', () => {
	afterEach(async () => await setup.endParts());

	describe('of the customer', () => {
		it('loses nothing of either and passes nothing old of either with another credential', async () => {
			const { first, second, url, credential, live } = await startTwoCustomers();
			const another = await second.createCredential(setup.instance.editor, url);
			const log = setup.logFromNow();
			await live.change({ credential: another });
			// These have the ids of the two that the first customer received.
			await live.expectStarts(await second.loseEvent(), await second.receive());
			await setup.expectWebhookGoneOrNamed(first, setup.webhookUrl(live), log());
			const meanwhile = [await first.receive(), await first.loseEvent()];
			await live.expectExactStarts(second);

			await live.change({ credential });
			await live.expectStarts(...meanwhile);
			await live.expectExactStarts(first);
		});

		it('passes nothing old of the new customer after a restart with an edited credential', async () => {
			const { first, second, url, credential, live } = await startTwoCustomers();
			const log = setup.logFromNow();
			const { apiKey } = second.bank;
			await setup.instance.editor.updateCredential(credential, { baseUrl: url, apiKey });
			await setup.instance.restart('stop');
			// n8n 2.40 and later answer before they have published. What the new customer had before is old.
			await second.waitForWebhook(setup.webhookUrl(live));
			await live.expectStarts(await second.receive());
			await live.expectExactStarts(second);
			await setup.expectWebhookGoneOrNamed(first, setup.webhookUrl(live), log());
		});
	});

	it('passes nothing that the former selection left out when n8n is killed right after the change', async () => {
		const customer = await setup.customer('A');
		const trigger = await setup.trigger(customer);
		const parameters = { ...withOptions(), triggerOn: 'incoming' };
		const live = await setup.workflow({ trigger: { ...trigger, parameters } });
		await live.publish();
		for (let pair = 0; pair < 2; pair++) {
			await customer.loseEvent({ amount: -1_000 });
			await live.expectStarts(await customer.loseEvent());
		}
		await live.change({ parameters: withOptions() });
		await setup.instance.restart('kill');
		await live.expectStarts(await customer.loseEvent({ amount: -2_000 }));
		await live.expectExactStarts(customer);
	});

	it('loses nothing when the service refuses the first attempt to publish a change', async () => {
		const customer = await setup.customer('A');
		const live = await startedWorkflow(customer);
		const path = '/v2/webhooks';
		await customer.control.fault({ path, kind: 'status', status: 400, times: null });
		await expect(live.change({ name: 'Money in' })).rejects.toThrow(notPublished);
		const missed = await customer.loseEvent();
		await customer.control.clearFaults();
		await live.change({ name: 'Money in' });
		await live.expectStarts(missed, await customer.receive());
		await live.expectExactStarts(customer);
	});

	it('loses nothing when n8n cannot start another trigger at the first attempt to publish a change', async () => {
		const customer = await setup.customer('A');
		const live = await startedWorkflow(customer);
		await expect(live.publish({ siblings: [invalidSchedule] })).rejects.toThrow(notPublished);
		// n8n 1 unpublishes the workflow without `delete`; from 2.40 on, the triggers that can start stay published.
		const { isFirstGeneration, publishesInBackground } = setup.instance.editor;
		const webhooks = isFirstGeneration || publishesInBackground ? 1 : 0;
		expect(await customer.control.webhooks()).toHaveLength(webhooks);
		const missed = await customer.loseEvent();
		await live.publish({ siblings: [] });
		await live.expectStarts(missed, await customer.receive());
		await live.expectExactStarts(customer);
	});
});

describe('a published workflow', () => {
	afterEach(async () => await setup.endParts());

	it('passes nothing again after a restart with 1,500 transactions in its window', async () => {
		const customer = await setup.customer('A', 0);
		const live = await startedWorkflow(customer);
		await live.expectStarts(...(await customer.loseEvents(1_500)));
		const executions = async () => await setup.database.executions(live.saved.id);
		const before = (await executions()).length;
		await setup.instance.restart('stop');
		await customer.waitForChecks(3);
		await live.expectExactStarts(customer);
		const started = new Set(live.recorder.arrivals.map(({ execution }) => execution));
		const later = (await executions()).slice(before);
		const idle = later.filter(({ id }) => !started.has(id));
		print(
			`Live changes: 1,500 transactions in the window, ${idle.length} executions that pass nothing after a restart`,
		);
		expect(idle.length).toBeLessThanOrEqual(3);
	});

	it('ignores the imported history of a new bank account and passes its first new transaction', async () => {
		const customer = await setup.customer('A');
		const live = await startedWorkflow(customer);
		const { account } = await customer.control.linkAccount({ transactions: 10, daysAgo: 2 });
		await customer.waitForChecks(4);
		const { accountNumber } = account;
		await live.expectStarts(await customer.loseEvent({ accountNumber }));
		await live.expectStarts(await customer.receive({ accountNumber }));
		await live.expectExactStarts(customer);
	});

	it('keeps its webhook when a copy with its static data is published in another n8n', async () => {
		const customer = await setup.customer('A');
		const live = await startedWorkflow(customer);
		const [before] = await customer.findWebhooks(setup.webhookUrl(live));
		const { installation, userFolder } = setup.instance;
		const file = path.join(userFolder, 'exported.json');
		await runN8nCommand(installation, userFolder, [
			'export:workflow',
			`--id=${live.saved.id}`,
			`--output=${file}`,
		]);

		const another = await startTestInstance({ transactions: 0, environment: {} });
		const recorder = await startRecorder();
		try {
			await runN8nCommand(installation, another.userFolder, ['import:workflow', `--input=${file}`]);
			const credential = await customer.createCredential(another.editor);
			const copy = await another.editor.workflow(live.saved.id);
			const exported = JSON.parse(await readFile(file, 'utf8')) as [{ nodes: INode[] }];
			expect(copy.nodes).toHaveLength(exported[0].nodes.length);
			const nodes = copy.nodes.map((node) => ({
				...node,
				...(node.credentials && { credentials: { [credential.type]: credential } }),
				...(node.parameters.url !== undefined && {
					parameters: { ...node.parameters, url: recorder.url },
				}),
			}));
			await another.editor.publish(copy, { nodes });

			expect(await customer.findWebhooks(setup.webhookUrl(live))).toMatchObject([
				{ id: before.id },
			]);
			expect(await customer.findWebhooks(live.webhookUrl(another.n8n.url))).toHaveLength(1);
			const reference = await customer.receive();
			await live.expectStarts(reference);
			await waitUntil(
				`${reference} starts the copy`,
				() => recorder.arrivals.map((waitForArrival) => waitForArrival.reference),
				(started) => started.includes(reference),
			);
			await live.expectExactStarts(customer);
		} finally {
			await another.end();
			await recorder.close();
		}
	});
});
