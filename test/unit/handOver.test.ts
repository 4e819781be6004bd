import fc from 'fast-check';

import { windowLimits } from '../../nodes/BankTransactionsTrigger/catchUp/transactionWindow';
import {
	getMaxEntries,
	getRetention,
	toMarker,
} from '../../nodes/BankTransactionsTrigger/ledger/task';
import type { ActivationHint } from '../../nodes/BankTransactionsTrigger/storedState';

function createActivation({ isRecorded }: { isRecorded: boolean }): ActivationHint {
	const known = { coveredFrom: '', digest: '', selection: { accountNumber: '' } };
	return {
		generation: '',
		source: 'current',
		keyFingerprint: '',
		sources: {
			former: { ...known, listed: 100, windowDays: 3, isRecorded: true },
			current: { ...known, listed: 200, windowDays: 1, isRecorded },
		},
	};
}

/** Its ID, and the mark of the execution that claimed it. */
const entriesPerTransaction = 2;

it('keeps room in the deduplication store for every listed transaction', () => {
	fc.assert(
		fc.property(fc.integer({ min: 0, max: windowLimits.maxListed }), (listed) => {
			expect(getMaxEntries(listed)).toBeGreaterThan(entriesPerTransaction * listed);
		}),
	);
});

it.each([
	['unknown', undefined],
	['not recorded yet', createActivation({ isRecorded: false })],
])('keeps everything if the activation is %s', (_name, activation) => {
	expect(getRetention(activation)).toEqual({ maxEntries: Infinity, markers: [] });
});

it('keeps room for all known accounts, and the marker of the current one', () => {
	const activation = createActivation({ isRecorded: true });
	expect(getRetention(activation)).toEqual({
		maxEntries: getMaxEntries(300),
		markers: [toMarker('current', activation.sources.current)],
	});
});

it('keeps the row of a small account small, because n8n writes all of it with every claim', () => {
	expect(getMaxEntries(1_000)).toBeLessThan(getMaxEntries(windowLimits.maxListed) / 10);
});
