import { generate } from './data';
import type { Span } from './paging';
import { Refusal } from './refusal';
import type { Account, AccountInput, Correction, Transaction, TransferInput } from './types';
import { days, formatTime, parseTime, startOfDay } from './time';

const byTimeThenId = (one: Transaction, other: Transaction): number =>
	one.time - other.time || one.id - other.id;

/** What the payer writes unless the transfer says otherwise. */
export const defaultDescription = 'NGUYEN VAN A chuyen tien';

/** The practice accounts and all their transactions, in order of time, then id. */
export class Ledger {
	readonly accounts: Account[];
	readonly transactions: Transaction[];
	private readonly arrivals: Transaction[];
	private readonly byId: Map<number, Transaction>;
	private lastId: number;

	/** New transfers get IDs above `lastId` and those of the history. */
	constructor(count: number, seed: number, now: number, historyDays?: number, lastId = 0) {
		const { accounts, transactions } = generate(count, seed, now, historyDays);
		this.accounts = accounts;
		this.lastId = Math.max(lastId, transactions.at(-1)?.id ?? 6784);
		this.byId = new Map(transactions.map((transaction) => [transaction.id, transaction]));
		this.arrivals = transactions;
		this.transactions = [...transactions].sort(byTimeThenId);
	}

	find(id: number): Transaction | undefined {
		return this.byId.get(id);
	}

	/** The last ones that arrived, newest first, whatever time they carry. */
	latest(count: number): Transaction[] {
		return this.arrivals.slice(-count).reverse();
	}

	/**
	 * The transactions from `start` up to, but not with, `end`; both in milliseconds since 1970. No
	 * copy: for one page of a long list that would be most of the work.
	 */
	between(start: number, end: number): Span<Transaction> {
		const first = this.findPosition(start);
		const last = Math.max(first, this.findPosition(end));
		return {
			length: last - first,
			slice: (from, to) => this.transactions.slice(first + from, Math.min(first + to, last)),
		};
	}

	findAccount(accountNumber: string): Account | undefined {
		return this.accounts.find((account) => account.accountNumber === accountNumber);
	}

	/** Returns the account and the time of a transfer. Throws if it makes no sense. */
	check(input: TransferInput, now: number): { account: Account; time: number } {
		const account = input.accountNumber ? this.findAccount(input.accountNumber) : this.accounts[0];
		if (!account) throw new Refusal(`There is no account ${input.accountNumber}`);
		if (!account.connected) {
			throw new Refusal(`The account ${input.accountNumber} is not connected to the service`);
		}
		if (input.amount === 0) throw new Refusal('The amount must not be 0');
		const time = input.when ? parseTime(input.when) : Math.floor(now / 1000) * 1000;
		if (time === undefined) throw new Refusal(`"${input.when}" is no time`);
		return { account, time };
	}

	/** Books all these transfers, or throws and books none if one of them makes no sense. */
	book(inputs: TransferInput[], now: number): Transaction[] {
		const checked = inputs.map((input) => ({ input, ...this.check(input, now) }));
		return checked.map(({ input, account, time }) => this.bookOne(input, account, time, now));
	}

	/** Changes a transaction, as some banks do after they have booked it. Balances stay as they were told. */
	correct(id: number, correction: Correction): void {
		Object.assign(this.get(id), correction);
	}

	/** Removes a transaction, as some banks do if it was only pending. Balances stay as they were told. */
	withdraw(id: number): void {
		const transaction = this.get(id);
		this.byId.delete(id);
		this.arrivals.splice(this.arrivals.indexOf(transaction), 1);
		this.transactions.splice(this.transactions.indexOf(transaction), 1);
	}

	private get(id: number): Transaction {
		const transaction = this.find(id);
		if (!transaction) throw new Refusal(`There is no transaction ${id}`, 404);
		return transaction;
	}

	/** Links another account, with a history that ends the given number of days ago and gets the next IDs. */
	linkAccount(
		{ transactions, daysAgo }: AccountInput,
		now: number,
	): { account: Account; imported: Transaction[] } {
		const id = Math.max(...this.accounts.map((account) => account.id)) + 1;
		const account: Account = {
			id,
			accountNumber: `1903${id}`,
			bin: 970407,
			codeName: 'techcombank',
			bankName: 'Techcombank',
			bankAbbreviation: 'TCB',
			accountName: 'CUA HANG THUC HANH',
			connected: true,
			dateOnly: false,
			balance: 1_000_000,
		};
		this.accounts.push(account);
		const firstSecond = Math.floor((now - days(daysAgo)) / 1000) - transactions;
		const imported = Array.from({ length: transactions }, (_, place) =>
			this.bookOne({ amount: 10_000 + place }, account, (firstSecond + place) * 1000, now),
		);
		return { account, imported };
	}

	/** Ends the link of the service to an account, or restores it. */
	setConnected(accountNumber: string, connected: boolean): Account {
		const account = this.findAccount(accountNumber);
		if (!account) throw new Refusal(`There is no account ${accountNumber}`, 404);
		account.connected = connected;
		return account;
	}

	private bookOne(input: TransferInput, account: Account, time: number, now: number): Transaction {
		this.lastId += 1;
		account.balance += input.amount;
		const transaction: Transaction = {
			id: this.lastId,
			reference:
				input.reference ?? `FT${formatTime(now, 'date').replaceAll('-', '')}${this.lastId}`,
			description: input.description ?? defaultDescription,
			amount: input.amount,
			balance: input.balance === null ? null : account.balance,
			time: account.dateOnly ? startOfDay(time) : time,
			account,
			paymentChannel: 'Napas247',
			virtualAccount: input.virtualAccount ?? '',
			virtualAccountName: '',
			counterpartName: input.counterpartName ?? 'NGUYEN VAN A',
			counterpartAccount: input.counterpartAccount ?? '8888888888',
			counterpartBankId: '970415',
			counterpartBankName: 'VietinBank',
		};
		this.byId.set(transaction.id, transaction);
		this.arrivals.push(transaction);
		// The new id is the highest, so it follows everything of the same moment.
		this.transactions.splice(this.findPosition(transaction.time + 1), 0, transaction);
		return transaction;
	}

	/** How many transactions are older than this time. */
	private findPosition(time: number): number {
		let low = 0;
		let high = this.transactions.length;
		while (low < high) {
			const middle = (low + high) >>> 1;
			if (this.transactions[middle].time < time) low = middle + 1;
			else high = middle;
		}
		return low;
	}
}
