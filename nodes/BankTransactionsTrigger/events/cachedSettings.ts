import type { IWebhookFunctions } from 'n8n-workflow';

import { readSettings, type ServiceSettings } from '../../shared/http/settings';
import { CREDENTIAL } from '../../shared/types';

/** How long events may use the former credential after a change. */
const CACHE_TTL_MS = 60_000;

interface CacheEntry {
	settings: Promise<ServiceSettings>;
	readAt: number;
}

/** By credential ID. */
const cache = new Map<string, CacheEntry>();

/**
 * Reads the credential, at most once a minute for events: reading it takes longer than everything else
 * that an event needs (docs/n8n-engine.md#credentials). A test run always reads it.
 * @throws NodeOperationError if the credential is unusable.
 */
export async function readCachedSettings(context: IWebhookFunctions): Promise<ServiceSettings> {
	const id = context.getNode().credentials?.[CREDENTIAL]?.id;
	if (!id || context.getMode() !== 'webhook') return await readSettings(context);
	const cached = cache.get(id);
	if (cached !== undefined && Date.now() - cached.readAt < CACHE_TTL_MS) {
		return await cached.settings;
	}
	const settings = readSettings(context);
	cache.set(id, { settings, readAt: Date.now() });
	// A failure is not cached: the next event reads again.
	settings.catch(() => cache.delete(id));
	return await settings;
}

/** Has the next event read its credential again. */
export function clearSettingsCache(): void {
	cache.clear();
}
