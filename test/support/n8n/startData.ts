/* eslint-disable @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Credential, SignIn } from './editor';

/** What `npm start` keeps in n8n's folder for its next start. */
export interface StartData {
	n8nVersion: string;
	signIn: SignIn;
	/** When the practice bank first opened, in milliseconds since 1970. */
	bankOpenedAt: number;
	/** The address in the credential. */
	bankUrl: string;
	credential: Credential;
	/** The IDs of the imported workflows. */
	workflows: Record<WorkflowKey, string>;
}

export type WorkflowKey = 'moneyIn' | 'requests' | 'confirmations';

const getFile = (userFolder: string) => path.join(userFolder, 'start.json');

/**
 * Returns what the last start kept in this folder. If nothing was kept, because there was no start or
 * it did not get that far, the folder is emptied; with `fresh`, always.
 */
export async function openStartData(
	userFolder: string,
	fresh: boolean,
): Promise<StartData | undefined> {
	const file = getFile(userFolder);
	if (!fresh && existsSync(file)) return JSON.parse(await readFile(file, 'utf8')) as StartData;
	await rm(userFolder, { recursive: true, force: true });
	await mkdir(userFolder, { recursive: true });
	return undefined;
}

/** Stores it for the next start, readable by the user alone. */
export async function keepStartData(userFolder: string, data: StartData): Promise<void> {
	await writeFile(getFile(userFolder), JSON.stringify(data, null, '\t'), { mode: 0o600 });
}
