import fc from 'fast-check';

import { getOutput, useBank } from '../support/engine/testBank';

const bank = useBank();

const READ = { resource: 'user', operation: 'get' };

/** Runs the node against this answer of the service. */
async function answered(status: number, body: string) {
	await bank.control.fault({ kind: 'status', status, body });
	return await bank.run(READ);
}

async function expectFailure(status: number, body: string, description = /\w/) {
	const { items, error } = await answered(status, body);
	expect(items).toEqual([]);
	expect(error).toMatchObject({ name: 'NodeApiError', httpCode: String(status) });
	expect(error?.description).toMatch(description);
}

const isRecord = (value: unknown) =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const success = fc.integer({ min: 200, max: 299 }).filter((status) => ![204, 205].includes(status));
/** Statuses that are not retried. */
const decline = fc.constantFrom(400, 402, 403, 404, 409, 410, 422, 451, 500, 501);
// A "__proto__" written into an object is not a key of it.
const data = fc.dictionary(
	fc.string({ minLength: 1 }).filter((key) => key !== '__proto__'),
	fc.jsonValue({ maxDepth: 2 }),
);

const bounded = { numRuns: 25 };

it('accepts code 0 with HTTP 2xx, whatever the message says', async () => {
	await fc.assert(
		fc.asyncProperty(success, fc.jsonValue(), data, async (status, message, record) => {
			const body = JSON.stringify({ error: 0, message, data: record });
			const [output] = getOutput(await answered(status, body));
			expect(output).toEqual(JSON.parse(JSON.stringify(record)));
		}),
		bounded,
	);
});

it('fails for any other code in the envelope, whatever the HTTP status and the data', async () => {
	const code = fc.integer().filter((number) => number !== 0);
	const status = fc.oneof(success, decline);
	await fc.assert(
		fc.asyncProperty(status, code, data, async (httpStatus, error, record) => {
			const body = JSON.stringify({ error, message: 'success', data: record });
			await expectFailure(httpStatus, body, new RegExp(`code ${error}\\b`));
		}),
		bounded,
	);
});

it('fails for an HTTP status above 299 even with code 0', async () => {
	await fc.assert(
		fc.asyncProperty(decline, data, async (status, record) => {
			const body = JSON.stringify({ error: 0, message: 'success', data: record });
			await expectFailure(status, body);
		}),
		bounded,
	);
});

it('fails for an answer without the requested record', async () => {
	const nothing = fc.jsonValue({ maxDepth: 1 }).filter((value) => !isRecord(value));
	await fc.assert(
		fc.asyncProperty(nothing, async (value) => {
			await expectFailure(200, JSON.stringify({ error: 0, data: value }));
		}),
		bounded,
	);
});

it('fails for a text that is not an envelope', async () => {
	const foreign = fc.oneof(
		fc.string(),
		fc.jsonValue().map((value) => JSON.stringify(value)),
		data.filter((record) => !('error' in record)).map((record) => JSON.stringify(record)),
	);
	await fc.assert(
		fc.asyncProperty(foreign, async (body) => {
			fc.pre(!/"error":-?0(\D|$)/.test(body));
			await expectFailure(200, body);
		}),
		bounded,
	);
});
