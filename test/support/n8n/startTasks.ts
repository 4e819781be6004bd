/* eslint-disable @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Listr } from 'listr2';
import type { IDataObject } from 'n8n-workflow';
import { startBank, type Bank } from '../../bank/bank';
import { N8nEditor, getItems, type Credential, type SignIn, type Workflow } from './editor';
import { exampleWorkflow, lastNodeName } from './exampleWorkflow';
import { hostFolder, repositoryFolder } from '../folders';
import { installN8n, type N8nInstallation } from './install';
import { startN8n, type N8nProcess } from './n8nProcess';
import { PaymentExamples } from './paymentExamples';
import { runNpm } from '../processes/npm';
import { assertFree } from '../processes/ports';
import { compareVersions } from '../versions';
import { waitUntil } from '../waitFor';
import { triggerName } from './workflows';

type WorkflowKey = 'moneyIn' | 'requests' | 'confirmations';

/** What a start keeps in n8n's folder for the next one. */
interface StartData {
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

/** The results of the steps, for those after them. */
export interface Session {
	/** Ends what was started; safe to call at any time. */
	stop(): Promise<void>;
	bankPort: number;
	n8nPort: number;
	/** Begins with empty data. */
	fresh: boolean;
	/** Holds n8n's database, settings and nodes. */
	userFolder: string;
	/** What the last start kept, and where the next one finds it. */
	kept?: StartData;
	dataFile: string;
	installation: N8nInstallation;
	bankOpenedAt: number;
	bank: Bank;
	n8n: N8nProcess;
	editor: N8nEditor;
	signIn: SignIn;
	credential: Credential;
	workflows: Record<WorkflowKey, Workflow>;
	/** The address of the order form. */
	orderFormUrl: string;
	/** The output of the last node of the workflow. */
	received: IDataObject;
}

/** A session in which nothing runs yet. */
export function newSession(options: Pick<Session, 'bankPort' | 'n8nPort' | 'fresh'>): Session {
	// One folder for each port: two that run side by side never share one.
	const userFolder = path.join(hostFolder, 'data', String(options.n8nPort));
	const dataFile = path.join(userFolder, 'start.json');
	const session = { ...options, userFolder, dataFile } as Session;
	session.stop = async () => {
		await Promise.all([session.n8n?.stop(), session.bank?.close()]);
		// The pages of the editor, which n8n makes again at each start. ESLint would read all of them.
		await rm(path.join(userFolder, '.cache'), { recursive: true, force: true });
	};
	return session;
}

/** All the steps from an empty folder, or the data of the last start, to a transfer that came through a workflow. */
export function startTasks(session: Session): Listr<Session, 'default', 'simple'> {
	return new Listr<Session, 'default', 'simple'>(
		[
			{ title: 'Ports are free', task: checkPorts },
			{
				title: 'Build the package',
				task: async (_session, task) => await build((line) => (task.output = line)),
			},
			{
				title: 'Install n8n',
				task: async (session, task) => {
					session.installation = await installN8n((line) => (task.output = line));
					task.title = `n8n ${session.installation.version} is installed`;
				},
			},
			{
				title: 'Open the data of the last start',
				task: async (session, task) => {
					await openData(session);
					if (!session.kept) task.title = 'Begin with empty data';
				},
			},
			{ title: 'Start the practice bank', task: startPracticeBank },
			{ title: 'Start n8n', task: startAndSignIn },
			{ title: 'Publish the workflows', task: publishWorkflows },
			{ title: 'Make a transfer, and wait for the workflow', task: transferAndWait },
		],
		{ ctx: session, renderer: 'default', fallbackRenderer: 'simple' },
	);
}

async function checkPorts({ bankPort, n8nPort }: Session): Promise<void> {
	await assertFree(bankPort, 'the practice bank');
	await assertFree(n8nPort, 'n8n');
}

async function build(report: (line: string) => void): Promise<void> {
	await runNpm(['run', 'build'], {
		folder: repositoryFolder,
		purpose: 'Building the package',
		remedy: 'Put right what the build says above, then start again.',
		report,
	});
}

/** Empties the folder, unless a former start got as far as to keep its data. */
async function openData(session: Session): Promise<void> {
	const { installation, userFolder, dataFile, fresh } = session;
	if (!fresh && existsSync(dataFile)) {
		session.kept = JSON.parse(await readFile(dataFile, 'utf8')) as StartData;
	} else {
		await rm(userFolder, { recursive: true, force: true });
		await mkdir(userFolder, { recursive: true });
	}
	session.bankOpenedAt = session.kept?.bankOpenedAt ?? Date.now();
	const version = session.kept?.n8nVersion ?? installation.version;
	if (compareVersions(version, installation.version) <= 0) return;
	throw new Error(
		`The data are those of n8n ${version}, which is newer than ${installation.version}. Start it with that version, or with --fresh, which empties the data.`,
	);
}

async function startPracticeBank(session: Session): Promise<void> {
	session.bank = await startBank({ port: session.bankPort, openedAt: session.bankOpenedAt });
}

async function startAndSignIn(session: Session): Promise<void> {
	const { installation, n8nPort, userFolder, kept } = session;
	session.n8n = await startN8n({ installation, userFolder, port: n8nPort });
	session.editor = new N8nEditor(session.n8n.url, installation.version);
	session.signIn = kept?.signIn ?? (await session.editor.setUpOwner());
	if (kept) await session.editor.login(kept.signIn);
}

/** Imports the workflows that are missing, publishes those that are not published, and keeps all for the next start. */
async function publishWorkflows(session: Session): Promise<void> {
	const { editor, bank, kept } = session;
	session.credential = kept?.credential ?? (await editor.createBankCredential(bank));
	if (kept) {
		await editor.updateCredential(kept.credential, { baseUrl: bank.url, apiKey: bank.apiKey });
	}
	session.workflows = await importMissing(session);
	// A published workflow would notice another address of the bank only after a while.
	const isMoved = kept !== undefined && kept.bankUrl !== bank.url;
	for (const [key, workflow] of Object.entries(session.workflows)) {
		if (workflow.active && isMoved) await editor.deactivate(workflow);
		if (workflow.active && !isMoved) continue;
		session.workflows[key as WorkflowKey] = await editor.activate(workflow);
	}
	const { moneyIn, requests, confirmations } = session.workflows;
	const orderForm = requests.nodes.find(({ type }) => type === 'n8n-nodes-base.formTrigger');
	session.orderFormUrl = `${session.n8n.url}/form/${orderForm?.webhookId}`;
	const data: StartData = {
		n8nVersion: session.installation.version,
		signIn: session.signIn,
		bankOpenedAt: session.bankOpenedAt,
		bankUrl: bank.url,
		credential: session.credential,
		workflows: { moneyIn: moneyIn.id, requests: requests.id, confirmations: confirmations.id },
	};
	// Readable by the user alone.
	await writeFile(session.dataFile, JSON.stringify(data, null, '\t'), { mode: 0o600 });
	await waitForWebhooks(session);
}

async function importMissing(session: Session): Promise<Session['workflows']> {
	const { editor, kept, credential } = session;
	const present = await editor.workflowIds();
	let examples: Promise<PaymentExamples> | undefined;
	const useExamples = async () => await (examples ??= PaymentExamples.setUp(session));
	const take = async (key: WorkflowKey, importOne: () => Promise<Workflow>) => {
		const id = kept?.workflows[key];
		return id !== undefined && present.includes(id) ? await editor.workflow(id) : await importOne();
	};
	return {
		moneyIn: await take(
			'moneyIn',
			async () => await editor.createWorkflow(exampleWorkflow(credential)),
		),
		requests: await take('requests', async () => await (await useExamples()).importRequests()),
		confirmations: await take(
			'confirmations',
			async () => await (await useExamples()).importConfirmations(),
		),
	};
}

/** After a start of n8n, the triggers register their webhooks at their first check. */
async function waitForWebhooks({ bank, workflows }: Session): Promise<void> {
	const ids = Object.values(workflows)
		.flatMap(({ nodes }) => nodes)
		.filter(({ type, disabled }) => type.endsWith('.bankTransactionsTrigger') && !disabled)
		.filter(({ parameters }) => parameters.delivery !== 'polling')
		.map(({ webhookId = '' }) => webhookId);
	await waitUntil(
		'each trigger has registered its webhook',
		async () => (await bank.control.webhooks()).map(({ url }) => url),
		(urls) => ids.every((id) => urls.some((url) => url.includes(id))),
		{ timeoutMs: 60_000 },
	);
}

async function transferAndWait(session: Session): Promise<void> {
	const { editor, bank, workflows } = session;
	const { transaction } = await bank.control.transfer({
		amount: 250_000,
		description: 'DH1042 thanh toan don hang',
		counterpartName: 'NGUYEN VAN A',
	});
	const execution = await editor.waitForExecution(
		workflows.moneyIn.id,
		(seen) =>
			seen.mode === 'webhook' &&
			getItems(seen, triggerName).some(({ id }) => id === transaction.id),
	);
	const items = getItems(execution, lastNodeName);
	const { id, amount, description } = items[0] ?? {};
	const expected = [transaction.id, transaction.amount, transaction.description];
	if (items.length !== 1 || !isDeepStrictEqual([id, amount, description], expected)) {
		const failure = execution.data.resultData.error?.message;
		throw new Error(
			`The workflow did not get the transfer ${JSON.stringify(expected)}. Execution ${execution.id} ended with ${execution.status}${failure ? ` (${failure})` : ''}, its last node with ${JSON.stringify(items)}.`,
		);
	}
	session.received = items[0];
}
