import type { BankControl } from '../bank/control';
import type { LoggedRequest } from '../bank/types';
import { waitUntil } from '../support/waitFor';

/** Resolves when n8n has begun to read the list `times` more times. */
export async function waitForChecks(
	control: BankControl,
	times: number,
	timeoutMs = 120_000,
): Promise<void> {
	const since = new Date().toISOString();
	const isCheck = ({ time, path, query, status }: LoggedRequest) =>
		time >= since && path === '/v2/transactions' && (query.page ?? '1') === '1' && status === 200;
	await waitUntil(
		`${times} more checks of the list`,
		async () => (await control.requests()).filter(isCheck).length,
		(count) => count >= times,
		{ timeoutMs },
	);
}
