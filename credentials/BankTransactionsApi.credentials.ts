import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { toAuthorization } from '../nodes/shared/http/settings';

/**
 * The API key of the service, which covers every bank account that the business has linked. The action
 * node tests it, because a declarative test cannot reject every error code of the service.
 */
export class BankTransactionsApi implements ICredentialType {
	name = 'bankTransactionsApi';

	displayName = 'Bank Transactions API';

	icon: Icon = {
		light: 'file:../icons/bankTransactions.svg',
		dark: 'file:../icons/bankTransactions.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-bank-transactions/n8n-nodes-bank-transactions#credential';

	properties: INodeProperties[] = [
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description:
				'One key covers all bank accounts that the business has linked. Spaces and a leading "Apikey" or "Bearer" are ignored.',
			hint: 'You find or create it in the integration area of your account at the service.',
		},
		{
			displayName: 'Key Type',
			name: 'scheme',
			type: 'options',
			// Not in alphabetical order: the default comes first.
			options: [
				{
					name: 'API Key',
					value: 'Apikey',
					description: 'A key created in the integration area of your account at the service',
				},
				{
					name: 'Access Token',
					value: 'Bearer',
					description: 'A token issued before the service discontinued OAuth 2',
				},
			],
			default: 'Apikey',
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: 'https://oauth.casso.vn',
			required: true,
			description: 'URL of the service. A public URL must start with https://.',
		},
		{
			displayName: 'Time Zone',
			name: 'timeZone',
			type: 'string',
			default: 'Asia/Ho_Chi_Minh',
			required: true,
			description: 'Time zone of the times that the service returns',
		},
	];

	/**
	 * Adds the key to a request. This is a function because n8n resolves the expressions of a declaration
	 * only in an execution, and the trigger also sends requests outside of one.
	 */
	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		return {
			...requestOptions,
			headers: { ...requestOptions.headers, Authorization: toAuthorization(credentials) },
		};
	}
}
