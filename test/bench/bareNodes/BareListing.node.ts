/* eslint-disable @n8n/community-nodes/icon-validation, @n8n/community-nodes/require-node-description-fields, @n8n/community-nodes/node-usable-as-tool -- a measure for the benchmark: nobody sees it */
import {
	NodeConnectionTypes,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

const concurrency = 8;

interface Page {
	totalPages: number;
	records: IDataObject[];
}

/**
 * The least that a node must do to list all transactions: it requests every page with n8n's own
 * helper and returns the records as they are. No checks, no retries.
 */
export class BareListing implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Bare Listing',
		name: 'bareListing',
		group: ['input'],
		version: 1,
		description: 'Lists all transactions',
		defaults: { name: 'Bare Listing' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'bankTransactionsApi', required: true }],
		properties: [],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const type = 'bankTransactionsApi';
		const credential = await this.getCredentials(type);
		// Otherwise n8n reads the credential again for each request.
		const decrypted = {
			credentialsDecrypted: { id: '', name: '', type, data: credential },
		};
		const pages: IDataObject[][] = [];
		const readPage = async (page: number): Promise<number> => {
			const { data } = (await this.helpers.httpRequestWithAuthentication.call(
				this,
				type,
				{
					url: `${String(credential.baseUrl)}/v2/transactions`,
					qs: { fromDate: '2020-01-01', pageSize: 100, page },
					json: true,
				},
				decrypted,
			)) as { data: Page };
			pages[page - 1] = data.records;
			return data.totalPages;
		};
		const totalPages = await readPage(1);
		const waiting = Array.from({ length: totalPages - 1 }, (_, index) => index + 2).values();
		const work = async () => {
			for (const page of waiting) await readPage(page);
		};
		await Promise.all(Array.from({ length: concurrency }, work));
		return [this.helpers.returnJsonArray(pages.flat())];
	}
}
