import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { cleanApiKey } from '../nodes/service/settings';

/** The key of the service: one covers every bank account that the business has linked. */
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
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: 'https://oauth.casso.vn',
			required: true,
			description: 'Address of the service',
		},
		{
			displayName: 'Kind of Key',
			name: 'scheme',
			type: 'options',
			options: [
				{
					name: 'Access Token',
					value: 'Bearer',
					description: 'A token from before the service ended OAuth 2, if it is still valid',
				},
				{
					name: 'API Key',
					value: 'Apikey',
					description: 'A key made in the integration area of your account at the service',
				},
			],
			default: 'Apikey',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description:
				'From the integration area of your account at the service; blanks and a pasted "Apikey" in front do not matter',
		},
		{
			displayName: 'Time Zone',
			name: 'timeZone',
			type: 'string',
			default: 'Asia/Ho_Chi_Minh',
			required: true,
			description: 'The zone in which the service writes its times, which carry no zone themselves',
		},
	];

	/**
	 * A function and no declaration: the trigger asks the service outside of an execution, where n8n
	 * resolves no expressions.
	 */
	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const authorization = `${String(credentials.scheme)} ${cleanApiKey(credentials.apiKey)}`;
		return {
			...requestOptions,
			headers: { ...requestOptions.headers, Authorization: authorization },
		};
	}

	test: ICredentialTestRequest = {
		request: {
			baseURL:
				'={{ $credentials.baseUrl.trim().replace(/\\/+$/, "").replace(/\\/v2$/i, "").replace(/\\/+$/, "") }}',
			url: '/v2/userInfo',
			timeout: 30_000,
			disableFollowRedirect: true,
			// The rules below judge the envelope, whatever the HTTP status: their words say more.
			ignoreHttpStatusErrors: true,
		},
		rules: [
			{
				type: 'responseSuccessBody',
				properties: {
					key: 'error',
					value: 401,
					message:
						'The service does not accept this key. Copy it again from the integration area of your account.',
				},
			},
			// An answer that is no success has no data (service interface, "Errors"), and a page of
			// another server has no envelope.
			{
				type: 'responseSuccessBody',
				properties: {
					key: 'data',
					value: null,
					message: 'The service declined the request. Check the key and the account it belongs to.',
				},
			},
			{
				type: 'responseSuccessBody',
				properties: {
					key: 'data',
					value: undefined,
					message: "The answer is not one of this service. Check the 'Base URL'.",
				},
			},
		],
	};
}
