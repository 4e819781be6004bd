/* eslint-disable @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { setTimeout as wait } from 'node:timers/promises';
import { getStartedIds } from '../faults/killedExecutions';
import type { Role } from './queueModeN8n';
import { runTogether, waitAtRandom, type QueueSetup } from './queueSetup';

const transfersInARound = 40;
const roundMs = 6_000;
const SHARES = { lost: 0.25, repeated: 1 / 3, repeats: 3 };

export interface Round {
	/** The transactions that the service lists since. */
	ids: number[];
	/** Those that were in executions which the kill interrupted. */
	interrupted: number[];
}

/**
 * Makes transfers, some delivered, some lost, a third repeated up to three times, out of order; one
 * process is killed at a random moment among them and started again. Resolves when all runs again.
 */
export async function killDuringTraffic(setup: QueueSetup, role: Role): Promise<Round> {
	const ids: number[] = [];
	const traffic = runTogether(
		Array.from({ length: transfersInARound }, () => async () => {
			await waitAtRandom(0, roundMs);
			ids.push(await transferWithRepeats(setup));
		}),
		transfersInARound,
	);
	await waitAtRandom(0, roundMs);
	const log = await setup.n8n.killRole(role);
	const interrupted = role === 'main' ? [] : await findInterrupted(setup, log);
	await setup.n8n.startRole(role);
	await traffic;
	return { ids, interrupted };
}

async function transferWithRepeats({ control }: QueueSetup): Promise<number> {
	const amount = Math.ceil(Math.random() * 900) * 1000;
	const { transaction, deliveries } = await control.transfer({
		amount,
		deliver: Math.random() >= SHARES.lost,
	});
	const [delivery] = deliveries;
	if (delivery && Math.random() < SHARES.repeated) {
		const repeats = 1 + Math.floor(Math.random() * SHARES.repeats);
		for (let sent = 0; sent < repeats; sent++) {
			await wait(Math.random() * 2_000);
			await control.redeliver(delivery.id);
		}
	}
	return transaction.id;
}

/** The transactions of the executions that this log of a worker shows begun and not finished. */
async function findInterrupted({ editor }: QueueSetup, log: string): Promise<number[]> {
	const matchExecutions = (line: RegExp) => [...log.matchAll(line)].map(([, id]) => id);
	const finished = new Set(matchExecutions(/Worker finished execution (\d+)/g));
	const begun = matchExecutions(/Worker started execution (\d+)/g);
	const interrupted = begun.filter((id) => !finished.has(id));
	const executions = await Promise.all(interrupted.map(async (id) => await editor.execution(id)));
	return executions.flatMap(getStartedIds);
}
