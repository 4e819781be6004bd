/* eslint-disable @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { setMaxListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import axios from 'axios';
import { eventBody, proof } from './events';
import type { Settings } from './settings';
import type { Attempt, Delivery, Transaction, Webhook } from './types';
import type { WebhookRegistry } from './webhooks';

const MAX_RETRY_DELAY_MS = 60_000;
const MAX_LOG_ENTRIES = 5_000;
const MAX_RESPONSE_BYTES = 1024 * 1024;

interface Event {
	delivery: Delivery;
	webhook: Webhook;
	body: ReturnType<typeof eventBody>;
}

function saysSuccess(body: string): boolean {
	try {
		return JSON.parse(body)?.success === true;
	} catch {
		return false;
	}
}

/** Sends events to webhooks as the service does: immediately, then again until one is received. */
export class DeliverySender {
	private events: Event[] = [];
	private lastId = 0;
	private readonly stopping = new AbortController();
	private readonly running = new Set<Promise<void>>();

	constructor(
		private readonly webhooks: WebhookRegistry,
		private readonly settings: Settings,
	) {
		// Every delivery that waits for its next try listens to the one signal.
		setMaxListeners(0, this.stopping.signal);
	}

	get deliveries(): Delivery[] {
		return this.events.map(({ delivery }) => delivery);
	}

	/**
	 * Sends these transactions to every webhook that matches them, in one event if the shape allows it.
	 * Resolves after the first attempt of each; what was not received is tried again meanwhile, unless
	 * it is not to be repeated.
	 */
	async send(transactions: Transaction[], { isRepeated = true } = {}): Promise<Delivery[]> {
		if (!this.settings.deliver) return [];
		const events = this.webhooks.all
			.filter((webhook) => !webhook.paused)
			.flatMap((webhook) => this.buildEvents(webhook, transactions));
		this.events = [...this.events, ...events].slice(-MAX_LOG_ENTRIES);
		await Promise.all(
			events.map(async (event) => {
				await this.attempt(event);
				if (isRepeated) this.retryInBackground(event);
				else if (event.delivery.state === 'retrying') event.delivery.state = 'given up';
			}),
		);
		return events.map(({ delivery }) => delivery);
	}

	/** Sends a delivery again, whatever its outcome; undefined if the ID is unknown. */
	async repeat(id: number): Promise<Attempt | undefined> {
		const event = this.events.find(({ delivery }) => delivery.id === id);
		return event && (await this.attempt(event));
	}

	clear(): void {
		this.events = this.events.filter(({ delivery }) => delivery.state === 'retrying');
	}

	/** Breaks off every attempt and every wait; resolves when none is left. */
	async stop(): Promise<void> {
		this.stopping.abort();
		await Promise.allSettled(this.running);
	}

	private buildEvents(webhook: Webhook, transactions: Transaction[]): Event[] {
		const wanted = transactions.filter(({ amount }) => amount > 0 || !webhook.incomeOnly);
		const shape = this.settings.eventShape;
		const groups = shape === 'array' ? [wanted] : wanted.map((transaction) => [transaction]);
		return groups
			.filter((group) => group.length > 0)
			.map((group) => {
				this.lastId += 1;
				const delivery: Delivery = {
					id: this.lastId,
					webhookId: webhook.id,
					url: webhook.url,
					transactionIds: group.map(({ id }) => id),
					attempts: [],
					state: 'retrying',
				};
				return { delivery, webhook, body: eventBody(group, shape) };
			});
	}

	private retryInBackground(event: Event): void {
		const task = this.retry(event)
			// The only failure is a wait that was broken off because the bank stops.
			.catch(() => undefined)
			.finally(() => this.running.delete(task));
		this.running.add(task);
	}

	private async retry(event: Event): Promise<void> {
		const { delivery, webhook } = event;
		let pause = this.settings.deliveryRetryMs;
		while (delivery.state === 'retrying') {
			if (delivery.attempts.length >= this.settings.deliveryAttempts) {
				delivery.state = 'given up';
				webhook.paused = true;
				return;
			}
			await wait(pause, undefined, { signal: this.stopping.signal });
			pause = Math.min(pause * 2, MAX_RETRY_DELAY_MS);
			if (delivery.state !== 'retrying') return;
			if (webhook.paused || this.webhooks.find(webhook.id) === undefined)
				delivery.state = 'given up';
			else await this.attempt(event);
		}
	}

	private async attempt({ delivery, webhook, body }: Event): Promise<Attempt> {
		const started = Date.now();
		const answer = await this.post(webhook, body);
		const attempt: Attempt = {
			...answer,
			time: new Date(started).toISOString(),
			durationMs: Date.now() - started,
		};
		delivery.url = webhook.url;
		delivery.attempts.push(attempt);
		if (attempt.outcome === 'ok') delivery.state = 'delivered';
		return attempt;
	}

	private async post(webhook: Webhook, body: Event['body']) {
		const timeout = AbortSignal.timeout(this.settings.deliveryTimeoutMs);
		try {
			const { status, data } = await axios.post<string>(webhook.url, body, {
				headers: proof(webhook, body, this.settings),
				signal: AbortSignal.any([timeout, this.stopping.signal]),
				responseType: 'text',
				transformResponse: (text) => text,
				validateStatus: () => true,
				maxRedirects: 0,
				maxContentLength: MAX_RESPONSE_BYTES,
				proxy: false,
			});
			const received = status === 200;
			const outcome = !received ? 'bad status' : saysSuccess(data) ? 'ok' : 'bad body';
			return { status, body: data.slice(0, 1000), outcome } as const;
		} catch (error) {
			const outcome = timeout.aborted ? 'timeout' : 'refused';
			return { status: null, body: (error as Error).message, outcome } as const;
		}
	}
}
