import { NodeOperationError, sleep, type IExecuteFunctions } from 'n8n-workflow';

import type { RecentValues } from './recentValues';
import { waitForTurn, type WriteResult } from './turns';

const MAX_ATTEMPTS = 12;
const MIN_PAUSE_MS = 60;

/** How long, and how often, a claim is written again that another process may overwrite. */
const REASSERT_DURATION_MS = 10_000;
const REASSERT_INTERVAL_MS = 2_000;

export interface ClaimOptions {
	/** Names the hand-over whose execution claims; see `createOwner`. */
	owner: string;
	/** False: the values are only recorded, and granted to nobody. */
	grants: boolean;
	/** How many values the store keeps; the oldest are dropped. */
	maxEntries: number;
}

interface Claim extends ClaimOptions {
	context: IExecuteFunctions;
	values: string[];
	resolve: (granted: Set<string>) => void;
	reject: (error: unknown) => void;
}

/** A write that claims nothing. */
interface PlainWrite {
	context: IExecuteFunctions;
	values: string[];
	/** Removed after the write. */
	obsolete: string[];
	maxEntries: number;
	resolve: (result: WriteResult) => void;
	reject: (error: unknown) => void;
}

/**
 * Claims values in n8n's deduplication store, which every process sees and which decides what is
 * settled. The store reads, changes and writes one row without a lock
 * (docs/n8n-engine.md#deduplication-store), so this process writes one at a time, and together what
 * waits. Claims of several processes are kept apart by turns.
 *
 * Each claim also writes a mark that names its owner. It tells an execution that runs again, or a
 * write whose answer was lost, that the value is its own and not one that somebody else has passed.
 */
export class ClaimQueue {
	private waitingClaims: Claim[] = [];

	private waitingWrites: PlainWrite[] = [];

	private isWorking = false;

	/** Written a moment ago, and when: every write restores those that were overwritten. */
	private readonly recent = new Map<string, number>();

	/** Values of turns, and when they were written: removed when no other process needs them. */
	private readonly turnValues = new Map<string, number>();

	private isMaintaining = false;

	/** Marks of claims that failed with an unknown outcome, by value. */
	private readonly uncertain = new Map<string, string>();

	/** How long the last write took, which is how far apart those of other processes may be. */
	private writeMs = 0;

	constructor(
		private readonly settled: RecentValues,
		private readonly getProcessId: () => string,
	) {}

	/**
	 * Resolves with the values that are granted to this owner: those that nobody had claimed, and
	 * those that this owner had. All values are settled afterwards.
	 * @throws NodeOperationError if the store cannot be written; the values may then come again.
	 */
	async claim(
		context: IExecuteFunctions,
		values: string[],
		options: ClaimOptions,
	): Promise<Set<string>> {
		if (values.length === 0) return new Set();
		const { owner, grants, maxEntries } = options;
		if (grants && this.isOfAnotherProcess(owner)) {
			await waitForTurn(
				values,
				async (entries) => await this.writeTurn(context, entries, maxEntries),
			);
		}
		return await new Promise((resolve, reject) => {
			this.waitingClaims.push({ context, values, ...options, resolve, reject });
			if (!this.isWorking) void this.work();
		});
	}

	private async writeTurn(
		context: IExecuteFunctions,
		values: string[],
		maxEntries: number,
	): Promise<WriteResult> {
		for (const value of values) this.turnValues.set(value, Date.now());
		void this.maintain(context, maxEntries);
		return await this.write({ context, values, obsolete: [], maxEntries });
	}

	private async write(write: Omit<PlainWrite, 'resolve' | 'reject'>): Promise<WriteResult> {
		return await new Promise((resolve, reject) => {
			this.waitingWrites.push({ ...write, resolve, reject });
			if (!this.isWorking) void this.work();
		});
	}

	private async work(): Promise<void> {
		this.isWorking = true;
		while (this.waitingClaims.length + this.waitingWrites.length > 0) {
			await this.writeTogether(this.waitingWrites.splice(0));
			await this.claimTogether(this.waitingClaims.splice(0));
		}
		this.isWorking = false;
	}

	private async writeTogether(writes: PlainWrite[]): Promise<void> {
		if (writes.length === 0) return;
		const [{ context }] = writes;
		const maxEntries = Math.max(...writes.map((write) => write.maxEntries));
		const values = writes.flatMap((write) => write.values);
		const obsolete = writes.flatMap((write) => write.obsolete);
		try {
			const result = await this.record(context, values, maxEntries);
			await this.remove(context, obsolete);
			for (const { resolve } of writes) resolve(result);
		} catch (error) {
			for (const { reject } of writes) reject(error);
		}
	}

	private isOfAnotherProcess(owner: string): boolean {
		return !owner.startsWith(`${this.getProcessId()}.`);
	}

	private async claimTogether(claims: Claim[]): Promise<void> {
		if (claims.length === 0) return;
		const [{ context }] = claims;
		const maxEntries = Math.max(...claims.map((claim) => claim.maxEntries));
		const values = claims.flatMap((claim) => claim.values);
		const marks = claims.flatMap((claim) => getMarks(claim));
		const uncertain = values.flatMap((value) => this.uncertain.get(value) ?? []);
		try {
			const result = await this.record(context, [...uncertain, ...values, ...marks], maxEntries);
			const { fresh } = result;
			const granted = this.grant(claims, result);
			await this.secure(claims, granted, maxEntries);
			const owned = new Set(claims.flatMap((claim, index) => getMarks(claim, granted[index])));
			const foreign = marks.filter((mark) => fresh.has(mark) && !owned.has(mark));
			await this.remove(context, [...foreign, ...uncertain]);
			for (const value of values) this.uncertain.delete(value);
			this.settled.add(values);
			claims.forEach(({ resolve }, index) => resolve(granted[index]));
		} catch (error) {
			for (const { owner, grants, values: claimed, reject } of claims) {
				if (grants) for (const value of claimed) this.uncertain.set(value, toMark(owner, value));
				reject(error);
			}
		}
	}

	/**
	 * A value is granted if it was new, or if a mark shows that the owner itself wrote it: in a run
	 * that was interrupted, or by a write that was carried out although it was reported as failed.
	 * After such a write nobody can tell what was there before it, so all that this process has not
	 * seen settled is granted: a rare repeat is better than a silent loss.
	 */
	private grant(claims: Claim[], { fresh, isRepeated }: WriteResult): Array<Set<string>> {
		const taken = new Set<string>();
		return claims.map(({ owner, grants, values }) => {
			if (!grants) return new Set<string>();
			const granted = values.filter((value) => {
				if (taken.has(value)) return false;
				const isOwn = !fresh.has(toMark(owner, value));
				if (isOwn && !isRepeated) return true;
				const uncertain = this.uncertain.get(value);
				const isUncertain = isOwn || (uncertain !== undefined && !fresh.has(uncertain));
				return (fresh.has(value) || isUncertain) && !this.settled.has(value);
			});
			for (const value of granted) taken.add(value);
			return new Set(granted);
		});
	}

	/** Restores what executions of other processes claimed here until it is seen to stay. */
	private async secure(
		claims: Claim[],
		granted: Array<Set<string>>,
		maxEntries: number,
	): Promise<void> {
		const [{ context }] = claims;
		const shared = claims.flatMap((claim, index) => {
			if (!this.isOfAnotherProcess(claim.owner)) return [];
			return claim.grants ? [...granted[index], ...getMarks(claim, granted[index])] : claim.values;
		});
		let missing = shared;
		for (let attempt = 1; missing.length > 0 && attempt < MAX_ATTEMPTS; attempt++) {
			await this.pause();
			const { fresh } = await this.record(context, missing, maxEntries);
			missing = missing.filter((value) => fresh.has(value));
		}
		this.reassert(context, shared, maxEntries);
	}

	private reassert(context: IExecuteFunctions, values: string[], maxEntries: number): void {
		for (const value of values) this.recent.set(value, Date.now());
		void this.maintain(context, maxEntries);
	}

	/** Restores recent claims, and removes the values of turns, until all of them are old. */
	private async maintain(context: IExecuteFunctions, maxEntries: number): Promise<void> {
		if (this.isMaintaining) return;
		this.isMaintaining = true;
		while (this.recent.size + this.turnValues.size > 0) {
			await sleep(REASSERT_INTERVAL_MS * (0.5 + Math.random()));
			const obsolete = deleteOld(this.turnValues);
			// The next claim or interval tries again what fails here.
			await this.write({ context, values: [], obsolete, maxEntries }).catch(() => undefined);
			deleteOld(this.recent);
		}
		this.isMaintaining = false;
	}

	/**
	 * Writes values, and again what was overwritten. A failed write is repeated: two first writes at
	 * a time collide on insert.
	 */
	private async record(
		context: IExecuteFunctions,
		values: string[],
		maxEntries: number,
	): Promise<WriteResult> {
		const all = [...new Set([...this.recent.keys(), ...values])];
		if (all.length === 0) return { fresh: new Set(), isRepeated: false, durationMs: 0 };
		for (let attempt = 1; ; attempt++) {
			const startedAt = Date.now();
			try {
				const options = { mode: 'entries' as const, maxEntries };
				const result = await context.helpers.checkProcessedAndRecord(all, 'node', options);
				this.writeMs = Date.now() - startedAt;
				const fresh = new Set(result.new.map(String));
				return { fresh, isRepeated: attempt > 1, durationMs: this.writeMs };
			} catch (error) {
				if (attempt >= MAX_ATTEMPTS) throw storeError(context, error as Error);
				await this.pause();
			}
		}
	}

	/**
	 * Removes marks and values of turns. A mark that stays only means that its execution, if it runs
	 * again, repeats the value; a turn that stays only delays a later claim.
	 */
	private async remove(context: IExecuteFunctions, values: string[]): Promise<void> {
		if (values.length === 0) return;
		await context.helpers
			.removeProcessed(values, 'node', { mode: 'entries' })
			.catch((error: Error) =>
				context.logger.debug(`Obsolete entries could not be removed: ${error.message}`),
			);
	}

	private async pause(): Promise<void> {
		await sleep(Math.max(MIN_PAUSE_MS, 3 * this.writeMs) * (0.3 + 0.7 * Math.random()));
	}
}

function getMarks({ owner, grants, values }: Claim, among?: Set<string>): string[] {
	if (!grants) return [];
	const marked = among === undefined ? values : values.filter((value) => among.has(value));
	return marked.map((value) => toMark(owner, value));
}

/** Deletes the values that have been there for long enough, and returns them. */
function deleteOld(values: Map<string, number>): string[] {
	const old = [...values].filter(([, since]) => Date.now() - since > REASSERT_DURATION_MS);
	for (const [value] of old) values.delete(value);
	return old.map(([value]) => value);
}

function toMark(owner: string, value: string): string {
	return `${owner}/${value}`;
}

function storeError(context: IExecuteFunctions, cause: Error): NodeOperationError {
	return new NodeOperationError(
		context.getNode(),
		'n8n could not record which transactions start the workflow',
		{
			description: `Nothing is lost. The transactions start the workflow as soon as n8n can write to its database again. The database reported: ${cause.message}`,
		},
	);
}
