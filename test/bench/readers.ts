/* eslint-disable @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import axios from 'axios';
import type { INode } from 'n8n-workflow';
import type { Credential, N8nEditor, Workflow } from '../support/n8n/editor';
import type { N8nInstallation } from '../support/n8n/install';
import { bareListingType } from './barePackages';
import { activateInOrder, node, useCredential } from './candidates';
import { runToResult } from './programs';
import type { SavedNode } from './savedRun';

const secondsToRead = 590;
const pageSize = '100';
const fromDate = '2020-01-01';

/** A workflow that lists all transactions when its URL is called, and responds when it has finished. */
export interface Reader {
	workflow: Workflow;
	url: string;
	/** The node that requests the pages, and the one that returns the transactions. */
	readingNode: string;
	lastNode: string;
}

/** The times of a reader, in milliseconds. */
export interface Reading {
	/** From the call of the workflow to its answer. */
	whole: number;
	/** The time of the node that requests the pages, according to n8n. */
	node: number;
}

export interface ReaderContext {
	editor: N8nEditor;
	n8nUrl: string;
	bankUrl: string;
	/** The credentials of our node and of n8n's, both for the same key. */
	ours: Credential;
	header: Credential;
	installation: N8nInstallation;
	/** The user folder of n8n. */
	folder: string;
}

/** Activates a workflow of these nodes in a row, behind a webhook that responds at the end. */
export async function activateReader(
	{ editor, n8nUrl }: ReaderContext,
	nodes: INode[],
): Promise<Reader> {
	const webhookId = randomUUID();
	const parameters = {
		path: webhookId,
		responseMode: 'lastNode',
		responseData: 'noData',
		options: {},
	};
	const webhook = node('Webhook', 'n8n-nodes-base.webhook', 2, { webhookId, parameters });
	const settings = { saveDataSuccessExecution: 'all' } as const;
	return {
		workflow: await activateInOrder(editor, nodes[0].name, [webhook, ...nodes], settings),
		url: `${n8nUrl}/webhook/${webhookId}`,
		readingNode: nodes[0].name,
		lastNode: nodes[nodes.length - 1].name,
	};
}

/** Our Get Many with Return All and otherwise default parameters. */
export async function getMany(context: ReaderContext): Promise<Reader> {
	const getAll = node('Get Many', 'n8n-nodes-bank-transactions.bankTransactions', 1, {
		credentials: useCredential(context.ours),
		parameters: {
			resource: 'transaction',
			operation: 'getAll',
			returnAll: true,
			filters: { fromDate: `${fromDate}T00:00:00` },
		},
	});
	return await activateReader(context, [getAll]);
}

/** A workflow of the node that does the least: what n8n's helpers themselves take. */
export async function bareListing(context: ReaderContext): Promise<Reader> {
	const listing = node('Bare Listing', bareListingType, 1, {
		credentials: useCredential(context.ours),
	});
	return await activateReader(context, [listing]);
}

/** A workflow without our node: n8n's HTTP Request requests one page after the other. */
export async function httpRequest(context: ReaderContext): Promise<Reader> {
	const request = node('HTTP Request', 'n8n-nodes-base.httpRequest', 4.2, {
		credentials: useCredential(context.header),
		parameters: {
			url: `${context.bankUrl}/v2/transactions`,
			authentication: 'genericCredentialType',
			genericAuthType: 'httpHeaderAuth',
			sendQuery: true,
			queryParameters: {
				parameters: [
					{ name: 'fromDate', value: fromDate },
					{ name: 'pageSize', value: pageSize },
				],
			},
			options: {
				pagination: {
					pagination: {
						parameters: {
							parameters: [{ type: 'qs', name: 'page', value: '={{ $pageCount + 1 }}' }],
						},
						paginationCompleteWhen: 'other',
						completeExpression: '={{ $response.body.data.nextPage === null }}',
					},
				},
			},
		},
	});
	const splitOut = node('Split Out', 'n8n-nodes-base.splitOut', 1, {
		parameters: { fieldToSplitOut: 'data.records', options: {} },
	});
	return await activateReader(context, [request, splitOut]);
}

/** Runs a reader once. Throws an Error if it returned another number of transactions. */
export async function read(
	{ installation, folder }: ReaderContext,
	reader: Reader,
	transactions: number,
): Promise<Reading> {
	const started = performance.now();
	await axios.get(reader.url, { proxy: false, timeout: secondsToRead * 1000 });
	const whole = performance.now() - started;
	const nodes = await runToResult<Record<string, SavedNode>>({
		node: installation.node,
		file: 'test/bench/savedRun.ts',
		programArguments: [path.join(folder, '.n8n/database.sqlite'), reader.workflow.id],
	});
	const { items } = nodes[reader.lastNode];
	if (items === transactions) return { whole, node: nodes[reader.readingNode].executionTime };
	throw new Error(`${reader.workflow.name} gave ${items} of ${transactions} transactions`);
}
