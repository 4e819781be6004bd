import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { searchAccounts } from '../accountPicker';
import { testCredential } from '../shared/credentialTest';
import { toErrorItem, toNodeError } from './actions/errorItem';
import { defaultPeriodHint } from './actions/fields';
import { letOthersRun } from './actions/letOthersRun';
import { warnAboutLongContents } from './actions/paymentRequest/longContents';
import { warnAboutUnknownBins } from './actions/paymentRequest/unknownBins';
import { actionProperties, actionSubtitle, executeOperation } from './actions/router';
import { warnAboutSkippedRecords } from './actions/skippedRecords';
import { anyAmountHint } from './actions/transaction/match.operation';
import { searchTransactions } from './methods/listSearch';
import { searchBanks } from './methods/searchBanks';

/**
 * The action node. It is programmatic, because one operation requests many pages, filters them and
 * validates parameters before the first request, which declarative routing cannot do.
 */
export class BankTransactions implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Bank Transactions',
		name: 'bankTransactions',
		icon: {
			light: 'file:../../icons/bankTransactions.svg',
			dark: 'file:../../icons/bankTransactions.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: actionSubtitle,
		description:
			'Request payments by QR code, list bank transactions, match payments to orders and manage webhooks',
		defaults: { name: 'Bank Transactions' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: 'bankTransactionsApi',
				required: true,
				testedBy: 'testCredential',
				// A payment request for an account that was entered needs no request to the service.
				displayOptions: { hide: { accountSource: ['manual'] } },
			},
		],
		hints: [defaultPeriodHint, anyAmountHint],
		properties: actionProperties,
	};

	methods = {
		credentialTest: { testCredential },
		listSearch: { searchAccounts, searchBanks, searchTransactions },
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const outputs: INodeExecutionData[][] = [];
		for (let itemIndex = 0; itemIndex < this.getInputData().length; itemIndex++) {
			await letOthersRun(itemIndex);
			try {
				outputs.push(await executeOperation(this, itemIndex));
			} catch (error) {
				if (!this.continueOnFail()) throw toNodeError(this, error, itemIndex);
				outputs.push([toErrorItem(this, error, itemIndex)]);
			}
		}
		warnAboutSkippedRecords(this);
		warnAboutLongContents(this);
		warnAboutUnknownBins(this);
		return [outputs.flat()];
	}
}
