/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a command for developers; it never runs inside n8n */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';

import { collectBanks } from '../bankData';
import { repositoryFolder } from '../folders';

/** Writes the list of banks to pick from, from the newest data of the installed packages. */
async function writeBanks(): Promise<void> {
	const file = path.join(repositoryFolder, 'nodes/shared/paymentRequests/bankList.ts');
	const banks = collectBanks();
	const text = `import type { Bank } from './banks';

		/** Written by \`npm run banks\` (docs/payment-requests.md#the-list-of-banks). */
		export const BANKS: Bank[] = ${JSON.stringify(banks)};`;
	const style = await resolveConfig(file);
	await writeFile(file, await format(text, { ...style, parser: 'typescript' }));
	process.stdout.write(`${banks.length} banks\n`);
}

void writeBanks();
