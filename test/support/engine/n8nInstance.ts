/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs n8n's engine in a test process, never inside a node */
import { AsyncLocalStorage } from 'node:async_hooks';

import { HookContext, type InstanceSettings } from 'n8n-core';

import { createAdditionalData, createNode, TRIGGER, createWorkflow } from './engine';

export interface LogEntry {
	level: string;
	message: string;
	metadata: Record<string, unknown>;
}

const instanceIds = new AsyncLocalStorage<string>();

// The engine shares these two among all its contexts.
const { instanceSettings: settings, logger } = openContext() as unknown as {
	instanceSettings: InstanceSettings;
	logger: object;
};

export const ownInstanceId = settings.instanceId;

/** Returns the ID of the n8n instance that is running this. */
export function getInstanceId(): string {
	return instanceIds.getStore() ?? ownInstanceId;
}

// n8n reads its ID from the settings, so that a second n8n in this process needs another value there.
Object.defineProperty(settings, 'instanceId', { get: getInstanceId });

/** Runs a function, and all that it starts, as the n8n instance with this ID. */
export async function inInstance<T>(instanceId: string, run: () => Promise<T>): Promise<T> {
	return await instanceIds.run(instanceId, run);
}

const entries: LogEntry[] = [];

const internalLogger = {
	log: (level: string, message: string, metadata: LogEntry['metadata']) =>
		entries.push({ level, message, metadata }),
	child: () => internalLogger,
};
Object.assign(logger, { internalLogger });

/** The entries that n8n has logged since the last call of `clearLog`. */
export function logEntries(level?: string): LogEntry[] {
	return entries.filter((entry) => level === undefined || entry.level === level);
}

export function clearLog(): void {
	entries.length = 0;
}

function openContext(): HookContext {
	const node = createNode(TRIGGER, 'Trigger', {});
	const credential = { baseUrl: '', scheme: '', apiKey: '', timeZone: '' };
	const additionalData = createAdditionalData(credential, 'internal');
	return new HookContext(createWorkflow([node]), node, additionalData, 'internal', 'init');
}
