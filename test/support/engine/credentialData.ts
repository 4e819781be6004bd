import type { Bank } from '../../bank/bank';
import type { CredentialData } from './engine';

/** The data of a credential for a practice bank. */
export function toCredentialData({ url, apiKey }: Pick<Bank, 'url' | 'apiKey'>): CredentialData {
	return { baseUrl: url, scheme: 'Apikey', apiKey, timeZone: 'Asia/Ho_Chi_Minh' };
}
