/* eslint-disable @n8n/community-nodes/no-restricted-globals -- test code, which never runs inside a node */
import { audit, type Audit } from './audit';
import { roles, type Role } from './queueModeN8n';
import { killDuringTraffic } from './kills';
import { runTogether, useQueueSetup, type ActiveTrigger } from './queueSetup';
import { print, shuffled } from '../faults/recordedSetup';
import { median } from '../bench/statistics';
import { waitFor } from '../support/waitFor';

const minute = 60_000;
const rounds = Number(process.env.QUEUE_ROUNDS ?? 5);
jest.setTimeout(15 * minute);

const setup = useQueueSetup();
/** What an audit finds if each transaction has reached the last node once. */
const onceEach = { missing: [], twice: [], repeatedByRecovery: [], unexpected: [] };

async function runAudit(trigger: ActiveTrigger, ids: number[], interrupted: number[] = []) {
	await setup.waitUntilIdle(ids);
	const claimed = await setup.claimed(trigger, ids);
	const evidence = { interrupted: new Set(interrupted), claimed };
	return { claimed, found: audit(ids, setup.recorder.arrivals, evidence) };
}

const counts = ({ missing, twice, claimedByKilled, repeatedByRecovery }: Audit) =>
	`${missing.length} missing, ${twice.length} twice, ${claimedByKilled.length} claimed by a killed execution, ${repeatedByRecovery.length} repeated by the recovery of stalled jobs`;

it('remembers every one of many first events that arrive at the same time', async () => {
	const triggers = 6;
	const events = 40;
	let lost = 0;
	for (let index = 1; index <= triggers; index++) {
		setup.recorder.arrivals.length = 0;
		const trigger = await setup.activate(`First events ${index}`);
		const ids = await setup.sendTransfers(trigger, { count: events, copies: 1 });
		const { claimed, found } = await runAudit(trigger, ids);
		lost += events - claimed.size;
		await setup.editor.deactivate(trigger.workflow);
		expect(found).toMatchObject(onceEach);
	}
	print(
		`First events: ${triggers} new triggers, ${events} events each, 8 at a time: each transaction once, ${lost} of ${triggers * events} not remembered`,
	);
	expect(lost).toBe(0);
});

it('passes each transaction once that two workers get at the same moment', async () => {
	const trigger = await setup.activate('Same moment');
	const ids = await setup.sendTransfers(trigger, { count: 400, copies: 2 });
	const { claimed, found } = await runAudit(trigger, ids);
	await setup.editor.deactivate(trigger.workflow);
	print(`Same moment: ${ids.length} events, each sent twice: ${counts(found)}`);
	expect(found).toMatchObject(onceEach);
	expect(claimed.size).toBe(ids.length);
});

it('passes a single transaction on without waiting for a check', async () => {
	const trigger = await setup.activate('One at a time', { catchUpMinutes: 15 });
	const { control, recorder } = setup;
	const ids: number[] = [];
	const delays: number[] = [];
	for (let event = 0; event < 20; event++) {
		const sent = performance.now();
		const { transaction } = await control.transfer({ amount: 1000 });
		await waitFor(() => expect(recorder.arrivals.map(({ id }) => id)).toContain(transaction.id));
		delays.push(performance.now() - sent);
		ids.push(transaction.id);
	}
	const { found } = await runAudit(trigger, ids);
	await setup.editor.deactivate(trigger.workflow);
	print(
		`One at a time: ${ids.length} transfers, from the transfer to the last node: median ${Math.round(median(delays))} ms, longest ${Math.round(Math.max(...delays))} ms`,
	);
	expect(found).toMatchObject(onceEach);
});

it('passes each transaction of a burst once', async () => {
	const trigger = await setup.activate('Burst');
	const { control } = setup;
	const ids: number[] = [];
	const sent: number[] = [];
	const durations: number[] = [];
	const transfer = async () => {
		const { transaction, deliveries } = await control.transfer({ amount: 1000 });
		ids.push(transaction.id);
		for (const { id, attempts } of deliveries) {
			sent.push(id);
			durations.push(attempts[0].durationMs);
		}
	};
	const repeat = async () => {
		const { durationMs } = await control.redeliver(sent[Math.floor(Math.random() * sent.length)]);
		durations.push(durationMs);
	};
	await transfer();
	const events = Array.from({ length: 399 }, (_, event) => (event % 4 === 3 ? repeat : transfer));
	await runTogether(events, 8);
	const { claimed, found } = await runAudit(trigger, ids);
	await setup.editor.deactivate(trigger.workflow);
	const slowest = Math.max(...durations);
	print(
		`Burst: ${durations.length} events, ${ids.length} transactions, 8 at a time: ${counts(found)}; ${ids.length - claimed.size} not remembered; slowest answer ${slowest} ms`,
	);
	expect(found).toMatchObject(onceEach);
	expect(claimed.size).toBe(ids.length);
});

it(
	`loses nothing and repeats nothing while its processes are killed, ${rounds} rounds`,
	async () => {
		const trigger = await setup.activate('Kills');
		const ids: number[] = [];
		const interrupted: number[] = [];
		const killed: Role[] = [];
		for (let round = 0; round < rounds; round++) {
			if (round % roles.length === 0) killed.push(...shuffled(roles));
			const results = await killDuringTraffic(setup, killed[round]);
			ids.push(...results.ids);
			interrupted.push(...results.interrupted);
		}
		const { claimed, found } = await runAudit(trigger, ids, interrupted);
		print(
			`Kills: ${killed.slice(0, rounds).join(', ')}: ${ids.length} transactions, ${interrupted.length} in interrupted executions: ${counts(found)}; ${ids.length - claimed.size} not remembered`,
		);
		expect(found).toMatchObject({ missing: [], twice: [], unexpected: [] });
	},
	(5 + rounds * 3) * minute,
);
