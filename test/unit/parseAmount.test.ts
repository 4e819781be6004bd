import fc from 'fast-check';

import { parseAmount } from '../../nodes/shared/parseAmount';

const UNITS = ['VND', 'vnd', 'VNĐ', 'đ', 'Đ', '₫', 'đồng', 'đồng'.normalize('NFD'), 'dong'];

it.each([
	[250_000, 250_000],
	['250000', 250_000],
	['0', 0],
	['1000.5', 1000.5],
	['250000 VND', 250_000],
	['250000đ', 250_000],
	['VND 250000', 250_000],
	['₫250,000', 250_000],
	['250.000 ₫', 250_000],
	['1.250.000 đồng', 1_250_000],
	['250\u202f000\u00a0₫', 250_000],
	[' 12,345,678 vnd ', 12_345_678],
])('reads %j as %d', (value, amount) => {
	expect(parseAmount(value)).toBe(amount);
});

it.each([
	'250.000',
	'1.250.000',
	'1.250.000,50 đ',
	'1.250,000 đ',
	'0.250 VND',
	'VND',
	'1,25 đ',
	'250.5 VND',
	'-250000 VND',
	'250k đ',
	'250000 USD',
	'VND 250000 VND',
	'250đ000',
	'250000 VND or more',
	'1e3',
	'0x10',
	'',
	true,
	[250_000],
])('finds %j not clear', (value) => {
	expect(parseAmount(value)).toBeNaN();
});

it('reads every whole amount as text, with or without a unit and with separators before a unit', () => {
	const amounts = fc.nat({ max: 9_999_999_999 });
	fc.assert(
		fc.property(amounts, fc.constantFrom(...UNITS), (amount, unit) => {
			const vietnamese = new Intl.NumberFormat('vi').format(amount);
			const english = new Intl.NumberFormat('en').format(amount);
			for (const text of [`${amount}`, `${amount} ${unit}`, `${unit} ${amount}`]) {
				expect(parseAmount(text)).toBe(amount);
			}
			expect(parseAmount(vietnamese + unit)).toBe(amount);
			expect(parseAmount(unit + english)).toBe(amount);
		}),
	);
});

it('answers a long text at once', () => {
	const begin = performance.now();
	expect(parseAmount(`1${' '.repeat(100_000)}x`)).toBeNaN();
	expect(performance.now() - begin).toBeLessThan(1_000);
});
