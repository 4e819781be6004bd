/* eslint-disable @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { setTimeout as wait } from 'node:timers/promises';

import { requestLimits } from '../../nodes/shared/http/retry';
import { waitFor } from '../support/waitFor';
import { refuse, usePagedService } from '../support/engine/pagedService';
import { getError, getIds, getOutput } from '../support/engine/testBank';

const COUNT = 40;
const service = usePagedService(COUNT);

beforeEach(() => {
	jest.replaceProperty(requestLimits, 'initialDelayMs', 1);
});

afterEach(() => {
	jest.restoreAllMocks();
});

const ALL = Array.from({ length: COUNT }, (_, index) => index + 1);

/** Holds every answer back until the test releases it. */
function holdAnswers() {
	const held: Array<() => void> = [];
	service.beforePage = async () => await new Promise<void>((release) => held.push(release));
	return {
		/** Waits until `count` requests are in flight and checks that no more follow. */
		expectInFlight: async (count: number) => {
			await waitFor(() => expect(held).toHaveLength(count));
			await wait(50);
			expect(held).toHaveLength(count);
		},
		release: () => held.splice(0).forEach((release) => release()),
		releaseAll: () => {
			service.beforePage = async () => {};
			held.splice(0).forEach((release) => release());
		},
	};
}

it.each([
	[1, [1, 1, 1]],
	[8, [1, 2, 4, 8, 8]],
	[undefined, [1, 2, 4, 8, 8]],
])('with a Max Concurrency of %j requests pages in steps of %j', async (maxConcurrency, counts) => {
	const held = holdAnswers();
	const options = { pageSize: 1, ...(maxConcurrency && { maxConcurrency }) };
	const reading = service.getMany({ options });
	for (const count of counts) {
		await held.expectInFlight(count);
		held.release();
	}
	held.releaseAll();
	expect(getIds(getOutput(await reading))).toEqual(ALL);
	expect(service.maxInFlight).toBe(counts.at(-1));
});

it('opens a connection for each page, as n8n does for each request', async () => {
	expect(getIds(getOutput(await service.getMany()))).toEqual(ALL);
	expect(service.requestedPages).toHaveLength(COUNT);
	expect(service.connections).toBe(COUNT);
});

describe('number of requests', () => {
	it.each([1, 2])(
		'stops requesting once the limit behind a filter is met, by %i items',
		async (itemCount) => {
			service.beforePage = async () => await wait(100);
			service.records[4].amount = 5000;
			const result = await service.getMany(
				{ returnAll: false, limit: 1, filters: { minimumAmount: 5000 } },
				{ items: new Array<object>(itemCount).fill({}) as never },
			);
			expect(getIds(getOutput(result))).toEqual(new Array(itemCount).fill(5));
			expect(await service.keepsRequesting()).toBe(false);
		},
	);

	it('stops requesting at a page that cannot be read', async () => {
		service.beforePage = async () => await wait(20);
		service.respondInstead = (page, reply) => page === 5 && refuse(reply, 500);
		getError(await service.getMany());
		expect(await service.keepsRequesting()).toBe(false);
	});
});

describe('a page that permanently fails', () => {
	it.each([
		[500, 1],
		[503, 5],
	])(
		'reports HTTP %i with the page number and the number of transactions read',
		async (status, attempts) => {
			service.respondInstead = (page, reply) => page === 5 && refuse(reply, status);
			const error = getError(await service.getMany({ options: { pageSize: 2 } }));
			expect(error).toMatchObject({ name: 'NodeApiError', context: { itemIndex: 0 } });
			const text = `${error.message} ${error.description}`;
			expect(text).toMatch(/\bpage 5\b/i);
			expect(text).toMatch(/\b8 transactions were read\b/);
			expect(service.requestedPages.filter((page) => page === 5)).toHaveLength(attempts);
		},
	);

	it('fails the item that needs the page, and not the one that had enough before', async () => {
		service.respondInstead = (page, reply) => page === 2 && refuse(reply, 500);
		const limit = '={{ $json.limit }}';
		const parameters = { returnAll: false, limit, options: { pageSize: 10 } };
		const items = [{ limit: 10 }, { limit: 30 }];
		const error = getError(await service.getMany(parameters, { items }));
		expect(error).toMatchObject({ context: { itemIndex: 1 } });
		const result = await service.getMany(parameters, { items, continueOnFail: true });
		expect(getIds(getOutput(result))).toEqual([...ALL.slice(0, 10), undefined]);
		expect(result.items.at(-1)).toMatchObject({
			json: { httpStatus: 500 },
			pairedItem: { item: 1 },
		});
	});
});
