import { requestLimits } from '../../nodes/shared/http/retry';
import { ACTION, createNode, start, createWorkflow } from '../support/engine/engine';
import { waitFor } from '../support/waitFor';
import { refuse, usePagedService } from '../support/engine/pagedService';

const service = usePagedService(100);

afterEach(() => {
	jest.restoreAllMocks();
});

/** Starts a run that would read a hundred pages. */
function startReading(operation: string) {
	const parameters = {
		resource: 'transaction',
		operation,
		returnAll: true,
		paymentCode: 'DH12',
		options: { pageSize: 1 },
	};
	const workflow = createWorkflow([createNode(ACTION, 'Bank', parameters)]);
	return start(workflow, 'Bank', [{ json: {} }], service.credential);
}

describe('a cancelled run', () => {
	it('ends while pages are in flight and requests no further page', async () => {
		service.beforePage = async (page) => {
			if (page > 3) await new Promise(() => {});
		};
		const running = startReading('getAll');
		await waitFor(() => expect(service.requestedPages).toContain(4));
		running.cancel();
		await running;
		expect(await service.keepsRequesting()).toBe(false);
		expect(service.requestedPages.length).toBeLessThan(20);
	});

	it('ends at once while the service asks it to wait', async () => {
		service.respondInstead = (page, reply) => page === 4 && refuse(reply, 429, '60');
		const running = startReading('getAll');
		await waitFor(() => expect(service.requestedPages).toContain(4));
		running.cancel();
		// Far sooner than the minute, which the test would not live to see.
		await running;
		expect(await service.keepsRequesting()).toBe(false);
		expect(service.requestedPages.filter((page) => page === 4)).toHaveLength(1);
	});

	it('ends at once while it waits to retry a page', async () => {
		jest.replaceProperty(requestLimits, 'initialDelayMs', 60_000);
		service.respondInstead = (page, reply) => page === 1 && refuse(reply, 503);
		const running = startReading('match');
		await waitFor(() => expect(service.requestedPages).toEqual([1]));
		running.cancel();
		await running;
		expect(await service.keepsRequesting()).toBe(false);
	});
});
