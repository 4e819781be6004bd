import { useQueueSetup } from './queueSetup';
import { waitUntil } from '../support/waitFor';

/** How often n8n looks for executions without a job: every 0.6 seconds. */
const recoveryMinutes = 0.01;

/** Several times that long. */
const pauseMs = 3_000;

const setup = useQueueSetup(recoveryMinutes);
jest.setTimeout(10 * 60_000);

it('catches up a transaction whose execution n8n leaves running without a job', async () => {
	const { n8n, control, recorder } = setup;
	const trigger = await setup.activate('Lost job');
	await n8n.killRole('worker one');
	await n8n.killRole('worker two');
	const { transaction } = await control.transfer({ amount: 1000 });
	const [execution] = (await setup.executions(trigger)).filter(({ mode }) => mode === 'webhook');
	const getStatus = async () =>
		(await setup.executions(trigger)).find(({ id }) => id === execution.id)?.status;

	// A worker that cannot read the workflow has begun the execution, but none of its nodes.
	const unlock = await n8n.postgres.lock('workflow_entity');
	await n8n.startRole('worker one');
	await waitUntil('the execution runs', getStatus, (status) => status === 'running');
	await n8n.killRole('worker one');
	await n8n.killRole('webhook');
	await unlock();
	await Promise.all([n8n.startRole('webhook'), n8n.startRole('worker one')]);
	await n8n.startRole('worker two');

	await setup.waitUntilIdle([transaction.id]);
	await setup.editor.deactivate(trigger.workflow);
	expect(recorder.arrivals.map(({ id }) => id)).toEqual([transaction.id]);
	expect(await getStatus()).toBe('crashed');
});

it('catches up each transaction whose execution n8n marks as crashed before it has queued it', async () => {
	const trigger = await setup.activate('Not queued yet');
	await setup.n8n.redis.pauseWrites(pauseMs);
	const ids = await setup.sendTransfers(trigger, { count: 200, copies: 1 });
	await setup.waitUntilIdle(ids);
	const executions = await setup.executions(trigger);
	const crashed = executions.filter(({ status }) => status === 'crashed');
	expect(crashed.length).toBeGreaterThan(0);
	expect(setup.recorder.arrivals.map(({ id }) => id).sort()).toEqual(ids.sort());
});
