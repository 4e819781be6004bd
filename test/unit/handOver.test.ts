import fc from 'fast-check';

import { windowLimits } from '../../nodes/BankTransactionsTrigger/catchUp/transactionWindow';
import { getMaxEntries } from '../../nodes/BankTransactionsTrigger/deduplication/handOver';

/** Its ID, and the mark of the execution that claimed it. */
const entriesPerTransaction = 2;

it('keeps room in the deduplication store for every listed transaction', () => {
	fc.assert(
		fc.property(fc.integer({ min: 0, max: windowLimits.maxListed }), (listed) => {
			expect(getMaxEntries(listed)).toBeGreaterThan(entriesPerTransaction * listed);
		}),
	);
});

it('keeps as much room as for the largest account if nothing is known of the account', () => {
	expect(getMaxEntries(undefined)).toBe(getMaxEntries(windowLimits.maxListed));
});

it('keeps the row of a small account small, because n8n writes all of it with every claim', () => {
	expect(getMaxEntries(1_000)).toBeLessThan(getMaxEntries(windowLimits.maxListed) / 10);
});
