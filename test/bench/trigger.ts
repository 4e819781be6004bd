/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { N8nEditor } from '../support/n8n/editor';
import { installN8n } from '../support/n8n/install';
import { startN8n } from '../support/n8n/n8nProcess';
import { startBank } from '../bank/bank';
import { installBareNode } from './barePackages';
import { bareTrigger, ourTrigger, webhookNode, type Candidate } from './candidates';
import {
	eventBody,
	EVENTS_PER_MEASUREMENT,
	measureEvents,
	type EventMeasurement,
} from './eventThroughput';
import { sendAll } from './load';
import { describeMachine, print, row } from './print';
import { median, percentile } from './statistics';

const rounds = Number(process.env.BENCH_ROUNDS ?? 30);
const remembered = 10_000;
const transactionsInAnEvent = 500;
const goal = 0.95;
const names = {
	ours: 'ours, none remembered',
	bare: 'bare trigger',
	webhook: "n8n's Webhook node",
	oursFull: 'ours, 10,000 remembered',
} as const;
type Name = keyof typeof names;
type Measurements = Record<Name, EventMeasurement[]>;

/**
 * Sends the events to each workflow in the same n8n in turn. The ratios are medians of those of the
 * rounds. n8n's Webhook node is faster because it needs no sandbox for expressions.
 */
async function main(): Promise<boolean> {
	const installation = await installN8n(print);
	const userFolder = await mkdtemp(path.join(tmpdir(), 'bank-transactions-bench-'));
	await installBareNode('bareTrigger', path.join(userFolder, '.n8n/nodes'));
	const bank = await startBank({ transactions: 0 });
	const n8n = await startN8n({ installation, userFolder });
	try {
		const editor = new N8nEditor(n8n.url, installation.version);
		await editor.setUpOwner();
		const credential = await editor.createBankCredential(bank);
		const context = { editor, control: bank.control, credential, n8nUrl: n8n.url };
		const full = await ourTrigger(context);
		await fill(full);

		// A new workflow for each measurement: ours must start without claims, and the others equally fresh.
		const enter: Record<Name, () => Promise<Candidate>> = {
			ours: async () => await ourTrigger(context),
			bare: async () => await bareTrigger(context),
			webhook: async () => await webhookNode(context),
			oursFull: async () => full,
		};
		const measurements: Measurements = { ours: [], bare: [], webhook: [], oursFull: [] };
		for (let round = 0; round <= rounds; round++) {
			print(round === 0 ? 'Warming up' : `Round ${round} of ${rounds}`);
			for (const name of rotate(round)) {
				const candidate = await enter[name]();
				const measurement = await measureEvents(editor, candidate);
				if (candidate !== full) await editor.deactivate(candidate.workflow);
				if (round > 0) measurements[name].push(measurement);
			}
		}
		return report(measurements, installation.version);
	} finally {
		await n8n.stop();
		await bank.close();
		await rm(userFolder, { recursive: true, force: true });
	}
}

/** Each round begins with another workflow, because each one runs on what the one before left. */
function rotate(round: number): Name[] {
	const all = Object.keys(names) as Name[];
	const first = round % all.length;
	return [...all.slice(first), ...all.slice(0, first)];
}

/** Makes a trigger claim 10,000 transactions. */
async function fill(candidate: Candidate): Promise<void> {
	const bodies = Array.from({ length: remembered / transactionsInAnEvent }, () =>
		eventBody(transactionsInAnEvent),
	);
	await sendAll({ ...candidate, bodies, concurrency: 1 });
}

/** Prints the table. Returns true if our trigger reached the goal. */
function report(measurements: Measurements, n8nVersion: string): boolean {
	print(`${describeMachine()}; n8n ${n8nVersion} on SQLite`);
	print(
		`${rounds} rounds of ${EVENTS_PER_MEASUREMENT} events, 16 at a time; medians of the rounds`,
	);
	print('');
	print(row('', 'events/s', 'p50 ms', 'p99 ms', 'to bare', 'to Webhook'));
	for (const name of Object.keys(names) as Name[]) {
		const answers = measurements[name].flatMap(({ responseTimesMs }) => responseTimesMs);
		answers.sort((one, other) => one - other);
		print(
			row(
				names[name],
				median(measurements[name].map(({ rate }) => rate)).toFixed(1),
				percentile(answers, 0.5).toFixed(1),
				percentile(answers, 0.99).toFixed(1),
				ratio(measurements, name, 'bare').toFixed(3),
				ratio(measurements, name, 'webhook').toFixed(3),
			),
		);
	}
	const reached = (['ours', 'oursFull'] as const).every(
		(name) => ratio(measurements, name, 'bare') >= goal,
	);
	print('');
	print(`Ours at ${goal} of the bare trigger's rate: ${reached ? 'reached' : 'not reached'}`);
	return reached;
}

/** The median ratio of two rates, round by round. */
function ratio(measurements: Measurements, one: Name, other: Name): number {
	return median(measurements[one].map(({ rate }, round) => rate / measurements[other][round].rate));
}

void main().then((reached) => process.exit(reached ? 0 : 1));
