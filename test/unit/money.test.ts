import fc from 'fast-check';

import { sum } from '../../nodes/shared/payments/money';

describe('sum', () => {
	it.each([
		[[], 0],
		[[-0], 0],
		[[0.1, 0.2, -0.3], 0],
		[[1.005, 2.01], 3.015],
		[[1e-7, 2e-7], 3e-7],
		[[5e-324, 5e-324], 1e-323],
		[[1e21, 1e21], 2e21],
		[[1e21, 0.5, -1e21], 0.5],
		[[9_007_199_254_740_991, -0.1, 0.1], 9_007_199_254_740_991],
	])('adds %j to %d', (amounts, expected) => {
		expect(sum(amounts)).toBe(expected);
	});

	const units = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 });

	it('is exact in decimals', () => {
		fc.assert(
			fc.property(fc.array(units, { maxLength: 1000 }), fc.nat(8), (parts, scale) => {
				const total = parts.reduce((one, other) => one + other, 0);
				const amounts = parts.map((part) => Number(`${part}e-${scale}`));
				// Adding 0 makes the 0 that has no sign.
				expect(sum(amounts)).toBe(Number(`${total}e-${scale}`) + 0);
			}),
		);
	});

	it('is exact for as many amounts as a bank has', () => {
		expect(sum(new Array<number>(200_000).fill(0.1))).toBe(20_000);
	});
});
