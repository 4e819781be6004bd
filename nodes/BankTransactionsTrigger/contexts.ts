import type {
	IExecuteFunctions,
	IHookFunctions,
	ITriggerFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

/** The contexts in which n8n publishes, starts and ends the trigger. */
export type LifecycleContext = IHookFunctions | ITriggerFunctions;

/** The contexts in which n8n runs the trigger. */
export type TriggerContext = LifecycleContext | IExecuteFunctions | IWebhookFunctions;
