import { requestLimits } from '../../nodes/shared/http/retry';
import { refuse, usePagedService } from '../support/engine/pagedService';
import {
	ALARMING_WORDS,
	LONG_AGO,
	getError,
	getOutput,
	useBank,
	getIds,
} from '../support/engine/testBank';

const COUNT = 40;
const bank = useBank(COUNT);
const service = usePagedService(COUNT);

const getAll = {
	resource: 'transaction',
	operation: 'getAll',
	returnAll: true,
	filters: { fromDate: LONG_AGO },
	options: { pageSize: 1 },
};

describe('a service that limits the request rate', () => {
	it.each([
		{ requests: 5, perMs: 400, retryAfter: false },
		{ requests: 1, perMs: 20, retryAfter: false },
		{ requests: 15, perMs: 1500, retryAfter: true },
	])('slows down until everything is read once and in order: %j', async (rateLimit) => {
		const expected = await bank.listTransactions();
		await bank.control.settings({ rateLimit });
		const result = await bank.run(getAll);
		expect(getIds(getOutput(result))).toEqual(getIds(expected));
		const statuses = (await bank.control.requests()).map(({ status }) => status);
		expect(statuses.filter((status) => status === 200)).toHaveLength(COUNT);
		expect(statuses).toContain(429);
	});

	it('retries a first page that was refused', async () => {
		await bank.control.fault({ kind: 'status', status: 429, times: 6 });
		expect(getOutput(await bank.run(getAll))).toHaveLength(COUNT);
	});
});

describe('a service that refuses all requests', () => {
	const BOUND = 300;

	beforeEach(() => {
		jest.replaceProperty(requestLimits, 'maxSlowDownMs', BOUND);
	});

	function expectWords(error: ReturnType<typeof getError>, page: number) {
		expect(error).toMatchObject({ name: 'NodeApiError', httpCode: '429' });
		expect(error.message).toMatch(/too many requests/);
		expect(error.description).toContain('0.3 seconds');
		expect(`${error.message} ${error.description}`).toMatch(new RegExp(`\\bpage ${page}\\b`, 'i'));
		expect(`${error.message} ${error.description}`).not.toMatch(ALARMING_WORDS);
	}

	it('waits no longer than the limit, which the error names', async () => {
		service.respondInstead = (page, reply) => page > 6 && refuse(reply, 429);
		const error = getError(await service.getMany());
		expectWords(error, 7);
		expect(error.description).toContain('6 transactions were read');
		// Waits double, so that few attempts fit in: 1, 2, 4 … 256 ms.
		expect(service.requestedPages.length).toBeLessThan(40);
		expect(await service.keepsRequesting()).toBe(false);
	});

	it('does not wait if the service asks for longer than the limit', async () => {
		service.respondInstead = (page, reply) => page > 1 && refuse(reply, 429, '3');
		const error = getError(await service.getMany());
		expectWords(error, 2);
		expect(error.description).toContain('asks to wait 3 seconds');
		expect(await service.keepsRequesting()).toBe(false);
		expect(Math.max(...service.requestedPages)).toBeLessThanOrEqual(3);
	});
});
