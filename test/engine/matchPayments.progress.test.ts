/* eslint-disable @n8n/community-nodes/no-restricted-globals -- test code, which never runs inside a node */
import { matchLimits } from '../../nodes/BankTransactions/actions/transaction/match.operation';
import { clearLog, logEntries } from '../support/engine/n8nInstance';
import { LONG_AGO, getOutput, useBank } from '../support/engine/testBank';

const bank = useBank();

const match = {
	resource: 'transaction',
	operation: 'match',
	paymentCode: '={{ $json.code }}',
	options: { fromDate: LONG_AGO },
};

const runMatch = async () =>
	getOutput(await bank.run(match, { items: [{ code: 'DH1042' }, { code: 'DH1043' }] }));

it('writes a line to the log for so many transactions that it has read', async () => {
	const others = Array.from({ length: 248 }, () => ({ amount: 1000, description: 'an trua' }));
	await bank.control.transfers([{ amount: 1000, description: 'ck DH1042' }, ...others]);
	clearLog();
	await runMatch();
	expect(logEntries('info')).toEqual([]);
	jest.replaceProperty(matchLimits, 'transactionsPerLogEntry', 100);
	expect(await runMatch()).toMatchObject([{ status: 'paid' }, { status: 'unpaid' }]);
	const lines = logEntries('info').map(({ message }) => message);
	expect(lines).toEqual(
		[100, 200].map((read) =>
			expect.stringMatching(
				`^Match Payments: ${read} transactions read, 1 of them counted for one of 2 orders \\[workflow .*node "Bank"\\]$`,
			),
		),
	);
});

it('lets n8n do other work while it reads and returns many items', async () => {
	let turns = 0;
	const timer = setInterval(() => (turns += 1), 1).unref();
	// Without a code there is nothing to request, so nothing else makes the node wait.
	const items = Array.from({ length: 2_000 }, () => ({}));
	const { items: outputs } = await bank.run(match, { items, continueOnFail: true });
	clearInterval(timer);
	expect(outputs).toHaveLength(2_000);
	expect(turns).toBeGreaterThanOrEqual(20);
});
