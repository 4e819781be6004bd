/** Settings for every point that the service's documentation leaves open. */
export interface Settings {
	/** nextPage of the last page and prevPage of the first: null, the same page, or one further. */
	endPages: 'null' | 'repeat' | 'next';
	/** A larger page size is silently cut to this. */
	maximumPageSize: number;
	/** What param2 of a webhook record shows. `text`: empty in create and read, a text otherwise. */
	param2: 'empty' | 'text' | 'token';
	/** The answer for an unknown id: HTTP 404, HTTP 200 with an error, or HTTP 200 with null. */
	unknownId: '404' | 'error' | 'null';
	/** The answer to a sync: null, or the transactions that it brought. */
	syncAnswer: 'null' | 'array';
	eventShape: 'array' | 'object';
	tokenForm: 'plain' | 'signed';
	/**
	 * How the list writes the time of a transaction. `dayFirst`: as 15/11/2026 10:20:30. `renamed`: in
	 * `transactionDateTime`. `null` and `missing`: not at all.
	 */
	listTime: 'date' | 'iso' | 'space' | 'dayFirst' | 'renamed' | 'null' | 'missing';
	/** The order of transactions within a day differs from request to request, whatever their times. */
	shufflesDays: boolean;
	/** Every page of the list is the first one. */
	ignoresPage: boolean;
	/** How many transactions each list counts and never shows. */
	countsMore: number;
	rateLimit: { requests: number; perMs: number; retryAfter: boolean } | null;
	/**
	 * How incoming transfers are described: a form of bankTexts/forms.ts or `mixed`. `plain`: with the
	 * payer's text only.
	 */
	descriptionForm: string;
	/** Wait before every answer of the service. */
	delayMs: number;
	/** False: the service loses every event. */
	deliver: boolean;
	deliveryAttempts: number;
	/** Wait before the second attempt; doubles each time up to a minute. */
	deliveryRetryMs: number;
	deliveryTimeoutMs: number;
	keyRevoked: boolean;
	/** The form in which the service stores the URL of a webhook: as it was given, or with a slash at the end. */
	webhookUrlForm: 'given' | 'slash';
	/** The bank's clock stands still at this ISO time; null: the real clock. */
	now: string | null;
}

export const defaultSettings: Settings = {
	endPages: 'null',
	maximumPageSize: 100,
	param2: 'text',
	unknownId: '404',
	syncAnswer: 'null',
	eventShape: 'array',
	tokenForm: 'plain',
	listTime: 'iso',
	shufflesDays: false,
	ignoresPage: false,
	countsMore: 0,
	rateLimit: null,
	descriptionForm: 'plain',
	delayMs: 0,
	deliver: true,
	deliveryAttempts: 17,
	deliveryRetryMs: 1000,
	deliveryTimeoutMs: 5000,
	keyRevoked: false,
	webhookUrlForm: 'given',
	now: null,
};
