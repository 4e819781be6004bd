import { describePayment } from './chosenForm';
import { DeliverySender } from './deliveries';
import { testTransaction } from './events';
import { FaultQueue } from './faults';
import { defaultDescription, Ledger } from './ledger';
import { RateLimiter } from './rateLimit';
import { Random } from './random';
import { listRecord } from './records';
import { RequestLog } from './requestLog';
import { defaultSettings, type Settings } from './settings';
import type {
	Account,
	AccountInput,
	Delivery,
	HeldTransfer,
	Transaction,
	TransferInput,
} from './types';
import { WebhookRegistry } from './webhooks';

/** What a bank begins with. */
export interface History {
	/** How many transactions it holds. */
	transactions: number;
	/** The same seed gives the same business, API key and kind of data. */
	seed: number;
	/** How many days back it reaches, 90 at most and by default. */
	historyDays?: number;
	/**
	 * For a bank that opens again: when it first did, in milliseconds since 1970. Its history is the
	 * same as then, and new transfers and webhooks get IDs that it has not used before.
	 */
	openedAt?: number;
}

/** The data of the practice bank. A reset replaces it. */
export class Store {
	readonly user = { id: 1553, email: 'practice@example.com' };
	readonly business: { id: number; name: string };
	readonly settings: Settings = { ...defaultSettings };
	readonly faults = new FaultQueue();
	readonly requests = new RequestLog();
	readonly rateLimiter = new RateLimiter();
	readonly webhooks: WebhookRegistry;
	readonly sender: DeliverySender;
	readonly ledger: Ledger;
	/** For the order of a list within its days. */
	readonly random: Random;
	/** For what banks write into descriptions. */
	private readonly textRandom: Random;
	private held: Array<{ account: Account; input: TransferInput; time: number }> = [];

	constructor({ transactions, seed, historyDays, openedAt }: History) {
		// Seconds since 1970: higher than every ID of an earlier opening.
		const lastId = openedAt === undefined ? 0 : Math.floor(Date.now() / 1000);
		this.webhooks = new WebhookRegistry(lastId);
		this.sender = new DeliverySender(this.webhooks, this.settings);
		this.business = { id: 1539 + seed, name: 'Cửa hàng thực hành' };
		this.random = new Random(seed);
		this.textRandom = new Random(seed);
		this.ledger = new Ledger(transactions, seed, openedAt ?? this.now(), historyDays, lastId);
	}

	/** The bank's clock, in milliseconds since 1970. */
	now(): number {
		return this.settings.now === null ? Date.now() : Date.parse(this.settings.now);
	}

	/**
	 * Books these transfers and sends them in one event; resolves after the first attempts.
	 * Throws, with nothing booked, if one of them makes no sense.
	 */
	async transfer(inputs: TransferInput[]) {
		const described = inputs.map((input) => ({ ...input, description: this.describe(input) }));
		const booked = this.ledger.book(described, this.now());
		const announced = booked.filter((_, position) => inputs[position].deliver !== false);
		const deliveries = await this.sender.send(announced);
		return { transactions: booked.map((transaction) => this.show(transaction)), deliveries };
	}

	/** What the service has not learned of yet, oldest first. */
	get heldTransfers(): HeldTransfer[] {
		return this.held.map(({ account, input, time }) => ({
			accountNumber: account.accountNumber,
			amount: input.amount,
			description: input.description ?? '',
			time: new Date(time).toISOString(),
		}));
	}

	/** The bank makes this transfer; the service learns of it at the next sync of the account. */
	holdTransfer(input: TransferInput): void {
		this.held.push({ input, ...this.ledger.check(input, this.now()) });
	}

	/**
	 * Books what was held back of this account, with the time of the transfers, and sends it in one
	 * event; resolves after the first attempts.
	 */
	async sync(account: Account) {
		const isOfAccount = (transfer: { account: Account }) => transfer.account === account;
		const released = this.held.filter(isOfAccount);
		this.held = this.held.filter((transfer) => !isOfAccount(transfer));
		const inputs = released.map(({ input, time }) => ({
			...input,
			when: new Date(time).toISOString(),
		}));
		return (await this.transfer(inputs)).transactions;
	}

	/** Links another bank account; its imported transactions cause no event. */
	linkAccount(input: AccountInput) {
		const { account, imported } = this.ledger.linkAccount(input, this.now());
		return { account, transactions: imported.map((transaction) => this.show(transaction)) };
	}

	/** Sends the test call, which the service does not repeat, to every webhook. */
	async sendTestEvent(): Promise<Delivery[]> {
		const transaction = testTransaction(this.ledger.accounts[0], this.now());
		return await this.sender.send([transaction], { isRepeated: false });
	}

	/** Returns the description that the banks make of an incoming transfer. */
	private describe(input: TransferInput): string | undefined {
		const { amount, description = defaultDescription, accountNumber = '' } = input;
		if (amount < 0) return input.description;
		const account = this.ledger.findAccount(accountNumber) ?? this.ledger.accounts[0];
		const payment = {
			payerName: input.counterpartName || 'NGUYEN VAN A',
			payerAccount: input.counterpartAccount || '8888888888',
			payerPhone: `09${this.textRandom.digits(8)}`,
			payeeName: account.accountName ?? account.bankName,
			payeeAccount: account.accountNumber,
			text: description,
		};
		const form = input.form ?? this.settings.descriptionForm;
		return describePayment(form, payment, this.textRandom);
	}

	private show(transaction: Transaction) {
		return listRecord(transaction, this.settings.listTime);
	}
}
