import fc from 'fast-check';

import { RecentValues } from '../../nodes/BankTransactionsTrigger/recentValues';

it('holds exactly the newest values', () => {
	const values = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,3}$/), { maxLength: 20 });
	fc.assert(
		fc.property(values, fc.nat(20), fc.integer({ min: 1, max: 8 }), (all, first, size) => {
			const recent = new RecentValues(size);
			recent.add(all.slice(0, first));
			recent.add(all.slice(first));
			all.forEach((value, index) => {
				expect(recent.has(value)).toBe(index >= all.length - size);
			});
		}),
	);
});

it('counts a repeated value once', () => {
	const recent = new RecentValues(2);
	recent.add(['first', 'second']);
	recent.add(['second', 'second']);
	expect(recent.has('first')).toBe(true);
});
