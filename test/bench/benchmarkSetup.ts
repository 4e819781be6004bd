/* eslint-disable @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { N8nEditor } from '../support/n8n/editor';
import type { N8nInstallation } from '../support/n8n/install';
import { startN8n } from '../support/n8n/n8nProcess';
import { installBareNode } from './barePackages';
import { startBankProcess, type BankProcess } from './programs';
import type { ReaderContext } from './readers';

/** A bank and an n8n, each a process of its own, and the credentials of all candidates. */
export interface BenchmarkSetup {
	bank: BankProcess;
	context: ReaderContext;
	end(): Promise<void>;
}

export async function startBenchmarkSetup(installation: N8nInstallation): Promise<BenchmarkSetup> {
	const userFolder = await mkdtemp(path.join(tmpdir(), 'bank-transactions-bench-'));
	await installBareNode('bareListing', path.join(userFolder, '.n8n/nodes'));
	const bank = await startBankProcess(installation.node);
	const n8n = await startN8n({ installation, userFolder });
	const editor = new N8nEditor(n8n.url, installation.version);
	await editor.setUpOwner();
	const ours = await editor.createBankCredential(bank);
	const header = await editor.createCredential({
		name: 'Header of the practice bank',
		type: 'httpHeaderAuth',
		data: { name: 'Authorization', value: `Apikey ${bank.apiKey}` },
	});
	return {
		bank,
		context: {
			editor,
			n8nUrl: n8n.url,
			bankUrl: bank.url,
			ours,
			header,
			installation,
			folder: userFolder,
		},
		end: async () => {
			await n8n.stop();
			await bank.stop();
			await rm(userFolder, { recursive: true, force: true });
		},
	};
}
