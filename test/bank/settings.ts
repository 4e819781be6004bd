import { formChoices, type FormChoice } from './chosenForm';

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
	descriptionForm: FormChoice;
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

const yesOrNo = { type: 'boolean' };
const toEnum = (...values: string[]) => ({ enum: values });
const whole = (minimum: number, maximum: number) => ({ type: 'integer', minimum, maximum });

/** JSON schema of a form of descriptions. */
export const formChoiceSchema = toEnum(...formChoices.map(({ name }) => name));

/** JSON schema of a change of settings: any of them, and nothing else. */
export const settingsSchema = {
	type: 'object',
	additionalProperties: false,
	properties: {
		endPages: toEnum('null', 'repeat', 'next'),
		maximumPageSize: whole(1, 100_000),
		param2: toEnum('empty', 'text', 'token'),
		unknownId: toEnum('404', 'error', 'null'),
		syncAnswer: toEnum('null', 'array'),
		eventShape: toEnum('array', 'object'),
		tokenForm: toEnum('plain', 'signed'),
		listTime: toEnum('date', 'iso', 'space', 'dayFirst', 'renamed', 'null', 'missing'),
		shufflesDays: yesOrNo,
		ignoresPage: yesOrNo,
		countsMore: whole(0, 100_000),
		rateLimit: {
			type: ['object', 'null'],
			additionalProperties: false,
			required: ['requests', 'perMs', 'retryAfter'],
			properties: {
				requests: whole(0, 100_000),
				perMs: whole(1, 3_600_000),
				retryAfter: yesOrNo,
			},
		},
		descriptionForm: formChoiceSchema,
		delayMs: whole(0, 120_000),
		deliver: yesOrNo,
		deliveryAttempts: whole(1, 100),
		deliveryRetryMs: whole(1, 60_000),
		deliveryTimeoutMs: whole(1, 60_000),
		keyRevoked: yesOrNo,
		webhookUrlForm: toEnum('given', 'slash'),
		now: { type: ['string', 'null'], format: 'date-time' },
	},
};
