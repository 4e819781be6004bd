import { createHash } from 'node:crypto';

/** How many transactions one hash covers. */
const BUCKET_SIZE = 250;

/** Ids of transactions, each with its day (`YYYY-MM-DD`). */
export type DayById = ReadonlyMap<number, string>;

/**
 * Returns a short text with which `findSettled` can later prove which of these transactions were
 * settled: for each day, buckets of ascending ids, each with its last id, a hash of its ids, and a bitmap
 * of the settled ones if not all are. 250 transactions take about 20 characters, with a bitmap 63.
 */
export function createDigest(listed: DayById, isSettled: (id: number) => boolean): string {
	return groupByDay(listed)
		.map(([day, ids]) => {
			const buckets: string[] = [];
			for (let first = 0; first < ids.length; first += BUCKET_SIZE) {
				buckets.push(toBucket(ids.slice(first, first + BUCKET_SIZE), isSettled));
			}
			return `${day}=${buckets.join(',')}`;
		})
		.join(';');
}

/**
 * Returns the ids among the listed transactions that the digest proves to be settled. A bucket whose
 * ids are not the same proves nothing.
 */
export function findSettled(digest: string, listed: DayById): number[] {
	const byDay = new Map(groupByDay(listed));
	return digest.split(';').flatMap((part) => {
		const [day, buckets = ''] = part.split('=');
		const ids = byDay.get(day) ?? [];
		let start = 0;
		return buckets.split(',').flatMap((bucket) => {
			const [lastId, expected, bitmap] = bucket.split('.');
			const last = parseInt(lastId, 36);
			let end = start;
			while (ids[end] <= last) end += 1;
			const covered = ids.slice(start, end);
			start = end;
			if (hash(covered) !== expected) return [];
			return bitmap === undefined ? covered : covered.filter(createBitmapReader(bitmap));
		});
	});
}

function toBucket(ids: number[], isSettled: (id: number) => boolean): string {
	const parts = [ids[ids.length - 1].toString(36), hash(ids)];
	if (!ids.every(isSettled)) parts.push(createBitmap(ids.map(isSettled)));
	return parts.join('.');
}

function createBitmap(flags: boolean[]): string {
	const bytes = Buffer.alloc(Math.ceil(flags.length / 8));
	for (const [index, flag] of flags.entries()) if (flag) bytes[index >> 3] |= 1 << (index & 7);
	return bytes.toString('base64url');
}

function createBitmapReader(bitmap: string): (id: number, index: number) => boolean {
	const bytes = Buffer.from(bitmap, 'base64url');
	return (_id, index) => ((bytes[index >> 3] >> (index & 7)) & 1) === 1;
}

function groupByDay(dayById: DayById): Array<[day: string, ids: number[]]> {
	const groups = new Map<string, number[]>();
	for (const [id, day] of dayById) {
		const ids = groups.get(day);
		if (ids) ids.push(id);
		else groups.set(day, [id]);
	}
	for (const ids of groups.values()) ids.sort((one, other) => one - other);
	return [...groups];
}

function hash(ids: number[]): string {
	return createHash('sha256').update(ids.join()).digest('base64url').slice(0, 12);
}
