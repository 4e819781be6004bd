import { createHash } from 'node:crypto';

/**
 * Tells of an id whether the trigger of a workflow has claimed it. `rows` are the values of n8n's
 * deduplication store, and `staticData` is that of the workflow, which names the account.
 */
export function createClaimCheck(
	rows: string[],
	staticData: string | null,
): (id: number) => boolean {
	const hashes = new Set(rows.flatMap((row) => (JSON.parse(row) as { data: string[] }).data));
	const accounts = readAccounts(staticData);
	return (id) => accounts.some((account) => hashes.has(hash(`${account}:${id}`)));
}

/** The account of each trigger of the workflow. */
function readAccounts(staticData: string | null): string[] {
	const { global = {} } = JSON.parse(staticData ?? '{}') as { global?: Record<string, unknown> };
	const states = Object.values(global).filter((value) => typeof value === 'string');
	return states.flatMap((state) => {
		const { begun } = JSON.parse(state) as { begun?: { account: string } };
		return begun?.account ?? [];
	});
}

function hash(value: string): string {
	return createHash('md5').update(value).digest('base64');
}
