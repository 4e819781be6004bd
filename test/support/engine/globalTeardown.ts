/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs after the tests, never inside a node */
import { rm } from 'node:fs/promises';

/** Removes what `globalSetup.ts` made. */
export default async function removeEngineFolder(): Promise<void> {
	await rm(process.env.ENGINE_FOLDER as string, { recursive: true, force: true });
}
