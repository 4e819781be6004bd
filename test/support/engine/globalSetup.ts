/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs before the tests, never inside a node */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Makes the folder in which the engines of this run keep their settings. */
export default async function makeEngineFolder(): Promise<void> {
	process.env.ENGINE_FOLDER = await mkdtemp(join(tmpdir(), 'bank-transactions-engine-'));
}
