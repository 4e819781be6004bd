/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { setTimeout as wait } from 'node:timers/promises';
import { claimedByKilledExecutions } from './killedExecutions';
import { print, repeated, useRecordedSetup, without } from './recordedSetup';
import { TransferFlow } from './transferFlow';
import { waitUntil } from '../support/waitFor';
import { waitForChecks } from './waitForChecks';
import { waitNode } from '../support/n8n/workflows';
import { readRecords } from '../support/service';

const rounds = Number(process.env.FAULT_ROUNDS ?? 20);
const roundSeconds = 180;
/** Minutes; short, so that catch-up and events meet all the time. */
const catchUpInterval = 0.1;
/** Long enough for catching up after a start to have begun or finished. */
const MAX_LIFETIME_MS = 12_000;

const setup = useRecordedSetup(
	{ triggerOn: 'all', options: { catchUpInterval } },
	{ steps: [waitNode(0.5, 'seconds')] },
);
jest.setTimeout((rounds + 2) * roundSeconds * 1000);
let idsBefore: number[];

beforeAll(async () => {
	// The sender gives up, and pauses the webhook, after five minutes: the service itself does after a day.
	await setup.control.settings({ deliveryAttempts: 12, deliveryRetryMs: 500 });
	await setup.editor.activate(setup.workflow);
	idsBefore = (await readRecords(setup.bank)).map(({ id }) => id);
});

async function anotherEventReceived(flow: TransferFlow): Promise<void> {
	const read = async () => ({
		received: (await flow.receivedIds()).length,
		attempts: await flow.outcomes(),
	});
	const before = await read();
	await waitUntil('an event that n8n received', read, (now) => now.received > before.received);
}

/** A pause after the trigger lets most kills interrupt executions. */
it(`loses nothing and repeats nothing over ${rounds} kills`, async () => {
	const { control, recorder, database, workflow } = setup;
	const flow = new TransferFlow(control);
	try {
		for (let round = 1; round <= rounds; round++) {
			flow.pace = 'fast';
			// Every other kill interrupts events, the rest also the start and its catch-up.
			if (round % 2 === 1) await anotherEventReceived(flow);
			await wait(Math.random() * MAX_LIFETIME_MS);
			// Transfers continue while n8n is down: their events find a closed port.
			await setup.restart('kill', { whileDown: async () => void (flow.pace = 'slow') });
			flow.repeatEarlierEvents();
		}
	} finally {
		await flow.stop();
	}
	expect(flow.failures).toEqual([]);

	const ids = without(
		(await readRecords(setup.bank)).map(({ id }) => id),
		idsBefore,
	);
	const arrivedIds = () => recorder.arrivals.map(({ id }) => id);
	const killed = await claimedByKilledExecutions(setup);
	await waitUntil(
		'every transaction at the last node, or claimed by a killed execution',
		() => without(ids, [...arrivedIds(), ...killed.keys()]),
		(missing) => missing.length === 0,
	).catch((error: Error) => print(error.message));
	await waitForChecks(setup.control, 3);

	const executions = await database.executions(workflow.id);
	const caughtUp = new Set(executions.filter(({ mode }) => mode === 'trigger').map(({ id }) => id));
	const claimedByKilled = without([...killed.keys()], arrivedIds());
	const executionsKilled = claimedByKilled.map((id) => killed.get(id));
	const missing = without(ids, [...arrivedIds(), ...claimedByKilled]);
	const twice = repeated(arrivedIds());
	const received = await flow.receivedIds();
	const lost = without(ids, received);
	print(
		`Kill: ${rounds} rounds, ${ids.length} transfers, ${flow.events} events, ${flow.repeats} repeats (attempts: ${await flow.outcomes()}), ${lost.length} lost events, ${recorder.arrivals.filter(({ execution }) => caughtUp.has(execution)).length} caught up, ${claimedByKilled.length} claimed by ${new Set(executionsKilled).size} killed executions (${executionsKilled.filter((row) => row?.mode === 'trigger').length} by catching up), ${missing.length} missing, ${twice.length} twice`,
	);
	const byId = new Map(executions.map((row) => [row.id, row]));
	for (const id of twice) {
		const arrived = recorder.arrivals.filter((arrival) => arrival.id === id);
		const rows = arrived.map(({ execution }) => byId.get(execution));
		const names = rows.map((row) => `${row?.id} ${row?.mode} ${row?.status}`);
		print(`Kill: ${id} was brought by ${names.join(' and ')}`);
	}
	expect(missing).toEqual([]);
	expect(twice).toEqual([]);
	expect(without(arrivedIds(), ids)).toEqual([]);
	expect(ids.length).toBeGreaterThan(rounds);
});
