import type { listRecord } from './records';

/** A linked bank account of the practice business. */
export interface Account {
	id: number;
	accountNumber: string;
	bin: number;
	codeName: string;
	bankName: string;
	bankAbbreviation: string;
	/** Null if the bank does not tell the holder. */
	accountName: string | null;
	/** False: the link to the bank has ended, so the service learns of no transaction. */
	connected: boolean;
	/** The bank reports no time of day: its transactions show 00:00:00. */
	dateOnly: boolean;
	balance: number;
}

/** A transaction as the bank keeps it; the service shows it in several forms (see records.ts). */
export interface Transaction {
	id: number;
	reference: string;
	description: string;
	amount: number;
	/** Null if the bank does not tell it. */
	balance: number | null;
	/** Milliseconds since 1970. */
	time: number;
	account: Account;
	paymentChannel: string;
	virtualAccount: string;
	virtualAccountName: string;
	counterpartName: string | null;
	counterpartAccount: string | null;
	counterpartBankId: string;
	counterpartBankName: string;
}

/** A transaction in the form of the service's list. */
export type ListRecord = ReturnType<typeof listRecord>;

export interface Webhook {
	id: number;
	url: string;
	secureToken: string;
	incomeOnly: boolean;
	paused: boolean;
}

export interface WebhookChange {
	time: string;
	action: 'created' | 'updated' | 'deleted';
	id: number;
	url: string;
	/** How many webhooks had this URL after the change. */
	webhooksWithThisUrl: number;
}

export interface WebhookInput {
	url: string;
	secureToken?: string;
	incomeOnly?: boolean;
}

/** What the bank changes of a transaction. */
export type Correction = Partial<Pick<Transaction, 'description' | 'amount'>>;

export interface TransferInput {
	/** Negative for outgoing money. */
	amount: number;
	/** What the payer writes; the bank describes it in its own form. */
	description?: string;
	/** The form of the description of incoming money; that of the settings if absent. */
	form?: string;
	/** One of the practice accounts; the first if absent. */
	accountNumber?: string;
	counterpartName?: string;
	counterpartAccount?: string;
	/** ISO 8601 or `YYYY-MM-DD HH:MM:SS`, Vietnam time if no offset is given; now if absent. */
	when?: string;
	virtualAccount?: string;
	/** False: the service lists the transaction but sends no event. */
	deliver?: boolean;
	reference?: string;
	/** Null: the bank does not tell the balance after the transfer. */
	balance?: null;
}

/** A transfer that the bank has booked and the service learns of at the next sync. */
export interface HeldTransfer {
	accountNumber: string;
	/** Negative for outgoing money. */
	amount: number;
	description: string;
	/** ISO 8601. */
	time: string;
}

/** One more bank account that is linked to the business. */
export interface AccountInput {
	/** How many transactions of it the service imports. */
	transactions: number;
	/** How long ago the last of them happened. */
	daysAgo: number;
}

export interface Attempt {
	time: string;
	status: number | null;
	/** The first 1,000 characters of the answer. */
	body: string;
	durationMs: number;
	outcome: 'ok' | 'refused' | 'timeout' | 'bad status' | 'bad body';
}

export interface Delivery {
	id: number;
	webhookId: number;
	url: string;
	transactionIds: number[];
	attempts: Attempt[];
	state: 'delivered' | 'retrying' | 'given up';
}

export interface LoggedRequest {
	time: string;
	method: string;
	path: string;
	query: Record<string, unknown>;
	headers: Record<string, unknown>;
	body: unknown;
	/** Null while there is no answer, and if the connection was broken before one. */
	status: number | null;
}

export interface FaultInput {
	method?: string;
	/** A part of the path that the request must contain. */
	path?: string;
	/** How many requests it strikes (default 1); null: all until cleared. */
	times?: number | null;
	/** How many matching requests pass first (default 0). */
	after?: number;
	/** `trickle` sends a byte now and then, and `flood` as many as it can. Neither ever ends. */
	kind: 'status' | 'reset' | 'hang' | 'trickle' | 'flood' | 'cut' | 'html' | 'empty' | 'garbage';
	/** HTTP status of the broken answer; 500 for `status`, else 200. */
	status?: number;
	/** Text of a Retry-After header. */
	retryAfter?: string;
	body?: string;
	/** The change happens, then the reply breaks. */
	carriedOut?: boolean;
}
