import type { Credential, N8nEditor } from '../support/n8n/editor';
import { startBank, type Bank, type BankOptions } from '../bank/bank';
import type { BankControl } from '../bank/control';
import type { TransferInput } from '../bank/types';
import { waitUntil } from '../support/waitFor';
import { waitForChecks } from './waitForChecks';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * A customer of the service, with an API key and money of its own. Every practice bank counts its
 * transactions from the same id, so it is the reference, such as `A-12`, that tells two of them apart.
 */
export class Customer {
	/** By the id of the transaction. */
	readonly references = new Map<number, string>();

	private booked = 0;

	constructor(
		readonly name: string,
		readonly bank: Bank,
	) {}

	get control(): BankControl {
		return this.bank.control;
	}

	/** Stores a credential with this customer's key in n8n. */
	async createCredential(editor: N8nEditor, baseUrl = this.bank.url): Promise<Credential> {
		const { apiKey } = this.bank;
		return await editor.createBankCredential({ url: baseUrl, apiKey }, `Customer ${this.name}`);
	}

	/** Transactions of the last days, up to an hour ago, without events. */
	async addHistory(count: number, days = 2.5): Promise<void> {
		const oldest = Date.now() - days * dayMs;
		const step = (days * dayMs - dayMs / 24) / count;
		const inputs = Array.from({ length: count }, (_, place) => ({
			amount: 1_000 + place,
			when: new Date(oldest + place * step).toISOString(),
			deliver: false,
		}));
		await this.transferAll(inputs);
	}

	/** A transaction whose event is sent; resolves after the first attempt. */
	async receive(input: Partial<TransferInput> = {}): Promise<string> {
		return (await this.transferAll([{ amount: 5_000, ...input }]))[0];
	}

	/** A transaction whose event the service loses. */
	async loseEvent(input: Partial<TransferInput> = {}): Promise<string> {
		return await this.receive({ ...input, deliver: false });
	}

	/** Like `loseEvent`, for many transactions on all accounts in turn. */
	async loseEvents(count: number): Promise<string[]> {
		return await this.transferMany(count, false);
	}

	/** Many transactions, up to 1,000, in one event. */
	async receiveTogether(count: number): Promise<string[]> {
		return await this.transferMany(count, true);
	}

	/** The webhooks at the service that have this URL. */
	async findWebhooks(url: string) {
		return (await this.control.webhooks()).filter((webhook) => webhook.url === url);
	}

	/** Resolves when the service has a webhook with this URL. */
	async waitForWebhook(url: string): Promise<void> {
		await waitUntil(
			`a webhook at customer ${this.name}`,
			async () => (await this.findWebhooks(url)).length,
			(count) => count === 1,
		);
	}

	/** Resolves when n8n has begun to read the list `times` more times. */
	async waitForChecks(times: number, timeoutMs = 60_000): Promise<void> {
		await waitForChecks(this.control, times, timeoutMs);
	}

	private async transferMany(count: number, deliver: boolean): Promise<string[]> {
		const accounts = (await this.control.state()).accounts.filter(({ connected }) => connected);
		const inputs = Array.from({ length: count }, (_, place) => ({
			amount: 5_000 + place,
			accountNumber: accounts[place % accounts.length].accountNumber,
			deliver,
		}));
		return await this.transferAll(inputs);
	}

	private async transferAll(inputs: TransferInput[]): Promise<string[]> {
		const references: string[] = [];
		const concurrency = 1_000;
		for (let start = 0; start < inputs.length; start += concurrency) {
			const named = inputs.slice(start, start + concurrency).map((input) => ({
				...input,
				reference: `${this.name}-${++this.booked}`,
			}));
			const { transactions } = await this.control.transfers(named);
			for (const { id, tid } of transactions) {
				this.references.set(id, tid);
				references.push(tid);
			}
		}
		return references;
	}
}

/** Starts a practice bank, by default without transactions. */
export async function startCustomer(
	name: string,
	seed: number,
	history: Pick<BankOptions, 'transactions' | 'historyDays'> = { transactions: 0 },
): Promise<Customer> {
	return new Customer(name, await startBank({ seed, ...history }));
}
