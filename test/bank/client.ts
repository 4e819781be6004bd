import axios, { type AxiosInstance, type AxiosRequestConfig } from 'axios';
import type { Bank } from './bank';

/** Creates a client of the service with the bank's API key; it resolves for every HTTP status. */
export function createClient(
	{ url, apiKey }: Pick<Bank, 'url' | 'apiKey'>,
	config: AxiosRequestConfig = {},
): AxiosInstance {
	return axios.create({
		baseURL: url,
		headers: { authorization: `Apikey ${apiKey}` },
		validateStatus: () => true,
		proxy: false,
		...config,
	});
}
