import type { IExecuteFunctions } from 'n8n-workflow';

import { DeduplicationStore, type RecordResult } from './row';
import { rowLimits, type Retention } from './task';
import type { RecentValues } from '../recentValues';
import { waitForTurn } from './turns';

export interface ClaimOptions extends Retention {
	/** Names the hand-over whose execution claims; see `createOwner`. */
	owner: string;
	/** False: the values are only recorded, and granted to nobody. */
	grants: boolean;
}

interface Claim extends ClaimOptions {
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
export class ClaimQueue {
	private readonly store = new DeduplicationStore();

	private waiting: Claim[] = [];

	/** Marks of claims that failed with an unknown outcome, by value. */
	private readonly uncertain = new Map<string, string>();

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
		const { owner, grants } = options;
		if (grants && this.isOfAnotherProcess(owner)) {
			await waitForTurn(
				values,
				async (entries) => await this.store.recordTemporarily(context, entries),
			);
		}
		return await new Promise((resolve, reject) => {
			this.waiting.push({ context, values, ...options, resolve, reject });
			void this.store.runExclusively(async () => await this.claimTogether(this.waiting.splice(0)));
		});
	}

	private isOfAnotherProcess(owner: string): boolean {
		return !owner.startsWith(`${this.getProcessId()}.`);
	}

	private async claimTogether(claims: Claim[]): Promise<void> {
		if (claims.length === 0) return;
		const [{ context }] = claims;
		const values = claims.flatMap((claim) => claim.values);
		const marks = claims.flatMap((claim) => getMarks(claim));
		const uncertain = values.flatMap((value) => this.uncertain.get(value) ?? []);
		try {
			const markers = claims.flatMap((claim) => claim.markers);
			const entries = [...uncertain, ...values, ...marks, ...markers];
			await this.trim(claims, entries.length);
			const result = await this.store.record(context, entries);
			const granted = this.grant(claims, result);
			await this.store.recordUntilSeen(context, this.getShared(claims, granted));
			const owned = new Set(claims.flatMap((claim, index) => getMarks(claim, granted[index])));
			const foreign = marks.filter((mark) => result.fresh.has(mark) && !owned.has(mark));
			await this.store.remove(context, [...foreign, ...uncertain]);
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
	 * Now and then drops the oldest entries, before the claims and their markers are recorded: a marker
	 * keeps its old place in the row (docs/n8n-engine.md#deduplication-store), so it may be among them. No
	 * process knows how many entries the others have added, so each does this by chance.
	 */
	private async trim(claims: Claim[], added: number): Promise<void> {
		const maxEntries = Math.max(...claims.map((claim) => claim.maxEntries));
		if (maxEntries === Infinity || Math.random() * rowLimits.trimInterval >= added) return;
		await this.store.record(claims[0].context, [], maxEntries);
	}

	/**
	 * A value is granted if it was new, or if a mark shows that the owner itself wrote it: in a run
	 * that was interrupted, or by a write that was carried out although it was reported as failed.
	 * After such a write nobody can tell what was there before it, so all that this process has not
	 * seen settled is granted: a rare repeat is better than a silent loss. What another of these claims
	 * only records is not new.
	 */
	private grant(claims: Claim[], { fresh, isRepeated }: RecordResult): Array<Set<string>> {
		const taken = new Set(claims.flatMap(({ grants, values }) => (grants ? [] : values)));
		return claims.map(({ owner, grants, values }) => {
			if (!grants) return new Set<string>();
			const granted = values.filter((value) => {
				const isOwn = !fresh.has(toMark(owner, value));
				if (isOwn && !isRepeated) return true;
				if (taken.has(value)) return false;
				const uncertain = this.uncertain.get(value);
				const isUncertain = isOwn || (uncertain !== undefined && !fresh.has(uncertain));
				return (fresh.has(value) || isUncertain) && !this.settled.has(value);
			});
			for (const value of granted) taken.add(value);
			return new Set(granted);
		});
	}

	/** Returns what executions of other processes claimed here, which those may overwrite. */
	private getShared(claims: Claim[], granted: Array<Set<string>>): string[] {
		return claims.flatMap((claim, index) => {
			if (!this.isOfAnotherProcess(claim.owner)) return [];
			return claim.grants ? [...granted[index], ...getMarks(claim, granted[index])] : claim.values;
		});
	}
}

function getMarks({ owner, grants, values }: Claim, among?: Set<string>): string[] {
	if (!grants) return [];
	const marked = among === undefined ? values : values.filter((value) => among.has(value));
	return marked.map((value) => toMark(owner, value));
}

function toMark(owner: string, value: string): string {
	return `${owner}/${value}`;
}
