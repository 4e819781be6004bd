import { waitForChecks } from '../faults/waitForChecks';
import { print } from '../faults/recordedSetup';
import { audit } from './audit';
import type { Role } from './queueModeN8n';
import {
	runTogether,
	useQueueSetup,
	type ActivateOptions,
	type ActiveTrigger,
	type StoredExecution,
} from './queueSetup';
import { waitNode } from '../support/n8n/workflows';

jest.setTimeout(15 * 60_000);
const checkTimeoutMs = 120_000;
const workers: Role[] = ['worker one', 'worker two'];
const maxBatchSize = 100;
const onceEach = { missing: [], twice: [], repeatedByRecovery: [], claimedByKilled: [] };

const setup = useQueueSetup();
let trigger: ActiveTrigger;

afterEach(async () => {
	if (trigger) await setup.editor.deactivate(trigger.workflow);
});

/** Activates a trigger, and resolves when its second check has begun, so that the first one is done. */
async function activate(name: string, options?: ActivateOptions): Promise<void> {
	trigger = await setup.activate(name, options);
	await waitForMoreChecks(2);
}

async function waitForMoreChecks(times: number): Promise<void> {
	await waitForChecks(setup.control, times, times * checkTimeoutMs);
}

/** Books transfers whose events are lost. */
async function lose(count: number): Promise<number[]> {
	const inputs = Array.from({ length: count }, () => ({ amount: 1000, deliver: false }));
	const { transactions } = await setup.control.transfers(inputs);
	return transactions.map(({ id }) => id);
}

/** The executions that catching up has started since this one, or all by default. */
async function caughtUpSince(last?: StoredExecution): Promise<StoredExecution[]> {
	const executions = await setup.executions(trigger);
	const isNewer = ({ id }: StoredExecution) => last === undefined || Number(id) > Number(last.id);
	return executions.filter((execution) => execution.mode === 'trigger' && isNewer(execution));
}

const lastExecution = async () => (await setup.executions(trigger)).at(-1);

/** Those of these executions that passed nothing to the recorder. */
function passedNothing(executions: StoredExecution[]): StoredExecution[] {
	const passed = new Set(setup.recorder.arrivals.map(({ execution }) => execution));
	return executions.filter(({ id }) => !passed.has(id));
}

/** How many transactions each execution brought, in the order of arrival. */
function batchSizes(): number[] {
	const sizes = new Map<string, number>();
	for (const { execution } of setup.recorder.arrivals) {
		sizes.set(execution, (sizes.get(execution) ?? 0) + 1);
	}
	return [...sizes.values()];
}

async function expectOnceEach(ids: number[]): Promise<void> {
	const claimed = await setup.claimed(trigger, ids);
	const found = audit(ids, setup.recorder.arrivals, { interrupted: new Set(), claimed });
	expect(found).toEqual({ ...onceEach, unexpected: [] });
	expect(claimed.size).toBe(ids.length);
}

async function kill(roles: Role[]): Promise<void> {
	await Promise.all(roles.map(async (role) => await setup.n8n.killRole(role)));
}

async function start(roles: Role[], options?: string[]): Promise<void> {
	await Promise.all(roles.map(async (role) => await setup.n8n.startRole(role, options)));
}

it('starts one execution without items after events that workers have claimed, and then none', async () => {
	const events = 10;
	const observedChecks = 6;
	// Longer than a worker stands back for one that has just claimed the same transactions.
	await activate('Events before a check', { catchUpMinutes: 0.5 });
	const before = await lastExecution();
	const ids: number[] = [];
	const transfer = async () => {
		const { transaction } = await setup.control.transfer({ amount: 1000 });
		ids.push(transaction.id);
	};
	// Just after a check, so that the next one lists all of them.
	await waitForMoreChecks(1);
	await runTogether(
		Array.from({ length: events }, () => transfer),
		events,
	);
	await waitForMoreChecks(1);
	const perCheck: number[] = [];
	let counted = 0;
	for (let check = 0; check < observedChecks; check++) {
		// A check is done when the next one begins.
		await waitForMoreChecks(1);
		const idle = passedNothing(await caughtUpSince(before)).length;
		perCheck.push(idle - counted);
		counted = idle;
	}
	const arrivedByEvents = batchSizes().length;
	print(
		`Checks after ${events} events: executions that passed nothing, check by check: ${perCheck.join(', ')}; executions that brought the events: ${arrivedByEvents}`,
	);
	await expectOnceEach(ids);
	const [first, second, ...later] = perCheck;
	expect(first + second).toBeLessThanOrEqual(1);
	expect(Math.max(...later)).toBe(0);
});

it('continues to catch up although every execution ends by waiting for hours', async () => {
	const rounds = 3;
	const transfersInARound = 4;
	await activate('Wait for hours', { step: waitNode(3, 'hours') });
	const before = await lastExecution();
	const ids: number[] = [];
	for (let round = 0; round < rounds; round++) {
		ids.push(...(await lose(transfersInARound)));
		await setup.waitUntilIdle(ids);
		await waitForMoreChecks(2);
	}
	const caughtUp = await caughtUpSince(before);
	const idle = passedNothing(caughtUp);
	const passing = caughtUp.filter((execution) => !idle.includes(execution));
	const waiting = passing.filter(({ status }) => status === 'waiting');
	print(
		`Waiting workflow: ${ids.length} lost transfers in ${rounds} rounds arrived in ${passing.length} executions, ${waiting.length} of them waiting; ${idle.length} executions passed nothing`,
	);
	await expectOnceEach(ids);
	expect(waiting).toEqual(passing);
});

it('passes each transfer once that was handed over while no worker was running', async () => {
	const intervals = 3;
	const transfersInAnInterval = 4;
	await activate('No workers');
	const before = await lastExecution();
	await kill(workers);
	const ids: number[] = [];
	for (let interval = 0; interval < intervals; interval++) {
		ids.push(...(await lose(transfersInAnInterval)));
		await waitForMoreChecks(1);
	}
	await waitForMoreChecks(1);
	const started = await caughtUpSince(before);
	const arrivedMeanwhile = setup.recorder.arrivals.length;
	await start(workers);
	await setup.waitUntilIdle(ids);
	await waitForMoreChecks(2);
	const caughtUp = await caughtUpSince(before);
	print(
		`No workers: ${started.length} executions started in ${intervals} checks; then ${ids.length} lost transfers arrived in executions of ${batchSizes().join(', ')}; ${caughtUp.length} executions in all, ${passedNothing(caughtUp).length} passed nothing`,
	);
	expect(arrivedMeanwhile).toBe(0);
	expect(started.length).toBeGreaterThan(0);
	expect(started.every(({ status }) => status === 'new')).toBe(true);
	await expectOnceEach(ids);
});

it('passes a backlog in batches while only one execution runs at a time', async () => {
	const transfers = 150;
	const seconds = 8;
	await kill(workers);
	await start(['worker one'], ['--concurrency=1']);
	await activate('One at a time', { step: waitNode(seconds, 'seconds') });
	const before = await lastExecution();
	const ids = await lose(transfers);
	await setup.waitUntilIdle(ids);
	await waitForMoreChecks(2);
	const caughtUp = await caughtUpSince(before);
	await kill(['worker one']);
	await start(workers);
	print(
		`One execution at a time, ${seconds} s each: ${ids.length} lost transfers arrived in executions of ${batchSizes().join(', ')}; ${caughtUp.length} executions in all, ${passedNothing(caughtUp).length} passed nothing`,
	);
	await expectOnceEach(ids);
	// The main process does not know which of the first chunk the worker has passed.
	expect(passedNothing(caughtUp).length).toBeLessThanOrEqual(1);
	expect(Math.max(...batchSizes())).toBeLessThanOrEqual(maxBatchSize);
});
