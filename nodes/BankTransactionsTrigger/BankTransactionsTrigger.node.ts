import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type IHookFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type ITriggerFunctions,
	type ITriggerResponse,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import { searchAccounts } from '../accountPicker';
import { CREDENTIAL } from '../shared/types';
import { startCatchUp } from './catchUp/catchUp';
import { execute } from './ledger/execute';
import { handleWebhook } from './events/handleWebhook';
import { isLeftToCheck, registerWebhook } from './lifecycle/publish';
import { unregisterWebhook } from './lifecycle/unpublish';
import { withFullMessages } from './log';
import { triggerProperties, triggerSubtitle } from './properties';

/** True for webhook and polling: with polling, only a new test run reads what has arrived since. */
const IF_NOTHING_IS_SHOWN =
	"If nothing shows up, n8n's log says why: no transaction fits, or n8n cannot reach its own webhook URL. Then make a small transfer, and with 'Polling' click 'Execute step' again.";

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
		// n8n evaluates an expression for each call of a node of version 1 (docs/n8n-engine.md#webhook-answer).
		version: 2,
		subtitle: triggerSubtitle,
		// The node panel shows it for both nodes, above the triggers and the actions.
		description:
			'Starts the workflow when a bank transaction occurs. The actions request payments, list transactions, and match payments to orders.',
		eventTriggerDescription: 'Waiting for a bank transaction',
		activationMessage:
			'The workflow now starts for each new bank transaction. An execution without items comes first: it records the transactions that already exist.',
		defaults: { name: 'Bank Transactions Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: CREDENTIAL, required: true }],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: 'onReceived',
				// Empty, so that n8n responds with what webhook() returns, and not with its own text.
				responseData: '',
				path: 'webhook',
				ndvHideUrl: '={{ $parameter["delivery"] === "polling" }}',
			},
		],
		triggerPanel: {
			header: 'See a transaction here',
			executionsHelp: {
				inactive: `<b>To test this workflow</b>, click 'Execute step': the latest transaction shows up here. ${IF_NOTHING_IS_SHOWN}<br><br><b>For production</b>, <a data-key='activate'>publish (activate)</a> it: each new transaction then starts it and shows up in the <a data-key='executions'>executions list</a>.`,
				active: `Each new transaction starts this workflow and shows up in the <a data-key='executions'>executions list</a>.<br><br><b>To test a change</b>, click 'Execute step': the latest transaction shows up here. ${IF_NOTHING_IS_SHOWN}`,
			},
			activationHint: {
				inactive: `'Execute step' shows the latest transaction, without a new transfer. ${IF_NOTHING_IS_SHOWN}<br><br>When the workflow is ready, <a data-key='activate'>publish (activate)</a> it: each new transaction then starts it.`,
				active: `'Execute step' shows the latest transaction, without a new transfer. ${IF_NOTHING_IS_SHOWN}`,
			},
		},
		properties: triggerProperties,
	};

	methods = { listSearch: { searchAccounts } };

	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return isLeftToCheck(this);
			},
			async create(this: IHookFunctions): Promise<boolean> {
				await withFullMessages(registerWebhook(this));
				return true;
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				await unregisterWebhook(this);
				return true;
			},
		},
	};

	/** Verifies a call of the service, responds, and hands over its transactions. */
	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await handleWebhook(this);
	}

	/** Hands over missed transactions. Runs on the leader as long as the workflow is active. */
	async trigger(this: ITriggerFunctions): Promise<ITriggerResponse> {
		return await withFullMessages(startCatchUp(this));
	}

	/**
	 * Passes each transaction once. n8n runs it first in every execution, however it was started
	 * (docs/n8n-engine.md#execute-on-a-trigger).
	 */
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await execute(this)];
	}
}
