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

import { CREDENTIAL } from '../service/types';
import { startCatchUp } from './catchUp';
import { passNew } from './pass';
import { receive } from './receive';
import { triggerProperties, triggerSubtitle } from './properties';
import { refresh, register, unregister } from './registration';

const WITHOUT_A_TRANSFER =
	"No transfer at hand? With the option 'Test With Latest Transaction' the latest one shows at once; with polling it always does.";

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
		subtitle: triggerSubtitle,
		description: 'Starts the workflow when a bank transaction occurs',
		eventTriggerDescription: 'Waiting for a bank transaction',
		activationMessage: 'The workflow now starts for each new bank transaction.',
		defaults: { name: 'Bank Transactions Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: CREDENTIAL, required: true }],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: 'onReceived',
				// Empty, so that n8n answers with what webhook() gives it, not with a text of its own.
				responseData: '',
				path: 'webhook',
			},
		],
		triggerPanel: {
			header: 'See a transaction here',
			executionsHelp: {
				inactive:
					"Transactions start this workflow in two ways.<br><br><b>To try it out</b>, click 'Execute step' and make a transfer of a small amount: the transaction shows here. To see one without a transfer, add the option 'Test With Latest Transaction' first.<br><br><b>For good</b>, <a data-key='activate'>publish (activate)</a> the workflow: each new transaction then starts it, and shows in the <a data-key='executions'>executions list</a>.",
				active:
					"Each new transaction starts this workflow, and shows in the <a data-key='executions'>executions list</a>.<br><br><b>To try a change</b>, click 'Execute step' and make a transfer of a small amount, or add the option 'Test With Latest Transaction' first: the transaction shows here as well.",
			},
			activationHint: {
				inactive: `${WITHOUT_A_TRANSFER}<br><br>Once the workflow is ready, <a data-key='activate'>publish (activate)</a> it: each new transaction then starts it.`,
				active: WITHOUT_A_TRANSFER,
			},
		},
		properties: triggerProperties,
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

	/** Proves that a call is authentic, answers it, and hands its transactions over. */
	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receive(this);
	}

	/** Hands over what the webhook did not bring, on the leader, as long as the workflow is active. */
	async trigger(this: ITriggerFunctions): Promise<ITriggerResponse> {
		return await startCatchUp(this);
	}

	/**
	 * Lets each transaction through once. n8n runs it on the start node of every execution, because
	 * `execute` comes before `trigger` in the engine.
	 */
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await passNew(this)];
	}
}
