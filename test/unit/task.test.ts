import fc from 'fast-check';

import {
	getRetention,
	roundListed,
	toStamp,
} from '../../nodes/BankTransactionsTrigger/ledger/task';
import { windowLimits } from '../../nodes/BankTransactionsTrigger/lifecycle/listing';
import type { Begun, StoredState } from '../../nodes/BankTransactionsTrigger/storedState';

const choice = { selection: { accountNumber: '' }, windowDays: 3 };

function createState(listed: number, more: Partial<Begun> = {}): StoredState {
	const begun = { account: 'shop', keyFingerprint: 'key', choice, from: '2026-01-31', ...more };
	return { instanceId: 'n8n', workflowId: '1', writtenAt: 1, lifecycleAt: 1, begun, listed };
}

it('keeps room in the deduplication store for every listed transaction', () => {
	fc.assert(
		fc.property(fc.integer({ min: 0, max: windowLimits.maxListed }), (listed) => {
			const { maxEntries } = getRetention(createState(roundListed(listed)));
			// Each has two: its ID, and the mark of the execution that claimed it.
			expect(maxEntries).toBeGreaterThan(2 * listed);
		}),
	);
});

it.each([
	['unknown', undefined],
	['not recorded yet', createState(0, { pending: { ids: '', onlyIfNew: false, owner: 'p.1' } })],
])('keeps everything if the publication is %s', (_name, state) => {
	expect(getRetention(state)).toEqual({ maxEntries: Infinity, stamps: [] });
});

it('keeps the stamp of the current account and choice', () => {
	expect(getRetention(createState(0)).stamps).toEqual([toStamp('shop', choice)]);
	const stamps = [
		toStamp('shop', choice),
		toStamp('other', choice),
		toStamp('shop', { ...choice, windowDays: 4 }),
		toStamp('shop', { ...choice, selection: { accountNumber: '1' } }),
	];
	expect(new Set(stamps).size).toBe(stamps.length);
});

it('keeps the row of a small account small, because n8n writes all of it with every claim', () => {
	const keep = (listed: number) => getRetention(createState(listed)).maxEntries;
	expect(keep(1_000)).toBeLessThan(keep(windowLimits.maxListed) / 10);
});

it('rounds the number of listed transactions up, so that it seldom has to be stored again', () => {
	expect([0, 1, 1_000, 1_001].map(roundListed)).toEqual([0, 1_000, 1_000, 2_000]);
});
