import pRetry from 'p-retry';

import { limits } from '../../nodes/service/retry';
import { startBank, type Bank } from '../service/bank';
import { BankControl } from '../service/control';
import type { CredentialData } from './engine';
import { LiveTrigger } from './liveTrigger';
import { processedData } from './processedData';

/** A practice bank with a trigger beside it, new for each test. */
export interface Scene {
	bank: Bank;
	control: BankControl;
	credential: CredentialData;
	trigger: LiveTrigger;
}

/** Sets a scene up around the tests of a file; its parts are there while a test runs. */
export function setScene(): Scene {
	const scene = {} as Scene;
	beforeAll(async () => {
		scene.bank = await startBank({ transactions: 20 });
		scene.control = new BankControl(scene.bank.url);
		scene.credential = {
			baseUrl: scene.bank.url,
			scheme: 'Apikey',
			apiKey: scene.bank.apiKey,
			timeZone: 'Asia/Ho_Chi_Minh',
		};
	});
	afterAll(async () => await scene.bank.close());
	beforeEach(async () => {
		jest.replaceProperty(limits, 'firstWaitMilliseconds', 1);
		processedData.clear();
		await scene.control.reset();
		scene.trigger = await new LiveTrigger({ ...scene.credential }).listen();
	});
	afterEach(async () => {
		await scene.trigger.close();
		jest.restoreAllMocks();
	});
	return scene;
}

/** The ids that reached the workflow's last node, in the order in which they did. */
export function idsOf(trigger: LiveTrigger): number[] {
	return trigger.executions.flat().map(({ json }) => Number(json.id));
}

/** Waits until the condition holds; fails with the last state where it never does. */
export async function eventually(condition: () => void | Promise<void>): Promise<void> {
	await pRetry(condition, { retries: 500, factor: 1, minTimeout: 20, maxRetryTime: 15_000 });
}
