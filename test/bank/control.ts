/* eslint-disable @n8n/community-nodes/require-node-api-error -- test code, which never runs inside a node */
import axios, { isAxiosError, type AxiosInstance, type Method } from 'axios';
import type { Fault } from './faults';
import type { Settings } from './settings';
import type { History, Store } from './store';
import type {
	Account,
	AccountInput,
	Attempt,
	Correction,
	Delivery,
	FaultInput,
	HeldTransfer,
	ListRecord,
	LoggedRequest,
	TransferInput,
	Webhook,
	WebhookChange,
	WebhookInput,
} from './types';

export interface BankState {
	accounts: Account[];
	webhooks: Webhook[];
	settings: Settings;
	transactionCount: number;
	business: Store['business'];
	user: Store['user'];
}

/** Steers a practice bank over HTTP. Every method throws an Error that says what was refused. */
export class BankControl {
	private readonly http: AxiosInstance;

	/** `url` is the address of the bank, such as `http://127.0.0.1:4010`. */
	constructor(url: string) {
		this.http = axios.create({ baseURL: `${url}/control`, proxy: false, timeout: 120_000 });
	}

	async state(): Promise<BankState> {
		return await this.call('GET', '/state');
	}

	/** The registered webhooks with their tokens. */
	async webhooks(): Promise<Webhook[]> {
		return await this.call('GET', '/webhooks');
	}

	/** Removes a webhook as a user would by hand. */
	async removeWebhook(id: number): Promise<Webhook> {
		return await this.call('DELETE', `/webhooks/${id}`);
	}

	/** Registers a webhook as another program would. */
	async addWebhook(input: WebhookInput): Promise<Webhook> {
		return await this.call('POST', '/webhooks', input);
	}

	/** The webhook receives no events until it is updated through the service. */
	async pauseWebhook(id: number): Promise<Webhook> {
		return await this.call('POST', `/webhooks/${id}/pause`);
	}

	async webhookHistory(): Promise<WebhookChange[]> {
		return await this.call('GET', '/webhooks/history');
	}

	/** Books a transfer; resolves after the first attempt to deliver it to each webhook. */
	async transfer(
		input: TransferInput,
	): Promise<{ transaction: ListRecord; deliveries: Delivery[] }> {
		return await this.call('POST', '/transfers', input);
	}

	/** Books these transfers and delivers them in one event. */
	async transfers(
		inputs: TransferInput[],
	): Promise<{ transactions: ListRecord[]; deliveries: Delivery[] }> {
		return await this.call('POST', '/transfers/batch', inputs);
	}

	/** The bank corrects a transaction that the service lists already. */
	async correct(id: number, correction: Correction): Promise<void> {
		await this.call('PATCH', `/transactions/${id}`, correction);
	}

	/** The bank removes a transaction that the service lists already. */
	async withdraw(id: number): Promise<void> {
		await this.call('DELETE', `/transactions/${id}`);
	}

	/** Makes a transfer of which the service learns at the next sync of the account. */
	async holdTransfer(input: TransferInput): Promise<void> {
		await this.call('POST', '/transfers/held', input);
	}

	/** The transfers that no sync has brought yet, oldest first. */
	async heldTransfers(): Promise<HeldTransfer[]> {
		return await this.call('GET', '/transfers/held');
	}

	/** Links another bank account, whose transactions the service imports without an event. */
	async linkAccount(
		input: AccountInput,
	): Promise<{ account: Account; transactions: ListRecord[] }> {
		return await this.call('POST', '/accounts', input);
	}

	/** Ends the link of the service to an account, or restores it. */
	async setConnected(accountNumber: string, connected: boolean): Promise<Account> {
		return await this.call('PATCH', `/accounts/${accountNumber}`, { connected });
	}

	/** The customer makes a new API key; the former one is refused from now on. */
	async renewApiKey(): Promise<string> {
		return (await this.call<{ apiKey: string }>('POST', '/api-key')).apiKey;
	}

	/** Sends the service's test call to every webhook; it is tried only once. */
	async sendTestEvent(): Promise<{ deliveries: Delivery[] }> {
		return await this.call('POST', '/test-event');
	}

	async deliveries(): Promise<Delivery[]> {
		return await this.call('GET', '/deliveries');
	}

	/** Sends a delivery again, whatever its outcome. */
	async redeliver(deliveryId: number): Promise<Attempt> {
		return await this.call('POST', `/deliveries/${deliveryId}/repeat`);
	}

	/** The calls that the service received, oldest first. */
	async requests(): Promise<LoggedRequest[]> {
		return await this.call('GET', '/requests');
	}

	/** Forgets the requests and the deliveries that are finished. */
	async clearLogs(): Promise<void> {
		await this.call('DELETE', '/logs');
	}

	/** Changes these settings; resolves with all of them. */
	async settings(patch: Partial<Settings>): Promise<Settings> {
		return await this.call('PATCH', '/settings', patch);
	}

	/** Everything back to the start; the API key stays. */
	async reset(history: Partial<History> = {}): Promise<void> {
		await this.call('POST', '/reset', history);
	}

	async fault(input: FaultInput): Promise<Fault> {
		return await this.call('POST', '/faults', input);
	}

	async clearFaults(): Promise<void> {
		await this.call('DELETE', '/faults');
	}

	private async call<T>(
		method: Method,
		url: string,
		data: unknown = method === 'POST' ? {} : undefined,
	): Promise<T> {
		try {
			return (await this.http.request<T>({ method, url, data })).data;
		} catch (error) {
			const reason = isAxiosError(error) ? (error.response?.data?.message ?? error.message) : error;
			throw new Error(`The practice bank refused ${method} ${url}: ${reason}`, { cause: error });
		}
	}
}
