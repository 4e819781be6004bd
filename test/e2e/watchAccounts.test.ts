/* eslint-disable @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { setTimeout as wait } from 'node:timers/promises';
import { startMailServer, type MailServer } from '../support/mailServer';
import { getItems, type Workflow } from '../support/n8n/editor';
import { useTestInstance } from '../support/n8n/testInstance';
import { WatchExample } from '../support/n8n/watchExample';
import { hasPassed, triggerName, triggerWorkflow } from '../support/n8n/workflows';

const accountNumber = '0908123456789';
const notConnected = `Account ${accountNumber} (MBBank) is not connected`;
const connectedAgain = `Account ${accountNumber} (MBBank) is connected again`;
const noEvents = 'No event arrives for the workflow "Trigger"';
const eventsAgain = 'Events arrive again for the workflow "Trigger"';

/** Stands in for the hour of the example. */
const SECONDS_WITHOUT_EVENT = 8;
const checkedOften = { options: { catchUpInterval: 0.05 } };

const instance = useTestInstance({ transactions: 0 });
let mailServer: MailServer;
let watch: WatchExample;
let published: Workflow[] = [];

/** Runs the example twice, and returns the subjects of the mails that it has sent. */
async function runTwice(): Promise<string[]> {
	const before = mailServer.mails.length;
	await watch.run();
	await watch.run();
	return mailServer.mails.slice(before).map(({ subject }) => subject);
}

async function publishTrigger(parameters: object = checkedOften, name = 'Trigger') {
	const { editor, credential } = instance;
	const input = { ...triggerWorkflow({ ...parameters }, credential), name };
	const workflow = await editor.activate(await editor.createWorkflow(input));
	published.push(workflow);
	// Nothing of before starts it, once its first execution has recorded that.
	await editor.waitForExecution(workflow.id, ({ mode }) => mode === 'trigger');
	return workflow;
}

/** Makes a transfer, and waits until it has started the workflow by an event or by a check. */
async function transferBy(by: 'event' | 'check', { id }: Workflow) {
	const { control, editor } = instance;
	const { transaction } = await control.transfer({ amount: 1_000, deliver: by === 'event' });
	const passed = await editor.waitForExecution(id, hasPassed(transaction.id));
	expect(passed.mode).toBe(by === 'event' ? 'webhook' : 'trigger');
}

/** Publishes other filters, and waits for the execution that records them and passes nothing. */
async function publishFilter(workflow: Workflow, minimumAmount: string): Promise<Workflow> {
	const { editor } = instance;
	const before = new Set((await editor.executions(workflow.id)).map(({ id }) => id));
	const nodes = workflow.nodes.map((node) => ({
		...node,
		parameters: { options: { ...checkedOften.options, minimumAmount } },
	}));
	const changed = await editor.publish(workflow, { nodes });
	const execution = await editor.waitForExecution(workflow.id, ({ id }) => !before.has(id));
	expect(execution.mode).toBe('trigger');
	expect(getItems(execution, triggerName)).toEqual([]);
	return changed;
}

beforeAll(async () => {
	mailServer = await startMailServer();
	await instance.control.setConnected('1023456789012', true);
	watch = await WatchExample.publish(instance, mailServer, SECONDS_WITHOUT_EVENT / 3600);
});

afterEach(async () => {
	for (const workflow of published) {
		await instance.editor.deactivate(workflow);
		await instance.editor.deleteWorkflow(workflow);
	}
	published = [];
});

afterAll(async () => await mailServer?.close());

it('shows in a test run what it would report, and stores nothing', async () => {
	await instance.control.setConnected(accountNumber, false);
	for (const run of [await watch.testRun(), await watch.testRun()]) {
		expect(getItems(run, 'Find Changes')).toMatchObject([{ subject: notConnected }]);
		expect(Object.keys(run.data.resultData.runData)).not.toContain('Store Changes');
	}
	await instance.control.setConnected(accountNumber, true);
	expect(await runTwice()).toEqual([]);
});

it('reports an account once, also after a restart, and again if the problem returns', async () => {
	const { control } = instance;
	expect(await runTwice()).toEqual([]);
	await control.setConnected(accountNumber, false);
	expect(await runTwice()).toEqual([notConnected]);
	const { to, text } = await mailServer.waitForMail(notConnected);
	expect(to).toBe('team@example.com');
	expect(text).toMatch(/The service learns of no transaction of it/);
	await instance.restart('kill');
	expect(await runTwice()).toEqual([]);
	await control.setConnected(accountNumber, true);
	expect(await runTwice()).toEqual([connectedAgain]);
	await control.setConnected(accountNumber, false);
	expect(await runTwice()).toEqual([notConnected]);
	await control.setConnected(accountNumber, true);
	expect(await runTwice()).toEqual([connectedAgain]);
}, 300_000);

it('reports several problems in one mail', async () => {
	const { control } = instance;
	const numbers = [accountNumber, '123456789'];
	for (const number of numbers) await control.setConnected(number, false);
	expect(await runTwice()).toEqual(['Bank transactions: 2 changes']);
	expect(mailServer.mails.at(-1)?.text).toMatch(/0908123456789[^]+123456789 \(VPBank\)/);
	for (const number of numbers) await control.setConnected(number, true);
	expect(await runTwice()).toEqual(['Bank transactions: 2 changes']);
});

it('reports nothing if nothing is paid, if events arrive, or if a single one was lost', async () => {
	const workflow = await publishTrigger();
	expect(await runTwice()).toEqual([]);
	await transferBy('event', workflow);
	expect(await runTwice()).toEqual([]);
	await transferBy('check', workflow);
	await wait(SECONDS_WITHOUT_EVENT * 1000);
	expect(await runTwice()).toEqual([]);
	await transferBy('event', workflow);
	await transferBy('check', workflow);
	expect(await runTwice()).toEqual([]);
}, 300_000);

it('does not take executions of checks that pass nothing for missed transactions', async () => {
	const workflow = await publishTrigger();
	await transferBy('event', workflow);
	const changed = await publishFilter(workflow, '2');
	await wait(SECONDS_WITHOUT_EVENT * 1000);
	await publishFilter(changed, '3');
	expect(await runTwice()).toEqual([]);
}, 300_000);

it('reports once that only checks find transactions, and when events arrive again', async () => {
	const workflow = await publishTrigger();
	const polling = await publishTrigger({ delivery: 'polling', interval: 0.05 }, 'Polling');
	const passedByPolling = async () =>
		(await instance.editor.executions(polling.id)).map(({ mode }) => mode);
	await transferBy('check', workflow);
	expect(await runTwice()).toEqual([]);
	await wait(SECONDS_WITHOUT_EVENT * 1000);
	await transferBy('check', workflow);
	expect(new Set(await passedByPolling())).toEqual(new Set(['trigger']));
	expect(await runTwice()).toEqual([noEvents]);
	const { text } = await mailServer.waitForMail(noEvents);
	expect(text).toMatch(/Since \d{4}-\d\d-\d\d \d\d:\d\d, only checks have found its transactions/);
	await transferBy('check', workflow);
	expect(await runTwice()).toEqual([]);
	await transferBy('event', workflow);
	expect(await runTwice()).toEqual([eventsAgain]);
}, 300_000);
