import fc from 'fast-check';

import { isSet, toFiniteNumber, toId, toText } from '../../nodes/shared/values';

describe('ID', () => {
	it('is a whole number from 0, also as text', () => {
		fc.assert(
			fc.property(fc.maxSafeNat(), (id) => {
				for (const value of [id, String(id), ` ${id} `]) expect(toId(value)).toBe(id);
			}),
			{ examples: [[0]] },
		);
	});

	it.each(['', ' ', '-1', '1.5', '0x10', '9'.repeat(20), -1, 1.5, NaN, [7]])(
		'is not %p',
		(value) => {
			expect(toId(value)).toBeUndefined();
		},
	);
});

describe('number', () => {
	it.each([
		[-0.5, -0.5],
		['0', 0],
		['-250000', -250_000],
		['+12.25', 12.25],
		[' 12.25 ', 12.25],
		['1000.00', 1000],
		['12.3456', 12.3456],
		['0.500', 0.5],
	])('is %j: %d', (text, number) => {
		expect(toFiniteNumber(text)).toBe(number);
	});

	it.each(['', ' ', '1e3', '0x10', '1,5', '1.', '.5', '12 đ', 'VND 12', 'Infinity'])(
		'is not the text %j',
		(text) => {
			expect(toFiniteNumber(text)).toBeUndefined();
		},
	);

	it.each(['1.000', '-250.000', ' +12.000 ', '1.000.000'])(
		'is not %j, which is unclear',
		(text) => {
			expect(toFiniteNumber(text)).toBeUndefined();
		},
	);

	it.each([NaN, Infinity, true, null, undefined, [7], {}])('is not %p', (value) => {
		expect(toFiniteNumber(value)).toBeUndefined();
	});
});

it.each([
	['text', 'text'],
	[12, '12'],
	[0, '0'],
	[null, ''],
	[undefined, ''],
	[{}, ''],
])('reads %j as the text %j', (value, text) => {
	expect(toText(value)).toBe(text);
});

it.each([
	[1, true],
	['1', true],
	[true, true],
	[0, false],
	['0', false],
	[2, false],
	[null, false],
])('reads the flag %j as %s', (value, expected) => {
	expect(isSet(value)).toBe(expected);
});
