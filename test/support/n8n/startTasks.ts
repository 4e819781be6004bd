/* eslint-disable @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Listr } from 'listr2';
import type { IDataObject } from 'n8n-workflow';
import { startBank, type Bank } from '../../bank/bank';
import type { ListRecord } from '../../bank/types';
import { N8nEditor, getItems, type Credential, type SignIn, type Workflow } from './editor';
import { exampleWorkflow, lastNodeName } from './exampleWorkflow';
import { hostFolder, repositoryFolder } from '../folders';
import { installN8n, type N8nInstallation } from './install';
import { startN8n, type N8nProcess } from './n8nProcess';
import { runNpm } from '../processes/npm';
import { assertFree } from '../processes/ports';

/** The results of the steps, for those after them. */
export interface Session {
	/** Ends what was started; safe to call at any time. */
	stop(): Promise<void>;
	bankPort: number;
	n8nPort: number;
	installation: N8nInstallation;
	bank: Bank;
	n8n: N8nProcess;
	editor: N8nEditor;
	signIn: SignIn;
	credential: Credential;
	workflow: Workflow;
	/** The transfer that the practice bank booked. */
	transaction: ListRecord;
	/** The output of the last node of the workflow. */
	received: IDataObject;
}

/** A session in which nothing runs yet. */
export function newSession(bankPort: number, n8nPort: number): Session {
	const session = { bankPort, n8nPort } as Session;
	session.stop = async () => {
		await Promise.all([session.n8n?.stop(), session.bank?.close()]);
	};
	return session;
}

/** All the steps from an empty folder to a transfer that came through a workflow. */
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
			{ title: 'Start the practice bank', task: startPracticeBank },
			{ title: 'Start n8n', task: startFreshN8n },
			{ title: 'Make the workflow "Money in" and activate it', task: makeWorkflow },
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

async function startPracticeBank(session: Session): Promise<void> {
	session.bank = await startBank({ port: session.bankPort });
}

async function startFreshN8n(session: Session): Promise<void> {
	const { installation, n8nPort } = session;
	// One folder for each port: two that run side by side never share one.
	const userFolder = path.join(hostFolder, 'data', String(n8nPort));
	await rm(userFolder, { recursive: true, force: true });
	await mkdir(userFolder, { recursive: true });
	session.n8n = await startN8n({ installation, userFolder, port: n8nPort });
	session.editor = new N8nEditor(session.n8n.url, installation.version);
	session.signIn = await session.editor.setUpOwner();
}

async function makeWorkflow(session: Session): Promise<void> {
	const { editor, bank } = session;
	session.credential = await editor.createBankCredential(bank);
	const saved = await editor.createWorkflow(exampleWorkflow(session.credential, randomUUID()));
	session.workflow = await editor.activate(saved);
}

async function transferAndWait(session: Session): Promise<void> {
	const { editor, bank, workflow } = session;
	const { transaction } = await bank.control.transfer({
		amount: 250_000,
		description: 'DH1042 thanh toan don hang',
		counterpartName: 'NGUYEN VAN A',
	});
	session.transaction = transaction;
	// The trigger begins with an execution of its own, which records what is listed.
	const execution = await editor.waitForExecution(workflow.id, ({ mode }) => mode === 'webhook');
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
