import { sleep } from 'n8n-workflow';

/** n8n takes up to a millisecond to read the parameters of an item, if they are expressions. */
const ITEMS_PER_TURN = 100;

/**
 * Lets n8n do other work after every 100 items, such as answering a webhook. A loop over thousands of
 * items that waits for nothing else would block it for seconds.
 */
export async function letOthersRun(itemIndex: number): Promise<void> {
	if ((itemIndex + 1) % ITEMS_PER_TURN === 0) await sleep(0);
}
