/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs in Node beside n8n, never inside a node */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { N8nEditor } from '../support/n8n/editor';
import { installN8n } from '../support/n8n/install';
import { startN8n } from '../support/n8n/n8nProcess';
import { startBank } from '../bank/bank';
import { BankControl } from '../bank/control';
import { installBarePackage } from './barePackage';
import { bareTrigger, ourTrigger, webhookNode, type Contestant } from './candidates';
import { eventBody, eventsInAHeat, runHeat, type Heat } from './eventThroughput';
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

async function main(): Promise<boolean> {
	const installation = await installN8n(print);
	const userFolder = await mkdtemp(path.join(tmpdir(), 'bank-transactions-bench-'));
	await installBarePackage(userFolder);
	const bank = await startBank({ transactions: 0 });
	const n8n = await startN8n({ installation, userFolder });
	try {
		const editor = new N8nEditor(n8n.url, installation.version);
		await editor.setUpOwner();
		const credential = await editor.createCredential({
			name: 'Practice bank',
			type: 'bankTransactionsApi',
			data: { baseUrl: bank.url, apiKey: bank.apiKey },
		});
		const surroundings = {
			editor,
			control: new BankControl(bank.url),
			credential,
			n8nUrl: n8n.url,
		};
		const full = await ourTrigger(surroundings);
		await fill(full);

		// A new workflow for each heat: ours is to remember nothing, and the others start as it does.
		const enter: Record<Name, () => Promise<Contestant>> = {
			ours: async () => await ourTrigger(surroundings),
			bare: async () => await bareTrigger(surroundings),
			webhook: async () => await webhookNode(surroundings),
			oursFull: async () => full,
		};
		const heats: Record<Name, Heat[]> = { ours: [], bare: [], webhook: [], oursFull: [] };
		for (let round = 0; round <= rounds; round++) {
			print(round === 0 ? 'Warming up' : `Round ${round} of ${rounds}`);
			for (const name of Object.keys(names) as Name[]) {
				const contestant = await enter[name]();
				const heat = await runHeat(editor, contestant);
				if (contestant !== full) await editor.deactivate(contestant.workflow);
				if (round > 0) heats[name].push(heat);
			}
		}
		return report(heats, installation.version);
	} finally {
		await n8n.stop();
		await bank.close();
		await rm(userFolder, { recursive: true, force: true });
	}
}

/** Has a trigger remember 10,000 transactions. */
async function fill(contestant: Contestant): Promise<void> {
	const bodies = Array.from({ length: remembered / transactionsInAnEvent }, () =>
		eventBody(transactionsInAnEvent),
	);
	await sendAll({ ...contestant, bodies, atATime: 1 });
}

/** Prints the table; true where ours reached the goal. */
function report(heats: Record<Name, Heat[]>, n8nVersion: string): boolean {
	print(`${describeMachine()}; n8n ${n8nVersion} on SQLite`);
	print(`${rounds} rounds of ${eventsInAHeat} events, 16 at a time; medians of the rounds`);
	print('');
	print(row('', 'events/s', 'p50 ms', 'p99 ms', 'to bare', 'to Webhook'));
	for (const name of Object.keys(names) as Name[]) {
		const answers = heats[name].flatMap(({ answerMilliseconds }) => answerMilliseconds);
		answers.sort((one, other) => one - other);
		print(
			row(
				names[name],
				median(heats[name].map(({ rate }) => rate)).toFixed(1),
				percentile(answers, 0.5).toFixed(1),
				percentile(answers, 0.99).toFixed(1),
				ratio(heats, name, 'bare').toFixed(3),
				ratio(heats, name, 'webhook').toFixed(3),
			),
		);
	}
	const reached = (['ours', 'oursFull'] as const).every(
		(name) => ratio(heats, name, 'bare') >= goal,
	);
	print('');
	print(`Ours at ${goal} of the bare trigger's rate: ${reached ? 'reached' : 'not reached'}`);
	return reached;
}

/** The median of one's rate to the other's, round by round. */
function ratio(heats: Record<Name, Heat[]>, one: Name, other: Name): number {
	return median(heats[one].map(({ rate }, round) => rate / heats[other][round].rate));
}

main().then(
	(reached) => process.exit(reached ? 0 : 1),
	(error: Error) => {
		process.stderr.write(`${error.stack}\n`);
		process.exit(2);
	},
);
