import { createHash } from 'node:crypto';

/** How many transactions one hash covers. */
const BUCKET_SIZE = 250;

/** Ids of transactions, each with its day (`YYYY-MM-DD`). */
export type DayById = ReadonlyMap<number, string>;

/**
 * Returns a short text with which `findSettled` can later prove that these transactions were settled:
 * for each day, buckets of ascending ids, each with its last id and a hash. 250 transactions take
 * about 20 characters.
 */
export function createDigest(settled: DayById): string {
	return groupByDay(settled)
		.map(([day, ids]) => {
			const buckets: string[] = [];
			for (let first = 0; first < ids.length; first += BUCKET_SIZE) {
				const bucket = ids.slice(first, first + BUCKET_SIZE);
				buckets.push(`${bucket[bucket.length - 1].toString(36)}.${hash(bucket)}`);
			}
			return `${day}=${buckets.join(',')}`;
		})
		.join(';');
}

/**
 * Returns the ids among the listed transactions that the digest proves to be settled. A bucket in
 * which anything differs proves nothing.
 */
export function findSettled(digest: string, listed: DayById): number[] {
	const byDay = new Map(groupByDay(listed));
	return digest.split(';').flatMap((part) => {
		const [day, buckets = ''] = part.split('=');
		const ids = byDay.get(day) ?? [];
		let start = 0;
		return buckets.split(',').flatMap((bucket) => {
			const [lastId, expected] = bucket.split('.');
			const last = parseInt(lastId, 36);
			let end = start;
			while (end < ids.length && ids[end] <= last) end += 1;
			const covered = ids.slice(start, end);
			start = end;
			return hash(covered) === expected ? covered : [];
		});
	});
}

function groupByDay(dayById: DayById): Array<[day: string, ids: number[]]> {
	const groups = new Map<string, number[]>();
	for (const [id, day] of dayById) {
		const ids = groups.get(day);
		if (ids) ids.push(id);
		else groups.set(day, [id]);
	}
	for (const ids of groups.values()) ids.sort((one, other) => one - other);
	return [...groups].sort(([one], [other]) => (one < other ? -1 : 1));
}

function hash(ids: number[]): string {
	return createHash('sha256').update(ids.join()).digest('base64url').slice(0, 12);
}
