import fc from 'fast-check';

import {
	decodeIds,
	describeState,
	encodeIds,
	fingerprint,
	isOutdated,
	serializeState,
	type Begun,
	type StoredState,
} from '../../nodes/BankTransactionsTrigger/storedState';

const published: Begun = {
	account: 'shop',
	keyFingerprint: 'key',
	choice: { selection: { accountNumber: '' }, windowDays: 3 },
	from: '2026-01-31',
};

function createState(lifecycleAt: number, more: Partial<Begun> = {}): StoredState {
	const begun = { ...published, ...more };
	return { instanceId: 'n8n', workflowId: '1', writtenAt: lifecycleAt, lifecycleAt, begun };
}

const unpublished: StoredState = { ...createState(9), begun: undefined };

describe('a stored state is outdated', () => {
	it('if there is none, none of a publication, or one of a later publication is known', () => {
		expect(isOutdated(undefined, createState(1))).toBe(true);
		expect(isOutdated(unpublished, undefined)).toBe(true);
		expect(isOutdated(createState(1), createState(2))).toBe(true);
	});

	it.each([
		['nothing else is known', undefined],
		['what is known is no publication', unpublished],
		['it is from the same publication', { ...createState(5), writtenAt: 9 }],
		['what is known is older', createState(4)],
	])('but not if %s', (_name, known) => {
		expect(isOutdated(createState(5), known)).toBe(false);
	});
});

describe('the text of a state', () => {
	it('is complete if it is short', () => {
		const state = createState(1, { linkedSince: { 1: '2026-01-31' } });
		expect(JSON.parse(serializeState(state))).toEqual(state);
		expect(JSON.parse(serializeState(unpublished))).toEqual(unpublished);
	});

	it('stays short, and keeps what is not recorded yet longer than the linked bank accounts', () => {
		const linkedSince = Object.fromEntries(
			Array.from({ length: 1_000 }, (_, index) => [`00000${index}`, '2026-01-31']),
		);
		const pending = { ids: 'x'.repeat(14_000), onlyIfNew: false, owner: 'p.1' };
		const text = serializeState(createState(1, { linkedSince, pending }));
		expect(text.length).toBeLessThanOrEqual(20_000);
		expect((JSON.parse(text) as StoredState).begun).toEqual({ ...published, pending });
	});

	it('tells states apart by all but the time when they were written, and the order of their fields', () => {
		const state = createState(1);
		const { begun, ...others } = { ...state, writtenAt: 2 };
		expect(describeState({ begun, ...others })).toBe(describeState(state));
		expect(describeState({ ...state, closedAt: 1 })).not.toBe(describeState(state));
		expect(describeState(createState(1, { checkedOn: '' }))).not.toBe(describeState(state));
		expect(describeState(undefined)).toBeUndefined();
	});
});

describe('the text of IDs', () => {
	it('contains each of them, in ascending order', () => {
		const id = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
		fc.assert(
			fc.property(fc.uniqueArray(id, { maxLength: 1_000 }), (ids) => {
				const ascending = [...ids].sort((one, other) => one - other);
				expect(decodeIds(encodeIds(ids) ?? '')).toEqual(ascending);
			}),
		);
	});

	it('holds 5,000 transactions of a usual account, and is never longer than static data can take', () => {
		const ids = Array.from({ length: 5_000 }, (_, index) => 20_000_000 + 7 * index);
		expect(encodeIds(ids)?.length).toBeLessThan(15_000);
		expect(encodeIds(ids.map((id) => 10_000 * id))).toBeUndefined();
	});
});

it('makes short fingerprints that tell texts apart', () => {
	expect(fingerprint('key', 'https://bank.example.com')).toMatch(/^[\w-]{16}$/);
	expect(fingerprint('a', 'b')).toBe(fingerprint('a', 'b'));
	expect(fingerprint('a', 'b')).not.toBe(fingerprint('ab'));
	expect(fingerprint('a', 'b')).not.toBe(fingerprint('b', 'a'));
});
