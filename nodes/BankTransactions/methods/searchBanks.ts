import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { searchBanks as findBanks } from '../../shared/paymentRequests/banks';

/** Returns the banks whose BIN, codes or names contain the search text. Sends no request. */
export async function searchBanks(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	return {
		results: findBanks(filter).map(({ bin, code, shortName }) => ({
			name: `${shortName} (${code}, ${bin})`,
			value: bin,
		})),
	};
}
