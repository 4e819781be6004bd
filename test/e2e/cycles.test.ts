/* eslint-disable @n8n/community-nodes/no-restricted-globals -- test code, which never runs inside a node */
import { sleep } from 'n8n-workflow';

import { getItems } from '../support/n8n/editor';
import { useTestInstance } from '../support/n8n/testInstance';
import { hasPassed, triggerName, triggerWorkflow } from '../support/n8n/workflows';

const cycles = 10;
const instance = useTestInstance();

it('never has two webhooks, and has none afterwards, over ten activations of one workflow', async () => {
	const { control, editor, credential } = instance;
	const started = Date.now();
	const deliveredIds: number[] = [];
	let workflow = await editor.createWorkflow(triggerWorkflow({ triggerOn: 'all' }, credential));
	const [trigger] = workflow.nodes;
	const url = `${instance.n8n.url}/webhook/${trigger.webhookId}/webhook`;

	const receiveOne = async () => {
		const { transaction } = await control.transfer({ amount: 1_000 });
		deliveredIds.push(transaction.id);
		await editor.waitForExecution(workflow.id, hasPassed(transaction.id));
	};

	for (let cycle = 1; cycle <= cycles; cycle++) {
		workflow = await editor.activate(workflow);
		await receiveOne();
		const triggerOn = cycle % 2 === 0 ? 'all' : 'incoming';
		const nodes = [{ ...trigger, parameters: { triggerOn } }];
		workflow = await editor.activate(await editor.updateWorkflow(workflow.id, { nodes }));
		await receiveOne();
		await instance.restart(cycle % 2 === 0 ? 'kill' : 'stop');
		await receiveOne();
		expect(await control.webhooks()).toEqual([
			expect.objectContaining({ url, incomeOnly: triggerOn === 'incoming' }),
		]);
		workflow = await editor.deactivate(workflow);
		expect(await control.webhooks()).toEqual([]);
	}

	const history = (await control.webhookHistory()).filter((change) => change.url === url);
	const created = history.filter(({ action }) => action === 'created');
	const deleted = history.filter(({ action }) => action === 'deleted');
	expect(Math.max(...history.map((change) => change.webhooksWithThisUrl))).toBe(1);
	expect(deleted.map(({ id }) => id)).toEqual(created.map(({ id }) => id));

	const all = await editor.executions(workflow.id);
	const executions = all.filter(({ mode }) => mode === 'webhook');
	expect(executions.map(({ status }) => status)).toEqual(deliveredIds.map(() => 'success'));
	// After a restart what is listed is handed over once more, and nothing passes.
	for (const { id, mode } of all) {
		if (mode !== 'trigger') continue;
		expect(getItems(await editor.execution(id), triggerName)).toEqual([]);
	}
	const seconds = Math.round((Date.now() - started) / 1000);
	process.stdout.write(
		`${cycles} cycles in ${seconds} s: ${deliveredIds.length} events, ${executions.length} executions, ${created.length} webhooks created, ${deleted.length} deleted\n`,
	);
}, 900_000);

it('starts nothing of a pause, although the first publication after it is refused', async () => {
	const { control, editor, credential } = instance;
	const parameters = { triggerOn: 'all', options: { catchUpInterval: 0.05 } };
	const workflow = await editor.createWorkflow(triggerWorkflow(parameters, credential));
	const active = await editor.activate(workflow);
	const inactive = await editor.deactivate(active);
	const { transaction: paused } = await control.transfer({ amount: 2_000 });
	await control.fault({ path: '/v2/', kind: 'status', status: 401, times: null });
	await expect(editor.activate(inactive)).rejects.toThrow('does not accept the API key');
	await control.clearFaults();
	const repeated = await editor.activate(inactive);
	const { transaction } = await control.transfer({ amount: 3_000 });
	await editor.waitForExecution(workflow.id, hasPassed(transaction.id));
	// Several checks.
	await sleep(10_000);
	for (const { id } of await editor.executions(workflow.id)) {
		expect(hasPassed(paused.id)(await editor.execution(id))).toBe(false);
	}
	await editor.deactivate(repeated);
}, 180_000);
