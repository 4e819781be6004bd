import { createHash } from 'node:crypto';

/**
 * Tells of an id whether the trigger of a workflow has claimed it. `rows` are the values of n8n's
 * deduplication store, and `staticData` is that of the workflow, which names the trigger's sources.
 */
export function createClaimCheck(
	rows: string[],
	staticData: string | null,
): (id: number) => boolean {
	const hashes = new Set(rows.flatMap((row) => (JSON.parse(row) as { data: string[] }).data));
	const sources = readSources(staticData);
	return (id) => sources.some((source) => hashes.has(hash(`${source}:${id}`)));
}

function readSources(staticData: string | null): string[] {
	const { global = {} } = JSON.parse(staticData ?? '{}') as { global?: Record<string, unknown> };
	const hints = Object.values(global).filter((value) => typeof value === 'string');
	return hints.flatMap((hint) => {
		const { activation } = JSON.parse(hint) as { activation?: { sources: object } };
		return Object.keys(activation?.sources ?? {});
	});
}

function hash(value: string): string {
	return createHash('md5').update(value).digest('base64');
}
