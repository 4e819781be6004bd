/* eslint-disable @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { LoggedRequest } from '../bank/types';

const run = promisify(execFile);
/** Requests of one check follow each other faster than this; checks are further apart. */
const MAX_PAUSE_IN_CHECK_MS = 1_500;

/** How many requests each check made, in the order of the checks. */
export function requestsPerCheck(requests: LoggedRequest[]): number[] {
	const counts: number[] = [];
	let previous = -Infinity;
	for (const { method, path, time } of requests) {
		if (method !== 'GET' || path.startsWith('/v2/webhooks')) continue;
		const now = Date.parse(time);
		if (now - previous > MAX_PAUSE_IN_CHECK_MS) counts.push(0);
		counts[counts.length - 1] += 1;
		previous = now;
	}
	return counts;
}

/** Memory of a process in megabytes (resident set size). */
export async function residentMegabytes(pid: number): Promise<number> {
	const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)]);
	return Math.round(Number(stdout) / 1024);
}
