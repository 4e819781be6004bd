import fc from 'fast-check';

import {
	fingerprint,
	isOutdated,
	serializeHint,
	withSource,
	type Hint,
	type SourceHint,
} from '../../nodes/BankTransactionsTrigger/storedState';

function createSource(more: Partial<SourceHint> = {}): SourceHint {
	return {
		coveredFrom: '2026-01-31',
		digest: '2026-01-31=1.abc',
		listed: 1,
		selection: { accountNumber: '' },
		windowDays: 3,
		isRecorded: true,
		...more,
	};
}

function createHint(generation: string, writtenAt: number, sources = {}): Hint {
	const activation = { generation, source: 'current', keyFingerprint: 'key', sources };
	return { instanceId: 'n8n', workflowId: '1', writtenAt, activation };
}

describe('a stored hint is outdated', () => {
	it('if there is none, or none of an activation', () => {
		expect(isOutdated(undefined, undefined)).toBe(true);
		expect(isOutdated(undefined, createHint('one', 1))).toBe(true);
		expect(isOutdated({ ...createHint('one', 1), activation: undefined }, undefined)).toBe(true);
	});

	it('if a newer one of another activation is known', () => {
		expect(isOutdated(createHint('one', 1), createHint('two', 2))).toBe(true);
	});

	it.each([
		['nothing else is known', undefined],
		['what is known has no activation', { ...createHint('two', 9), activation: undefined }],
		['it is from the same activation', createHint('one', 9)],
		['what is known is older', createHint('two', 4)],
		['what is known is as old', createHint('two', 5)],
	])('but not if %s', (_name, known) => {
		expect(isOutdated(createHint('one', 5), known)).toBe(false);
	});
});

describe('the text of a hint', () => {
	const accounts = Object.fromEntries(
		Array.from({ length: 1_000 }, (_, index) => [`00000${index}`, '2026-01-31']),
	);

	it('is complete if it is short', () => {
		const hint = createHint('one', 1, { current: createSource({ accounts: { 1: '2026-01-31' } }) });
		expect(JSON.parse(serializeHint(hint))).toEqual(hint);
		const registrationOnly = { ...hint, activation: undefined };
		expect(JSON.parse(serializeHint(registrationOnly))).toEqual(registrationOnly);
	});

	it('stays short, and keeps the digest of the current source longest', () => {
		const former = createSource({ digest: 'x'.repeat(9_000), accounts });
		const current = createSource({ digest: 'y'.repeat(14_000), accounts });
		const text = serializeHint(createHint('one', 1, { former, current }));
		expect(text.length).toBeLessThanOrEqual(20_000);
		const { sources } = (JSON.parse(text) as Hint).activation ?? {};
		expect(sources).toEqual({
			former: { ...former, digest: '', accounts: undefined },
			current: { ...current, accounts: undefined },
		});
	});

	it('leaves out a digest that alone is too long', () => {
		const current = createSource({ digest: 'y'.repeat(30_000) });
		const text = serializeHint(createHint('one', 1, { current }));
		const { sources } = (JSON.parse(text) as Hint).activation ?? {};
		expect(sources).toEqual({ current: { ...current, digest: '' } });
	});
});

describe('the sources of a hint', () => {
	it('are the four that were used last, the newest at the end', () => {
		const names = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'));
		fc.assert(
			fc.property(names, (used) => {
				let sources: Record<string, SourceHint> = {};
				used.forEach((name, index) => {
					sources = withSource(sources, name, createSource({ listed: index }));
				});
				const newest = [...new Set([...used].reverse())].slice(0, 4).reverse();
				expect(Object.keys(sources)).toEqual(newest);
				for (const name of newest) expect(sources[name].listed).toBe(used.lastIndexOf(name));
			}),
		);
	});
});

it('makes short fingerprints that tell texts apart', () => {
	expect(fingerprint('key', 'https://bank.example.com')).toMatch(/^[\w-]{16}$/);
	expect(fingerprint('a', 'b')).toBe(fingerprint('a', 'b'));
	expect(fingerprint('a', 'b')).not.toBe(fingerprint('ab'));
	expect(fingerprint('a', 'b')).not.toBe(fingerprint('b', 'a'));
});
