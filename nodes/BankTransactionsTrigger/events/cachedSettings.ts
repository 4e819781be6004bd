import type { IWebhookFunctions } from 'n8n-workflow';

import { readSettings, type ServiceSettings } from '../../shared/http/settings';
import { CREDENTIAL } from '../../shared/types';

/** How long events may use the former credential after a change. */
const MAX_AGE_MS = 60_000;

/** For a call that the cached credential does not verify: anyone can send any number of those. */
const MAX_AGE_IF_REFUSED_MS = 1_000;

interface CacheEntry {
	settings: Promise<ServiceSettings>;
	readAt: number;
}

/** By credential ID. */
const cache = new Map<string, CacheEntry>();

/**
 * Returns the settings that verify a call, or undefined. The credential is read at most once a minute,
 * because that takes longer than everything else that an event needs (docs/n8n-engine.md#credentials),
 * and again if the cached one does not verify the call: it may have been edited. A test run always reads it.
 * @throws NodeOperationError if the credential is unusable.
 */
export async function findSettings(
	context: IWebhookFunctions,
	isVerifiedBy: (settings: ServiceSettings) => boolean,
): Promise<ServiceSettings | undefined> {
	for (const maxAgeMs of [MAX_AGE_MS, MAX_AGE_IF_REFUSED_MS]) {
		const settings = await readCachedSettings(context, maxAgeMs);
		if (isVerifiedBy(settings)) return settings;
	}
	return undefined;
}

async function readCachedSettings(
	context: IWebhookFunctions,
	maxAgeMs: number,
): Promise<ServiceSettings> {
	const id = context.getNode().credentials?.[CREDENTIAL]?.id;
	if (!id || context.getMode() !== 'webhook') return await readSettings(context);
	const cached = cache.get(id);
	if (cached !== undefined && Date.now() - cached.readAt < maxAgeMs) return await cached.settings;
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
