import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { accountNumberField, labelOf, minimumAmountField, simplifyField } from '../fields';

/** The name of a header is no secret: a literal here would be taken for one and be masked. */
const HEADER_NAME_OPTION = 'secureTokenHeader';

/** With polling there is no webhook, so what is about webhooks does not show. */
const withWebhook = { show: { '/delivery': ['webhook'] } };

const paymentCodeFields: INodeProperties[] = [
	{
		displayName: 'Characters',
		name: 'characters',
		type: 'options',
		options: [
			{ name: 'Digits', value: 'digits' },
			{ name: 'Letters and Digits', value: 'alphanumeric' },
		],
		default: 'digits',
		description: 'What follows the prefix',
	},
	{
		displayName: 'Maximum Length',
		name: 'maximumLength',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 10,
		description: 'How many characters follow the prefix at most',
	},
	{
		displayName: 'Minimum Length',
		name: 'minimumLength',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 3,
		description: 'How many characters follow the prefix at least',
	},
	{
		displayName: 'Prefix',
		name: 'prefix',
		type: 'string',
		default: '',
		placeholder: 'e.g. DH',
		description: 'The letters with which every code of yours begins',
	},
];

const options: INodeProperties[] = [
	accountNumberField,
	{
		displayName: 'Catch Up',
		name: 'catchUp',
		type: 'boolean',
		default: true,
		displayOptions: withWebhook,
		description:
			'Whether to look up what the webhook did not bring, e.g. while n8n was down, and start the workflow with it',
	},
	{
		displayName: 'Catch Up Interval',
		name: 'catchUpInterval',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 15,
		displayOptions: withWebhook,
		description: 'Minutes between two looks',
	},
	{
		displayName: 'Catch Up Window',
		name: 'catchUpWindow',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 3,
		description: 'How many days back to look for missed transactions',
	},
	{
		displayName: 'Include Test Events',
		name: 'includeTestEvents',
		type: 'boolean',
		default: false,
		displayOptions: withWebhook,
		description:
			'Whether the test call of the service starts the active workflow too; in a test run it always shows',
	},
	minimumAmountField,
	{
		displayName: 'Only With Payment Code',
		name: 'onlyWithPaymentCode',
		type: 'boolean',
		default: false,
		description: "Whether to leave out transactions in which no 'Payment Code' is found",
	},
	{
		displayName: 'Payment Code',
		name: 'paymentCode',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		description:
			"The shape of your payment codes, such as DH1042: the code found in the transfer description is given as 'paymentCode'",
		options: paymentCodeFields,
	},
	{
		displayName: 'Secure Token Header',
		name: HEADER_NAME_OPTION,
		type: 'string',
		default: '',
		placeholder: 'e.g. secure-token',
		displayOptions: withWebhook,
		description: 'Name of the header that carries the token; left empty, any header may',
	},
	{
		displayName: 'Test With Latest Transaction',
		name: 'testWithLatest',
		type: 'boolean',
		default: false,
		displayOptions: withWebhook,
		description:
			"Whether 'Execute step' shows the latest transaction at once, instead of waiting for a transfer. N8n must reach its own webhook URL for that. The active workflow does not change.",
	},
];

const directions: INodePropertyOptions[] = [
	{ name: 'Incoming and Outgoing Money', value: 'all' },
	{ name: 'Incoming Money', value: 'incoming' },
	{ name: 'Outgoing Money', value: 'outgoing' },
];

/** What the canvas shows under the name of the node, e.g. "Incoming Money". */
export const triggerSubtitle = `={{ ${labelOf('triggerOn', directions)} }}`;

/** The parameters of the trigger node, in the order of the editor. */
export const triggerProperties: INodeProperties[] = [
	{
		displayName: 'Trigger On',
		name: 'triggerOn',
		type: 'options',
		options: directions,
		default: 'incoming',
	},
	{
		displayName: 'Delivery',
		name: 'delivery',
		type: 'options',
		options: [
			{
				name: 'Polling',
				value: 'polling',
				description: 'N8n asks the service, for an n8n without a public address',
			},
			{
				name: 'Webhook',
				value: 'webhook',
				description: 'The service calls n8n at once',
			},
		],
		default: 'webhook',
		description: 'How n8n gets to know of a transaction',
	},
	{
		displayName: 'Interval',
		name: 'interval',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 5,
		displayOptions: { show: { delivery: ['polling'] } },
		description: 'Minutes between two questions',
	},
	simplifyField,
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options,
	},
];
