import type { Hook, HookChange, HookInput } from './types';

/** The webhooks of the practice business, and what happened to them. */
export class HookRegistry {
	readonly hooks: Hook[] = [];
	readonly history: HookChange[] = [];
	private lastId = 113;

	constructor(private readonly now: () => number) {}

	find(id: number): Hook | undefined {
		return this.hooks.find((hook) => hook.id === id);
	}

	add({ url, secureToken = '', incomeOnly = false }: HookInput): Hook {
		this.lastId += 1;
		const time = new Date(this.now()).toISOString();
		const hook: Hook = {
			id: this.lastId,
			url,
			secureToken,
			incomeOnly,
			paused: false,
			createdAt: time,
			updatedAt: time,
		};
		this.hooks.push(hook);
		this.record('created', hook);
		return hook;
	}

	/** Changes what is given, and wakes the hook. */
	update(hook: Hook, change: Partial<HookInput>): Hook {
		hook.url = change.url ?? hook.url;
		hook.secureToken = change.secureToken ?? hook.secureToken;
		hook.incomeOnly = change.incomeOnly ?? hook.incomeOnly;
		hook.paused = false;
		hook.updatedAt = new Date(this.now()).toISOString();
		this.record('updated', hook);
		return hook;
	}

	remove(hook: Hook): Hook {
		this.hooks.splice(this.hooks.indexOf(hook), 1);
		this.record('deleted', hook);
		return hook;
	}

	/** Removes every hook with exactly this URL and returns them. */
	removeByUrl(url: string): Hook[] {
		return this.hooks.filter((hook) => hook.url === url).map((hook) => this.remove(hook));
	}

	private record(action: HookChange['action'], { id, url }: Hook): void {
		const hooksWithThisUrl = this.hooks.filter((hook) => hook.url === url).length;
		this.history.push({ time: new Date().toISOString(), action, id, url, hooksWithThisUrl });
	}
}
