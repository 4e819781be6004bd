import { LiveTrigger } from '../support/engine/liveTrigger';
import { clearLog, logEntries } from '../support/engine/n8nInstance';
import { deduplicationTable } from '../support/engine/deduplicationTable';
import { usePagedService } from '../support/engine/pagedService';
import { checkConstantly } from '../support/engine/testWorkflow';
import { waitFor } from '../support/waitFor';

/** An id that a number cannot hold, and a record without an amount. */
const unreadable = [{ id: 2 ** 53 + 2, amount: 1000 }, { id: 77 }] as Array<{
	id: number;
	amount: number;
}>;

const service = usePagedService(5);
let trigger: LiveTrigger;

beforeEach(async () => {
	checkConstantly();
	deduplicationTable.clear();
	clearLog();
	trigger = await new LiveTrigger(service.credential, {
		triggerOn: 'all',
		delivery: 'polling',
	}).listen();
});

afterEach(async () => {
	await trigger.close();
	jest.restoreAllMocks();
});

const warnings = () => logEntries('warn').map(({ message }) => message);

it('starts although a listed transaction cannot be read, and says how many were skipped', async () => {
	service.records.push(...unreadable);
	await trigger.activate();
	service.records.push({ id: 6, amount: 1000 });
	await waitFor(() => expect(trigger.passedIds).toEqual([6]));
	expect(warnings()).toContainEqual(expect.stringContaining('2 transactions could not be read'));
});

it('catches up although a new transaction cannot be read', async () => {
	await trigger.activate();
	service.records.push(...unreadable, { id: 6, amount: 1000 });
	await waitFor(() => expect(trigger.passedIds).toEqual([6]));
	service.records.push({ id: 7, amount: 1000 });
	await waitFor(() => expect(trigger.passedIds).toEqual([6, 7]));
});

it('reads only the newest page again once it has skipped what cannot be read', async () => {
	const nextPages = async () => {
		service.requestedPages = [];
		await waitFor(() => expect(service.requestedPages.length).toBeGreaterThan(5));
		return new Set(service.requestedPages);
	};
	service.reset(150);
	service.records.push(unreadable[0]);
	await trigger.activate();
	await waitFor(async () => expect(await nextPages()).toEqual(new Set([1])));
	service.requestedPages = [];
	service.records.push(unreadable[1]);
	await waitFor(() => expect(service.requestedPages).toContain(2));
	await waitFor(async () => expect(await nextPages()).toEqual(new Set([1])));
});
