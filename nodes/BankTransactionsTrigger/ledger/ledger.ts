import type { IExecuteFunctions } from 'n8n-workflow';

import { isOfAnotherProcess } from '../memory';
import type { RecentValues } from '../recentValues';
import { Row, type RecordResult } from './row';
import { rowLimits, type Retention } from './task';
import { waitForTurn } from './turns';

export interface ClaimOptions extends Retention {
	/** Names the task whose execution claims; see `createOwner`. */
	owner: string;
	/** Maximum number of values that are granted. Default: all. */
	atMost?: number;
}

interface Claim extends Omit<ClaimOptions, 'atMost'> {
	/** `settle`: the values are only recorded, and granted to nobody. */
	kind: 'claim' | 'settle';
	context: IExecuteFunctions;
	values: string[];
	resolve: (granted: Set<string>) => void;
	reject: (error: unknown) => void;
}

/**
 * Claims values in n8n's deduplication store, which every process sees and which decides what is
 * settled. What waits is claimed together. Claims of several processes are kept apart by turns.
 *
 * Each claim also writes a mark that names its owner. It tells an execution that runs again, or a
 * write whose answer was lost, that the value is its own and not one that somebody else has passed.
 */
export class Ledger {
	private readonly row = new Row();

	private waiting: Claim[] = [];

	constructor(
		/** Values that this process knows to be settled, and the marks of those that it has granted. */
		private readonly settled: RecentValues,
		private readonly isForeign = isOfAnotherProcess,
	) {}

	/**
	 * Resolves with the values that are granted to this owner: those that nobody had claimed, and those
	 * that this owner had. All that was claimed is settled afterwards.
	 * @throws NodeOperationError if the store cannot be written.
	 */
	async claim(
		context: IExecuteFunctions,
		values: string[],
		{ atMost = values.length, ...options }: ClaimOptions,
	): Promise<Set<string>> {
		if (values.length > 0 && this.isForeign(options.owner)) {
			await waitForTurn(
				values,
				async (entries) => await this.row.recordTemporarily(context, entries),
			);
		}
		const granted = new Set<string>();
		let next = 0;
		// What follows stays unclaimed, so that catching up hands it over again.
		while (next < values.length && granted.size < atMost) {
			const batch = values.slice(next, next + atMost - granted.size);
			next += batch.length;
			const claim = { kind: 'claim', context, values: batch, ...options } as const;
			for (const value of await this.enqueue(claim)) granted.add(value);
		}
		return granted;
	}

	/**
	 * Records values, and grants them to nobody.
	 * @throws NodeOperationError if the store cannot be written.
	 */
	async settle(
		context: IExecuteFunctions,
		values: string[],
		options: Omit<ClaimOptions, 'atMost'>,
	): Promise<void> {
		if (values.length === 0) return;
		await this.enqueue({ kind: 'settle', context, values, ...options });
	}

	private async enqueue(claim: Omit<Claim, 'resolve' | 'reject'>): Promise<Set<string>> {
		return await new Promise((resolve, reject) => {
			this.waiting.push({ ...claim, resolve, reject });
			void this.row.runExclusively(async () => await this.claimTogether(this.waiting.splice(0)));
		});
	}

	private async claimTogether(claims: Claim[]): Promise<void> {
		if (claims.length === 0) return;
		const [{ context }] = claims;
		const values = claims.flatMap((claim) => claim.values);
		const marks = claims.flatMap((claim) => getMarks(claim));
		try {
			const stamps = claims.flatMap((claim) => claim.stamps);
			const entries = [...values, ...marks, ...stamps];
			await this.trim(claims, entries.length);
			const result = await this.row.record(context, entries);
			const granted = this.grant(claims, result);
			await this.row.recordUntilSeen(context, this.getShared(claims, granted));
			const owned = new Set(claims.flatMap((claim, index) => getMarks(claim, granted[index])));
			const foreign = marks.filter((mark) => result.fresh.has(mark) && !owned.has(mark));
			await this.row.remove(context, foreign);
			this.settled.add([...values, ...owned]);
			claims.forEach(({ resolve }, index) => resolve(granted[index]));
		} catch (error) {
			for (const { reject } of claims) reject(error);
		}
	}

	/**
	 * Now and then drops the oldest entries, before the claims and their stamps are recorded: a stamp
	 * keeps its old place in the row (docs/n8n-engine.md#deduplication-store), so it may be among them. No
	 * process knows how many entries the others have added, so each does this by chance.
	 */
	private async trim(claims: Claim[], added: number): Promise<void> {
		const maxEntries = Math.max(...claims.map((claim) => claim.maxEntries));
		if (maxEntries === Infinity || Math.random() * rowLimits.trimInterval >= added) return;
		await this.row.record(claims[0].context, [], maxEntries);
	}

	/**
	 * A value is granted if it was new, or if a mark shows that the owner itself wrote it: in a run
	 * that was interrupted, or by a write that was carried out although it was reported as failed.
	 * After such a write nobody can tell what was there before it, so all that this process has not
	 * seen settled is granted, and what it has granted to this owner before: a rare repeat is better than
	 * a silent loss. What another of these claims settles is not new.
	 */
	private grant(claims: Claim[], { fresh, isRepeated }: RecordResult): Array<Set<string>> {
		const taken = new Set(claims.flatMap(({ kind, values }) => (kind === 'settle' ? values : [])));
		return claims.map(({ kind, owner, values }) => {
			if (kind === 'settle') return new Set<string>();
			const granted = values.filter((value) => {
				const mark = toMark(owner, value);
				const isOwn = !fresh.has(mark);
				if (isOwn && (!isRepeated || this.settled.has(mark))) return true;
				return !taken.has(value) && (fresh.has(value) || isOwn) && !this.settled.has(value);
			});
			for (const value of granted) taken.add(value);
			return new Set(granted);
		});
	}

	/** Returns what executions of other processes claimed here, which those may overwrite. */
	private getShared(claims: Claim[], granted: Array<Set<string>>): string[] {
		return claims.flatMap((claim, index) => {
			if (!this.isForeign(claim.owner)) return [];
			if (claim.kind === 'settle') return claim.values;
			return [...granted[index], ...getMarks(claim, granted[index])];
		});
	}
}

function getMarks({ kind, owner, values }: Claim, among?: Set<string>): string[] {
	if (kind === 'settle') return [];
	const marked = among === undefined ? values : values.filter((value) => among.has(value));
	return marked.map((value) => toMark(owner, value));
}

function toMark(owner: string, value: string): string {
	return `${owner}/${value}`;
}
