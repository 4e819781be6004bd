/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a command for developers; it never runs inside n8n */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';

import { createSchema, getSchemaFile } from '../outputSchema';

/** Writes the output schema of every operation and of the trigger, from their current outputs. */
async function writeSchemas(): Promise<void> {
	const userFolder = await mkdtemp(path.join(tmpdir(), 'bank-transactions-schemas-'));
	// Must be set before n8n loads: by default it stores its settings in the home folder.
	process.env.N8N_USER_FOLDER = userFolder;
	process.env.N8N_LOG_LEVEL = 'silent';
	try {
		const { collectOutputs } = await import('../../engine/outputs');
		for (const [name, items] of Object.entries(await collectOutputs())) {
			const file = getSchemaFile(name);
			const style = await resolveConfig(file);
			const text = JSON.stringify({ ...createSchema(items), version: 1 });
			await mkdir(path.dirname(file), { recursive: true });
			await writeFile(
				file,
				await format(text, { ...style, parser: 'json', objectWrap: 'collapse' }),
			);
			process.stdout.write(`${name}: ${items.length} items\n`);
		}
	} finally {
		await rm(userFolder, { recursive: true, force: true });
	}
}

void writeSchemas().then(() => process.exit());
