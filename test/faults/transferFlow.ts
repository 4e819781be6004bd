/* eslint-disable @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { setTimeout as wait } from 'node:timers/promises';
import type { BankControl } from '../bank/control';

const senders = 4;
/** Of each sender. */
const MAX_PAUSE_MS = { fast: 800, slow: 8_000 };
const MAX_EVENT_SIZE = 3;
const shareLost = 0.25;
const shareRepeated = 1 / 3;
const MAX_REPEATS = 3;
const MAX_REPEAT_DELAY_MS = 3_000;
const earlierEvents = 20;

/** Returns an integer between `least` and `most`, inclusive. */
function randomInteger(least: number, most: number): number {
	return least + Math.floor(Math.random() * (most - least + 1));
}

/**
 * Transfers that come one after the other, until it is stopped: the service loses some events, and
 * repeats a third of the others up to three times, out of order and side by side.
 * Each sender waits for the answer to its last event, and is slow after an event that n8n did not
 * receive, so that a slow machine is never overloaded for good.
 */
export class TransferFlow {
	/** How many events the service tried to deliver, repeats not counted. */
	events = 0;
	/** How many times it sent one of them again after that. */
	repeats = 0;
	/** What the practice bank refused; the flow ends with the first of them. */
	readonly failures: unknown[] = [];
	/** May be changed at any time. */
	pace: 'fast' | 'slow' = 'fast';
	private isStopped = false;
	private readonly sending = new Set<Promise<void>>();
	private readonly deliveryIds: number[] = [];

	constructor(private readonly control: BankControl) {
		for (let sender = 0; sender < senders; sender++) this.track(this.flow());
	}

	/** Sends some of the earlier events again, all at once. */
	repeatEarlierEvents(): void {
		for (let count = 0; count < Math.min(earlierEvents, this.deliveryIds.length); count++) {
			this.track(this.repeat(this.deliveryIds[randomInteger(0, this.deliveryIds.length - 1)], 0));
		}
	}

	/** Resolves when all is sent. */
	async stop(): Promise<void> {
		this.isStopped = true;
		while (this.sending.size > 0) await Promise.all(this.sending);
	}

	/** The transactions of those events that n8n was seen to receive. */
	async receivedIds(): Promise<number[]> {
		const deliveries = await this.control.deliveries();
		return deliveries
			.filter(({ attempts }) => attempts.some(({ outcome }) => outcome === 'ok'))
			.flatMap(({ transactionIds }) => transactionIds);
	}

	/** What became of all attempts to deliver, such as `12 ok, 3 timeout`. */
	async outcomes(): Promise<string> {
		const counts: Record<string, number> = {};
		for (const { attempts } of await this.control.deliveries()) {
			for (const { outcome } of attempts) counts[outcome] = (counts[outcome] ?? 0) + 1;
		}
		return Object.entries(counts)
			.map(([outcome, count]) => `${count} ${outcome}`)
			.join(', ');
	}

	private async flow(): Promise<void> {
		while (!this.isStopped) {
			const isReceived = await this.transfer();
			await wait(randomInteger(0, MAX_PAUSE_MS[isReceived ? this.pace : 'slow']));
		}
	}

	/** Returns whether n8n received every event at its first attempt. */
	private async transfer(): Promise<boolean> {
		const inputs = Array.from({ length: randomInteger(1, MAX_EVENT_SIZE) }, () => ({
			amount: randomInteger(-500, 1_000) || 1,
			deliver: Math.random() >= shareLost,
		}));
		const { deliveries } = await this.control.transfers(inputs);
		for (const { id } of deliveries) {
			this.events += 1;
			this.deliveryIds.push(id);
			if (Math.random() >= shareRepeated) continue;
			for (let times = randomInteger(1, MAX_REPEATS); times > 0; times--) {
				this.track(this.repeat(id, randomInteger(0, MAX_REPEAT_DELAY_MS)));
			}
		}
		return deliveries.every(({ attempts }) => attempts[0].outcome === 'ok');
	}

	private async repeat(deliveryId: number, pause: number): Promise<void> {
		await wait(pause);
		this.repeats += 1;
		await this.control.redeliver(deliveryId);
	}

	private track(work: Promise<void>): void {
		const sent = work
			.catch((failure: unknown) => {
				this.failures.push(failure);
				this.isStopped = true;
			})
			.finally(() => this.sending.delete(sent));
		this.sending.add(sent);
	}
}
