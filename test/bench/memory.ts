import { countItems, dropItems, keepItems, watchHeap } from './heap';
import { runAsProgram } from './runAsProgram';

const getAll = {
	operation: 'getAll',
	returnAll: true,
	filters: { fromDate: '2020-01-01T00:00:00' },
};

/** What the program prints, in bytes of the heap. */
export interface MemoryResult {
	/** What the items of the result hold by themselves. */
	items: number;
	/** The most that was held while the node ran, above what was held before. */
	peak: number;
	transactions: number;
}

runAsProgram(async ([url, apiKey, what]): Promise<MemoryResult> => {
	const service = [url, apiKey];
	// Code and caches that stay are no part of what a run holds.
	await keepItems(service, getAll);
	dropItems();
	const highest = watchHeap(what === 'held');
	await keepItems(service, getAll);
	const peak = highest();
	const transactions = countItems(() => true);
	return { items: dropItems(), peak, transactions };
});
