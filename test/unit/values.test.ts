import fc from 'fast-check';

import { isSet, toFiniteNumber, toId, toText } from '../../nodes/shared/values';

describe('ID', () => {
	it('is a whole number from 0, also as text', () => {
		expect(toId(0)).toBe(0);
		expect(toId('0')).toBe(0);
		fc.assert(
			fc.property(fc.maxSafeNat(), (id) => {
				expect(toId(id)).toBe(id);
				expect(toId(String(id))).toBe(id);
				expect(toId(` ${id} `)).toBe(id);
			}),
		);
	});

	it.each([
		'',
		' ',
		'abc',
		'-1',
		'1.5',
		'1e3',
		'0x10',
		'9'.repeat(20),
		-1,
		1.5,
		NaN,
		null,
		[],
		[7],
		{},
	])('is not %p', (value) => {
		expect(toId(value)).toBeUndefined();
	});
});

describe('number', () => {
	const numbers = fc.double({ noNaN: true, noDefaultInfinity: true });

	it('is every finite number', () => {
		fc.assert(
			fc.property(numbers, (number) => {
				expect(toFiniteNumber(number)).toBe(number);
			}),
		);
	});

	it.each([
		['0', 0],
		['250000', 250_000],
		['-250000', -250_000],
		['+12.25', 12.25],
		[' 12.25 ', 12.25],
		['1.5', 1.5],
		['1000.00', 1000],
		['193000.000', 193_000],
		['12.3456', 12.3456],
		['0.500', 0.5],
	])('is the text "%s" too', (text, number) => {
		expect(toFiniteNumber(text)).toBe(number);
	});

	it.each([
		'',
		' ',
		'abc',
		'1e3',
		'0x10',
		'1,5',
		'1.',
		'.5',
		'12 đ',
		'VND 12',
		'1.000',
		'-250.000',
		' +12.000 ',
		'1.000.000',
		'0b11',
		'Infinity',
		NaN,
		Infinity,
		true,
	])('is not %p', (value) => {
		expect(toFiniteNumber(value)).toBeUndefined();
	});

	it.each([null, undefined, [7], ['7'], {}])('is not %j', (value) => {
		expect(toFiniteNumber(value)).toBeUndefined();
	});
});

it.each([
	['text', 'text'],
	['0012', '0012'],
	[12, '12'],
	[0, '0'],
	[null, ''],
	[undefined, ''],
	[true, ''],
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
	[undefined, false],
])('reads the flag %j as %s', (value, expected) => {
	expect(isSet(value)).toBe(expected);
});
