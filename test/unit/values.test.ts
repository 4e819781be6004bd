import fc from 'fast-check';

import { isSet, toId, toText } from '../../nodes/shared/values';

describe('ID', () => {
	it('is a whole number from 0, also as text', () => {
		fc.assert(
			fc.property(fc.maxSafeNat(), (id) => {
				expect(toId(id)).toBe(id);
				expect(toId(` ${id} `)).toBe(id);
			}),
		);
	});

	it.each(['', ' ', 'abc', '-1', '1.5', '1e3', '0x10', '9'.repeat(20), -1, 1.5, NaN, null, [], {}])(
		'is not %p',
		(value) => {
			expect(toId(value)).toBeUndefined();
		},
	);
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
