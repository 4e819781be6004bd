/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pRetry from 'p-retry';
import { N8nEditor, type Credential, type SignIn } from './editor';
import { installN8n, type N8nInstallation } from './install';
import { startN8n, type N8nProcess, type N8nOptions } from './n8nProcess';
import { startBank, type Bank } from '../../bank/bank';
import type { BankControl } from '../../bank/control';

/** Long enough to install n8n first if necessary. */
export const SETUP_TIMEOUT_MS = 20 * 60_000;

/** n8n's most verbose log, to find secrets in it. */
const allLogged = { N8N_LOG_LEVEL: 'debug' };

export interface RestartOptions {
	/** Done while n8n is down. */
	whileDown?: () => Promise<void>;
	/** New base address of webhooks. */
	webhookUrl?: string;
}

export interface TestInstanceOptions extends Pick<N8nOptions, 'environment' | 'installPackage'> {
	/** How many transactions the bank begins with. */
	transactions?: number;
}

export interface TestInstance {
	bank: Bank;
	control: BankControl;
	n8n: N8nProcess;
	editor: N8nEditor;
	/** The one user of n8n. */
	signIn: SignIn;
	/** A credential for the practice bank, stored in n8n. */
	credential: Credential;
	/** Holds n8n's database, settings and nodes. */
	userFolder: string;
	installation: N8nInstallation;
	/** Stops or kills n8n and starts it again on the same port and folder. */
	restart(how: 'stop' | 'kill', options?: RestartOptions): Promise<void>;
	end(): Promise<void>;
}

/** Starts a practice bank and a fresh n8n with the package, stores a credential, and fills `instance`. */
export async function startTestInstance(
	{ transactions, environment = allLogged, installPackage }: TestInstanceOptions = {},
	instance = {} as TestInstance,
): Promise<TestInstance> {
	const installation = await installN8n((line) => void process.stdout.write(`${line}\n`));
	const userFolder = await mkdtemp(path.join(tmpdir(), 'bank-transactions-n8n-'));
	const bank = await startBank({ transactions });
	const n8n = await startN8n({ installation, userFolder, environment, installPackage });
	const editor = new N8nEditor(n8n.url, installation.version);
	const signIn = await editor.setUpOwner();
	const credential = await editor.createBankCredential(bank);
	const port = Number(new URL(n8n.url).port);
	let webhookUrl: string | undefined;
	return Object.assign<TestInstance, TestInstance>(instance, {
		bank,
		control: bank.control,
		n8n,
		editor,
		signIn,
		credential,
		userFolder,
		installation,
		restart: async (how, options = {}) => {
			webhookUrl = options.webhookUrl ?? webhookUrl;
			await instance.n8n[how]();
			await options.whileDown?.();
			const start = async () =>
				await startN8n({ installation, userFolder, environment, port, webhookUrl });
			instance.n8n = await pRetry(start, {
				retries: 1,
				minTimeout: 0,
				shouldRetry: ({ error }) => failedToRecover(error),
				onFailedAttempt: ({ error }) => void process.stdout.write(`${error.message}\n`),
			});
		},
		end: async () => {
			await instance.n8n.stop();
			await bank.close();
			await rm(userFolder, { recursive: true, force: true });
		},
	});
}

/**
 * Starts both for the tests of a file or of a `describe`, and ends them afterwards. Every test of the
 * file that does not say otherwise may take a minute.
 */
export function useTestInstance(options?: TestInstanceOptions): TestInstance {
	const instance = {} as TestInstance;
	jest.setTimeout(60_000);
	beforeAll(async () => await startTestInstance(options, instance), SETUP_TIMEOUT_MS);
	afterAll(async () => await instance.end?.());
	return instance;
}

/** n8n can end while it marks crashed executions (docs/n8n-engine.md#crashed-executions): start it again. */
function failedToRecover({ message }: Error): boolean {
	return message.includes('ExecutionRecoveryService.recoverFromLogs');
}
