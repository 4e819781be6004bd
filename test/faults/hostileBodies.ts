import fc, { type Arbitrary } from 'fast-check';

const MAX_BODY_BYTES = 1_000_000;
const deepest = 300_000;

const prototypeNames = [
	'__proto__',
	'constructor',
	'prototype',
	'toString',
	'hasOwnProperty',
	'then',
	'length',
];

/** What an attacker without the token would send: a well-formed event. */
const realEvent = fc
	.record({ id: fc.integer({ min: 1, max: 1e9 }), amount: fc.integer({ min: 1, max: 1e9 }) })
	.map((money) => ({ error: 0, data: [{ ...money, tid: 'TF1', description: 'DH1042' }] }));

const wrongValue: Arbitrary<unknown> = fc.oneof(
	fc.constantFrom(null, true, '', '0x1F', '1e3', ' 12 ', -1, 1.5, 1e300, '9007199254740993'),
	fc.jsonValue({ maxDepth: 2 }),
);

/** Entries that resemble a transaction but have an unreadable ID or amount. */
const brokenEntry: Arbitrary<unknown> = fc.oneof(
	fc.constantFrom(null, 0, '', [], {}, [null], 'transaction'),
	fc.record({ id: wrongValue, tid: wrongValue, when: wrongValue }, { requiredKeys: [] }),
	fc.record({ amount: wrongValue, description: wrongValue }),
	fc.record({
		id: fc.constantFrom(null, true, -1, 1.5, '', '1.5', '0x1', [1], { valueOf: 1 }),
		amount: wrongValue,
	}),
	fc.record({ id: fc.nat(), amount: fc.constantFrom(null, true, '', '1e3', '٣', [5], {}) }),
);

function prototypeText(name: string, value: unknown): string {
	const inner = JSON.stringify(value);
	return `{"error":0,"${name}":{"data":${inner}},"data":[{"${name}":{"id":1,"amount":5}}]}`;
}

const prototypeBody = fc
	.tuple(fc.constantFrom(...prototypeNames), fc.jsonValue({ maxDepth: 2 }))
	.map(([name, value]) => prototypeText(name, value));

const notAnEvent = fc
	.oneof(fc.jsonValue(), fc.dictionary(fc.string(), fc.jsonValue()))
	.filter((value) => !hasKeys(value, 'error', 'data'));

function hasKeys(value: unknown, ...names: string[]): boolean {
	return typeof value === 'object' && value !== null && names.some((name) => name in value);
}

const deepBody = fc
	.tuple(fc.integer({ min: 1_000, max: deepest }), fc.constantFrom('[', '{"data":'))
	.map(([depth, opening]) => {
		const times = Math.floor(Math.min(depth, MAX_BODY_BYTES / (opening.length + 1)));
		const closing = opening === '[' ? ']' : '}';
		const inner = opening === '[' ? '' : 'null';
		return `{"error":0,"data":[${opening.repeat(times)}${inner}${closing.repeat(times)}]}`;
	});

const hugeBody = fc
	.tuple(fc.integer({ min: 10_000, max: MAX_BODY_BYTES }), fc.constantFrom('null,', '{},', '"x",'))
	.map(([size, entry]) => {
		const entries = entry.repeat(Math.floor(size / entry.length));
		return `{"error":0,"data":[${entries}null]}`;
	});

const invalidJson = fc
	.tuple(realEvent, fc.integer({ min: 1, max: 60 }), fc.string())
	.map(([event, cut, tail]) => `${JSON.stringify(event).slice(0, -cut)}${tail}`)
	.filter((text) => !isJson(text));

function isJson(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}

const brokenUtf8 = fc
	.tuple(realEvent, fc.uint8Array({ minLength: 1, maxLength: 20 }))
	.map(([event, bytes]) =>
		Buffer.concat([
			Buffer.from(`{"error":0,"${event.error}`),
			Buffer.from(bytes),
			Buffer.from([0xc3, 0x28]),
		]),
	);

const textBody = (body: Arbitrary<string>) => body.map((text) => Buffer.from(text));
const jsonBody = (body: Arbitrary<unknown>) => textBody(body.map((value) => JSON.stringify(value)));

/** Bodies that are not events, whoever sends them. */
export const bodiesThatAreNoEvent: Arbitrary<Buffer> = fc.oneof(
	{ arbitrary: jsonBody(notAnEvent), weight: 6 },
	{
		arbitrary: jsonBody(
			fc.record({
				error: fc.constant(0),
				data: fc.oneof(brokenEntry.filter(isNotEmpty), fc.array(brokenEntry, { minLength: 1 })),
			}),
		),
		weight: 8,
	},
	{ arbitrary: textBody(prototypeBody), weight: 4 },
	{ arbitrary: textBody(invalidJson), weight: 3 },
	{ arbitrary: brokenUtf8, weight: 3 },
	{ arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)), weight: 2 },
	{ arbitrary: textBody(deepBody), weight: 1 },
	{ arbitrary: textBody(hugeBody), weight: 1 },
);

/** `data` may be absent or empty on a test call, so that is an event without transactions. */
function isNotEmpty(entry: unknown): boolean {
	return entry !== null && !(Array.isArray(entry) && entry.length === 0);
}

/** Bodies of every kind, including valid events. */
export const bodies: Arbitrary<Buffer> = fc.oneof(
	{ arbitrary: jsonBody(realEvent), weight: 2 },
	{ arbitrary: bodiesThatAreNoEvent, weight: 3 },
);
