/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { setTimeout as wait } from 'node:timers/promises';
import { SETUP_TIMEOUT_MS } from '../support/n8n/testInstance';
import { activateRetryExample } from '../support/n8n/retryExample';
import type { Customer } from './customer';
import { requestsPerCheck, residentMegabytes } from './figures';
import { getStartedIds } from './killedExecutions';
import { LiveSetup } from './liveSetup';
import { none, summary, type LiveWorkflow } from './liveWorkflow';
import { print } from './recordedSetup';
import { waitNode } from '../support/n8n/workflows';
import { waitUntil } from '../support/waitFor';

const total = Number(process.env.BUSY_TRANSACTIONS ?? 30_000);
/** True: with the example that retries crashed executions, so that nothing may be lost. */
const retriesCrashed = process.env.RETRY_CRASHED === '1';
const shares = { before: 0.1, caughtUp: 0.3, lostBeforeKill: 0.1, whileDown: 0.3, delivered: 0.2 };
/** The maximum number of transactions in an execution of catching up. */
const maxBatchSize = 100;
const maxRequestsPerCheck = 3;
/** Executions that pass nothing, after each restart: one for each chunk of the window, and few others. */
const maxIdleExecutions = 2 + Math.ceil(total / 2_000);
/** Number of reported lines about repeated transactions. */
const MAX_COUNTS = 5;
const maxEventSize = 50;
const senders = 4;
/** Minutes; long enough to tell the requests of two checks apart. */
const catchUpInterval = 0.1;
/** Within the time that the events take. */
const MAX_DELIVERY_MS = Math.min(10_000, total);
/** After this time without an arrival nothing more is expected. */
const quietMs = 60_000;
const msPerTransaction = 120;
jest.setTimeout(20 * 60_000 + total * 4 * msPerTransaction);

const part = (share: number) => Math.round(total * share);

const arrivalTimeoutMs = total * msPerTransaction + quietMs;
const perThousand = (seconds: number, count: number) => ((seconds * 1_000) / count).toFixed(1);

let setup: LiveSetup;
let customer: Customer;
let live: LiveWorkflow;

beforeAll(async () => {
	setup = await LiveSetup.start();
	customer = await setup.busyCustomer('A', part(shares.before));
	// The sender gives up, and pauses the webhook, after a minute: the service itself does after a day.
	await customer.control.settings({ deliveryAttempts: 8, deliveryRetryMs: 500 });
	if (retriesCrashed) await activateRetryExample(setup.instance);
	live = await setup.workflow({ trigger: await setup.trigger(customer, { catchUpInterval }) });
}, SETUP_TIMEOUT_MS);

afterAll(async () => {
	await setup?.endParts();
	await setup?.instance.end();
}, 120_000);

const expectAll = (references: string[]) => {
	for (const reference of references) live.expected.add(reference);
};

/** Resolves when all transactions have started the workflow, or nothing starts it any more. */
async function allStarted(): Promise<void> {
	let count = -1;
	let since = Date.now();
	await waitUntil(
		'nothing more starts the workflow',
		() => {
			const started = live.recorder.arrivals.length;
			if (started !== count) since = Date.now();
			count = started;
			return { missing: live.missing().length, quiet: Date.now() - since };
		},
		({ missing, quiet }) => missing === 0 || quiet > quietMs,
		{ timeoutMs: arrivalTimeoutMs },
	);
}

async function kill(whileDown?: () => Promise<void>): Promise<void> {
	const missing = live.missing().length;
	print(`Busy account: killed while ${missing} of ${live.expected.size} had not arrived`);
	await setup.instance.restart('kill', { whileDown });
}

/** Kills n8n when this share of the expected transactions has arrived. */
async function killWhileCatchingUp(whileDown?: () => Promise<void>): Promise<void> {
	const count = () => live.recorder.arrivals.length;
	const goal = count() + Math.random() * live.missing().length;
	await waitUntil('some of it arrives', count, (arrived) => arrived >= goal, {
		timeoutMs: arrivalTimeoutMs,
	});
	await kill(whileDown);
}

/** Delivers `count` transactions in events of different sizes, several at a time. */
async function deliver(count: number): Promise<void> {
	let left = count;
	const send = async () => {
		while (left > 0) {
			const size = Math.min(left, 1 + Math.floor(Math.random() * maxEventSize));
			left -= size;
			expectAll(await customer.receiveTogether(size));
		}
	};
	await Promise.all(Array.from({ length: senders }, send));
}

/** The transactions of each execution that n8n found unfinished at a start, by execution ID. */
async function heldByCrashed(): Promise<Map<string, string[]>> {
	const { database, instance } = setup;
	const held = new Map<string, string[]>();
	for (const { id, status, hasData } of await database.executions(live.saved.id)) {
		if (status !== 'crashed' || !hasData) continue;
		const ids = getStartedIds(await instance.editor.execution(id));
		held.set(
			id,
			ids.map((transaction) => customer.references.get(transaction) ?? ''),
		);
	}
	return held;
}

/** The crashed executions that hold missing transactions, each with the retries of it. */
async function describeUnfinished(held: Map<string, string[]>): Promise<string[]> {
	const missing = new Set(live.missing());
	const rows = await setup.database.executions(live.saved.id);
	return [...held]
		.map(([id, references]) => ({ id, count: references.filter((one) => missing.has(one)).length }))
		.filter(({ count }) => count > 0)
		.map(({ id, count }) => {
			const retries = rows
				.filter(({ retryOf }) => retryOf === id)
				.map((row) => `${row.id} ${row.status}`);
			const { mode } = rows.find((row) => row.id === id) ?? {};
			const last = rows.at(-1)?.id;
			return `${id} of ${last} (${mode}), ${count} transactions, retries: ${retries.join(', ')}`;
		});
}

/**
 * What started the workflow twice, by the executions that brought it, such as `31 trigger crashed +
 * 54 retry success: 100`. With the example that retries crashed executions, those that were killed
 * after their last node are retried like any other: what they brought is no mistake of the trigger.
 */
async function startedTwice(): Promise<{ counts: string[]; references: string[] }> {
	const rows = await setup.database.executions(live.saved.id);
	const byId = new Map(rows.map((row) => [row.id, row]));
	const counts = new Map<string, number>();
	const references: string[] = [];
	for (const reference of live.twice()) {
		const brought = live.recorder.arrivals
			.filter((waitForArrival) => waitForArrival.reference === reference)
			.map(({ execution }) => byId.get(execution));
		const name = brought.map((row) => `${row?.id} ${row?.mode} ${row?.status}`).join(' + ');
		counts.set(name, (counts.get(name) ?? 0) + 1);
		const finished = brought.filter((row) => row?.status !== 'crashed');
		if (!retriesCrashed || finished.length > 1) references.push(reference);
	}
	return { counts: [...counts].map(([name, count]) => `${name}: ${count}`), references };
}

/** Restarts n8n, and counts what that costs when there is nothing to catch up. */
async function restartAtRest(how: 'stop' | 'kill'): Promise<number> {
	const { database, instance } = setup;
	const before = (await database.executions(live.saved.id)).length;
	await instance.restart(how, { whileDown: async () => await customer.control.clearLogs() });
	await customer.waitForChecks(3, 300_000);
	expectAll([await customer.loseEvent()]);
	await customer.waitForChecks(3, 300_000);
	const [first] = requestsPerCheck(await customer.control.requests());
	const started = new Set(live.recorder.arrivals.map(({ execution }) => execution));
	const later = (await database.executions(live.saved.id)).slice(before);
	const idle = later.filter(({ id }) => !started.has(id)).length;
	print(`Busy account: requests of the first check after a restart (${how}): ${first}`);
	print(`Busy account: executions that pass nothing after a restart (${how}): ${idle}`);
	return idle;
}

it(`starts the workflow once with each of ${total} transactions, through three kills`, async () => {
	const { database, instance } = setup;
	const published = Date.now();
	await live.publish();
	print(
		`Busy account: ${part(shares.before)} transactions from before, published in ${((Date.now() - published) / 1_000).toFixed(1)} s`,
	);

	const lost = part(shares.caughtUp);
	const begun = Date.now();
	expectAll(await customer.loseEvents(lost));
	await allStarted();
	const seconds = (Date.now() - begun) / 1_000;
	print(
		`Busy account: caught up 1,000 transactions in ${perThousand(seconds, lost)} s (${lost} in ${seconds.toFixed(0)} s), ${live.missing().length} missing`,
	);

	// A kill then interrupts an execution that has claimed its transactions, most likely.
	await live.publish({ steps: [waitNode(0.5, 'seconds')] });
	expectAll(await customer.loseEvents(part(shares.lostBeforeKill)));
	await killWhileCatchingUp(async () =>
		expectAll(await customer.loseEvents(part(shares.whileDown))),
	);
	await killWhileCatchingUp();
	const killWhileDelivering = async () => {
		await wait(Math.random() * MAX_DELIVERY_MS);
		await kill();
	};
	await Promise.all([deliver(part(shares.delivered)), killWhileDelivering()]);
	await allStarted();

	const twiceAfterKills = await startedTwice();

	await customer.control.clearLogs();
	await customer.waitForChecks(3, 300_000);
	expectAll([await customer.loseEvent()]);
	await customer.waitForChecks(3, 300_000);
	const checks = requestsPerCheck(await customer.control.requests());
	print(`Busy account: requests per check in steady state: ${checks.join(', ')}`);

	const idle = [await restartAtRest('stop'), await restartAtRest('kill')];
	await allStarted();
	const held = await heldByCrashed();
	const heldReferences = new Set([...held.values()].flat());
	const twice = await startedTwice();
	for (const count of twice.counts.slice(0, MAX_COUNTS))
		print(`Busy account: started twice by ${count}`);
	const missing = live.missing();
	for (const line of await describeUnfinished(held)) print(`Busy account: unfinished: ${line}`);
	const unexplained = missing.filter((reference) => !heldReferences.has(reference));
	print(
		`Busy account: ${live.expected.size} transactions after publishing: ${missing.length} missing, ${missing.length - unexplained.length} of them in ${held.size} crashed executions; ${twiceAfterKills.references.length} twice after the kills, ${twice.references.length} after two restarts more; ${live.unexpected().length} from before`,
	);

	const { staticData, claims } = await database.sizes(live.saved.id);
	print(`Busy account: static data: ${(staticData / 1_024).toFixed(1)} KB`);
	print(`Busy account: claim row: ${(claims / 1_024).toFixed(1)} KB`);
	print(`Busy account: memory of n8n: ${await residentMegabytes(instance.n8n.pid)} MB`);
	expect({
		unexpected: summary(live.unexpected()),
		missing: summary(unexplained),
		twiceAfterKills: summary(twiceAfterKills.references),
		twice: summary(twice.references),
	}).toEqual({ unexpected: none, missing: none, twiceAfterKills: none, twice: none });
	expect(missing.length).toBeLessThanOrEqual(retriesCrashed ? 0 : held.size * maxBatchSize);
	expect(Math.max(...checks)).toBeLessThanOrEqual(maxRequestsPerCheck);
	expect(Math.max(...idle)).toBeLessThanOrEqual(maxIdleExecutions);
});
