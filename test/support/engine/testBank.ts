/* eslint-disable @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { setTimeout as wait } from 'node:timers/promises';
import { inspect } from 'node:util';

import type { IDataObject, INodeParameters, IPairedItemData } from 'n8n-workflow';

import type { BankTransactions } from '../../../nodes/BankTransactions/BankTransactions.node';
import { requestLimits } from '../../../nodes/shared/http/retry';
import { startBank, type Bank } from '../../bank/bank';
import type { BankControl } from '../../bank/control';
import type { FaultInput, ListRecord, TransferInput } from '../../bank/types';
import { readService, type Page } from '../service';
import { toCredentialData } from './credentialData';
import { runAction, searchList, type ActionResult, type CredentialData } from './engine';

/** Words that n8n asks not to show to users. */
export const ALARMING_WORDS = /\b(error|problem|failure|mistake)/i;

/** A day before every transaction of the practice bank. */
export const LONG_AGO = '2000-01-01';

/** A practice bank, its credential, and the action node that reads it. */
export class TestBank {
	control!: BankControl;

	credential!: CredentialData;

	/** Runs the action node against this bank; `credential` replaces parts of the right one. */
	async run(
		parameters: INodeParameters,
		options: Parameters<typeof runAction>[2] & { credential?: Partial<CredentialData> } = {},
	): Promise<ActionResult> {
		const credential = { ...this.credential, ...options.credential } as CredentialData;
		return await runAction(credential, parameters, options);
	}

	/** Requests a list of the node's pickers as the editor does; `token` is that of the page before. */
	async search(
		method: keyof BankTransactions['methods']['listSearch'],
		options: { filter?: string; token?: string; credential?: Partial<CredentialData> } = {},
	) {
		const credential = { ...this.credential, ...options.credential } as CredentialData;
		return await searchList(credential, method, options.filter, options.token);
	}

	/** Has the service answer a request, or more, with this as `data` and HTTP 200. */
	async answer(data: unknown, more: Partial<FaultInput> = {}) {
		const body = JSON.stringify({ error: 0, message: 'success', data });
		await this.control.fault({ kind: 'status', status: 200, body, ...more });
	}

	/** The requests since the last reset, without what differs from run to run. */
	async requests() {
		const requests = await this.control.requests();
		return requests.map(({ method, path, query, body }) => ({ method, path, query, body }));
	}

	/** How many requests the bank has received since the last reset. */
	async countRequests(): Promise<number> {
		return (await this.control.requests()).length;
	}

	/** Books transfers without events until a run has ended; resolves with their number and its result. */
	async bookDuring(run: Promise<ActionResult>, transfer: TransferInput, pauseMs = 0) {
		let isRunning = true;
		const ended = run.finally(() => (isRunning = false));
		let booked = 0;
		for (; isRunning && booked < 200; booked++) {
			await this.control.transfer({ ...transfer, deliver: false });
			await wait(pauseMs);
		}
		return { booked, result: await ended };
	}

	/** The bank's own list, at most 100 records, read without the node. Clears the request log. */
	async listTransactions(query: IDataObject = {}): Promise<ListRecord[]> {
		const { baseUrl, apiKey } = this.credential;
		const params = { fromDate: LONG_AGO, pageSize: 100, ...query };
		const page = await readService<Page>({ url: baseUrl, apiKey }, '/v2/transactions', params);
		await this.control.clearLogs();
		return page.records;
	}
}

/**
 * Starts a bank for the tests of one file and resets it before each of them. Retries follow each
 * other at once.
 */
export function useBank(transactions = 0): TestBank {
	const testBank = new TestBank();
	let bank: Bank;
	beforeAll(async () => {
		bank = await startBank({ transactions });
		testBank.control = bank.control;
		testBank.credential = toCredentialData(bank);
	});
	afterAll(async () => await bank.close());
	beforeEach(async () => {
		jest.replaceProperty(requestLimits, 'initialDelayMs', 1);
		await testBank.control.reset();
	});
	afterEach(() => {
		jest.restoreAllMocks();
	});
	return testBank;
}

/** Returns the JSON of the output items. Throws the error of the node if it failed. */
export function getOutput({ items, error }: ActionResult): IDataObject[] {
	if (error) throw new Error(`${error.message}: ${error.description}`);
	return items.map(({ json }) => json);
}

export function getIds(records: Array<{ id?: unknown }>): unknown[] {
	return records.map(({ id }) => id);
}

/** Returns the number of the input item to which each output item is linked. */
export function getPairedItems({ items }: ActionResult): unknown[] {
	return items.map(({ pairedItem }) => (pairedItem as IPairedItemData | undefined)?.item);
}

/** Returns the error with which the node failed. Throws if it did not fail, or returned items as well. */
export function getError({ items, error }: ActionResult) {
	if (!error || items.length > 0) throw new Error('The node succeeded, which it should not have');
	return error;
}

/** Returns all that n8n would store of a run as text, including the causes and stacks of errors. */
export function inspectRun({ run }: ActionResult): string {
	return inspect(run.data.resultData, {
		depth: Infinity,
		maxArrayLength: Infinity,
		maxStringLength: Infinity,
		breakLength: Infinity,
		showHidden: true,
	});
}
