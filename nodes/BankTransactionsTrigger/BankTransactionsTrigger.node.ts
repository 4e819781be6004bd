import {
	NodeConnectionTypes,
	type IHookFunctions,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import { CREDENTIAL } from '../service/types';
import { receive } from './receive';
import { refresh, register, unregister } from './registration';

/** The name of a header is no secret: a literal here would be taken for one and be masked. */
const HEADER_NAME_OPTION = 'secureTokenHeader';

/** Starts a workflow for each transaction that the service announces. */
export class BankTransactionsTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Bank Transactions Trigger',
		name: 'bankTransactionsTrigger',
		icon: {
			light: 'file:../../icons/bankTransactions.svg',
			dark: 'file:../../icons/bankTransactions.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: '={{ $parameter["triggerOn"] }}',
		description: 'Starts the workflow when a bank transaction occurs',
		eventTriggerDescription: 'Waiting for a bank transaction',
		activationMessage: 'Your workflow now starts for each new bank transaction.',
		defaults: { name: 'Bank Transactions Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: CREDENTIAL, required: true }],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: 'onReceived',
				path: 'webhook',
			},
		],
		triggerPanel: {
			header: '',
			executionsHelp: {
				inactive:
					"Transactions start this workflow in two ways.<br><br><b>To try it out</b>, click 'Execute step' and make a transfer of a small amount: the transaction shows here.<br><br><b>For good</b>, <a data-key='activate'>activate</a> the workflow: each new transaction then starts it, and shows in the <a data-key='executions'>executions list</a>.",
				active:
					"Each new transaction starts this workflow, and shows in the <a data-key='executions'>executions list</a>.<br><br><b>To try a change</b>, click 'Execute step' and make a transfer of a small amount: the transaction shows here as well.",
			},
			activationHint:
				"Once the workflow is ready, <a data-key='activate'>activate</a> it: each new transaction then starts it.",
		},
		properties: [
			{
				displayName: 'Trigger On',
				name: 'triggerOn',
				type: 'options',
				options: [
					{ name: 'Incoming and Outgoing Money', value: 'all' },
					{ name: 'Incoming Money', value: 'incoming' },
					{ name: 'Outgoing Money', value: 'outgoing' },
				],
				default: 'incoming',
			},
			{
				displayName: 'Simplify',
				name: 'simplify',
				type: 'boolean',
				default: true,
				description:
					'Whether to return a simplified version of the response instead of the raw data',
			},
			{
				displayName: 'Options',
				name: 'options',
				type: 'collection',
				placeholder: 'Add Option',
				default: {},
				options: [
					{
						displayName: 'Account Number',
						name: 'accountNumber',
						type: 'string',
						default: '',
						placeholder: 'e.g. 8007041027107',
						description: 'Only transactions of this account, or of this virtual account',
					},
					{
						displayName: 'Include Test Events',
						name: 'includeTestEvents',
						type: 'boolean',
						default: false,
						description:
							'Whether the test call of the service starts the active workflow too; in a test run it always shows',
					},
					{
						displayName: 'Minimum Amount',
						name: 'minimumAmount',
						type: 'number',
						typeOptions: { minValue: 0 },
						default: 0,
						description: 'Smallest amount, whichever way the money went',
					},
					{
						displayName: 'Secure Token Header',
						name: HEADER_NAME_OPTION,
						type: 'string',
						default: '',
						placeholder: 'e.g. secure-token',
						description: 'Name of the header that carries the token; left empty, any header may',
					},
				],
			},
		],
	};

	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return await refresh(this);
			},
			async create(this: IHookFunctions): Promise<boolean> {
				await register(this);
				return true;
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				await unregister(this);
				return true;
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receive(this);
	}
}
