import type { Webhook, WebhookChange, WebhookInput } from './types';

/** The webhooks of the practice business, and what happened to them. */
export class WebhookRegistry {
	readonly all: Webhook[] = [];
	readonly history: WebhookChange[] = [];
	private lastId: number;

	constructor(lastId = 0) {
		this.lastId = Math.max(lastId, 113);
	}

	find(id: number): Webhook | undefined {
		return this.all.find((webhook) => webhook.id === id);
	}

	add({ url, secureToken = '', incomeOnly = false }: WebhookInput): Webhook {
		this.lastId += 1;
		const webhook: Webhook = { id: this.lastId, url, secureToken, incomeOnly, paused: false };
		this.all.push(webhook);
		this.record('created', webhook);
		return webhook;
	}

	/** Changes what is given, and wakes the webhook. */
	update(webhook: Webhook, change: Partial<WebhookInput>): Webhook {
		webhook.url = change.url ?? webhook.url;
		webhook.secureToken = change.secureToken ?? webhook.secureToken;
		webhook.incomeOnly = change.incomeOnly ?? webhook.incomeOnly;
		webhook.paused = false;
		this.record('updated', webhook);
		return webhook;
	}

	remove(webhook: Webhook): Webhook {
		this.all.splice(this.all.indexOf(webhook), 1);
		this.record('deleted', webhook);
		return webhook;
	}

	/** Removes every webhook with exactly this URL and returns them. */
	removeByUrl(url: string): Webhook[] {
		return this.all.filter((webhook) => webhook.url === url).map((webhook) => this.remove(webhook));
	}

	private record(action: WebhookChange['action'], { id, url }: Webhook): void {
		const webhooksWithThisUrl = this.all.filter((webhook) => webhook.url === url).length;
		this.history.push({ time: new Date().toISOString(), action, id, url, webhooksWithThisUrl });
	}
}
