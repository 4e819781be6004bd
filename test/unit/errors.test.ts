import { NodeOperationError, type INode } from 'n8n-workflow';

import {
	describeResponse,
	getFault,
	toNodeApiError,
	type FailedRequest,
	type Fault,
	type FaultKind,
} from '../../nodes/shared/http/errors';
import { LimitError, toNetworkFault } from '../../nodes/shared/http/networkFaults';

const node = { name: 'Bank', type: 'bank', typeVersion: 1 } as INode;
const about = { subject: 'webhook 114', host: 'bank.example.com', itemIndex: 3 };

/** What each kind of fault tells: its message the user, its cause n8n. Fails to compile if one is missing. */
const KINDS: Record<FaultKind, { named: string; cause?: string }> = {
	unauthorized: { named: 'API key', cause: 'credential-invalid' },
	missing: { named: 'Webhook 114', cause: 'configuration-invalid' },
	rejected: { named: 'webhook 114' },
	rateLimited: { named: 'too many requests', cause: 'rate-limited' },
	unavailable: { named: 'webhook 114', cause: 'temporarily-unavailable' },
	connectionRefused: { named: 'bank.example.com', cause: 'temporarily-unavailable' },
	connectionLost: { named: 'bank.example.com', cause: 'temporarily-unavailable' },
	timedOut: { named: '30 seconds', cause: 'temporarily-unavailable' },
	unreachable: { named: 'bank.example.com', cause: 'configuration-invalid' },
	redirected: { named: 'bank.example.com', cause: 'configuration-invalid' },
	unreadable: { named: 'webhook 114' },
	tooLarge: { named: 'webhook 114' },
	invalidRecord: { named: 'webhook 114' },
	invalidRequest: { named: 'could not be sent' },
	cancelled: { named: 'cancelled' },
};
const kinds = Object.keys(KINDS) as FaultKind[];

const toError = (fault: Fault, request: Partial<FailedRequest> = {}) =>
	toNodeApiError(node, fault, { ...about, ...request });

describe.each(kinds)('a fault of the kind %s', (kind) => {
	const { named, cause } = KINDS[kind];

	it(`says calmly what happened to what, and what to do: ${named}`, () => {
		const { message, description } = toError({ kind });
		expect(message).toMatch(/^[A-Z].*[^.]$/);
		expect(message).toContain(named);
		expect(description).toMatch(/^[A-Z].*\.$/);
		expect(`${message} ${description}`).not.toMatch(/\b(error|problem|failure|mistake)/i);
	});

	it('keeps its message and quotes the network, whatever that said', () => {
		const { message } = toError({ kind });
		for (const text of ['ECONNREFUSED', 'ETIMEDOUT', 'ENOTFOUND', 'ECONNRESET']) {
			const error = toError({ kind, text });
			expect(error.message).toBe(message);
			expect(error.description).toContain(`"${text}"`);
		}
	});

	it(`tells n8n its cause: ${cause}`, () => {
		const { failure } = toError({ kind, retryAfterSeconds: 20 });
		const retryAfter = kind === 'rateLimited' ? { retryAfterMs: 20_000 } : {};
		expect(failure).toEqual(cause && { cause, ...retryAfter });
		expect(toError({ kind }).failure).toEqual(cause && { cause });
	});
});

it('contains the item, what is known about the response, and the fault', () => {
	const fault: Fault = { kind: 'rejected', status: 404, code: 9, text: 'gone' };
	const error = toError(fault, { attempts: 3 });
	expect(error).toMatchObject({ httpCode: '404', context: { itemIndex: 3 } });
	expect(error.description).toMatch(/ \(HTTP 404, code 9, "gone", 3 attempts\)$/);
	expect(getFault(error)).toEqual(fault);
	expect(toError({ kind: 'rejected' }).httpCode).toBeNull();
});

it('says how long to wait if the service asks for it, whatever the status', () => {
	const describeFault = (fault: Fault) => toError(fault).description;
	expect(describeFault({ kind: 'rateLimited' })).not.toContain('seconds');
	expect(describeFault({ kind: 'rateLimited', retryAfterSeconds: 120.2 })).toContain('121 seconds');
	expect(describeFault({ kind: 'unavailable', retryAfterSeconds: 120 })).toContain('120 seconds');
});

it('says how long n8n waited for an answer', () => {
	expect(toError({ kind: 'timedOut' }, { timeoutSeconds: 5 }).message).toContain('5 seconds');
});

it.each<FaultKind>(['connectionLost', 'timedOut'])(
	'warns about a repeat after a fault of the kind %s only if the request changes something',
	(kind) => {
		const describeFault = (isReadOnly?: boolean) =>
			toError({ kind }, { isReadOnly, canRetryOnFail: true }).description;
		expect(describeFault(false)).toContain('may have been carried out');
		for (const description of [describeFault(true), describeFault()]) {
			expect(description).toContain('Retry On Fail');
			expect(description).not.toContain('carried out');
		}
	},
);

it.each([
	[true, "Try again later, or turn on 'Retry On Fail' in the settings of this node."],
	[false, 'Try again later.'],
	[undefined, 'Try again later.'],
])("advises 'Retry On Fail' only if it sends the request again: %s", (canRetryOnFail, advice) => {
	expect(toError({ kind: 'unavailable' }, { canRetryOnFail }).description).toBe(advice);
});

it('says that a change may have been carried out if its answer was too large', () => {
	const { description } = toError({ kind: 'tooLarge' }, { isReadOnly: false });
	expect(description).toContain('may have been carried out');
	expect(toError({ kind: 'tooLarge' }).description).toContain("'Page Size'");
});

it.each<FaultKind>(['connectionRefused', 'unreachable', 'unreadable', 'redirected'])(
	'points to the base URL after a fault of the kind %s',
	(kind) => {
		expect(toError({ kind }).description).toContain("'Base URL'");
	},
);

it('adds only what is known about the response', () => {
	const describeFault = (fault: Partial<Fault>, attempts?: number) =>
		describeResponse({ kind: 'rejected', ...fault }, { ...about, attempts });
	expect(describeFault({})).toBe('');
	expect(describeFault({ text: '' }, 1)).toBe('');
	expect(describeFault({ status: 500 })).toBe(' (HTTP 500)');
	expect(describeFault({ code: 0, text: 'no' }, 2)).toBe(' (code 0, "no", 2 attempts)');
});

it('names the credential if the key is not accepted', () => {
	const { description } = toError({ kind: 'unauthorized' });
	expect(description).toContain("credential 'Bank Transactions API'");
});

it('finds no fault in any other error', () => {
	expect(getFault(new NodeOperationError(node, 'no'))).toBeUndefined();
	expect(getFault(new Error('no'))).toBeUndefined();
	expect(getFault(undefined)).toBeUndefined();
});

describe('network errors', () => {
	const thrown = (code: string, message = 'said by the network') =>
		Object.assign(new Error(message), { code, config: { headers: { Authorization: 'secret' } } });

	it.each<[string, FaultKind]>([
		['ECONNREFUSED', 'connectionRefused'],
		['EAI_AGAIN', 'connectionRefused'],
		['ENETUNREACH', 'connectionRefused'],
		['EHOSTUNREACH', 'connectionRefused'],
		['ENOTFOUND', 'unreachable'],
		['ERR_INVALID_URL', 'unreachable'],
		['DEPTH_ZERO_SELF_SIGNED_CERT', 'unreachable'],
		['SELF_SIGNED_CERT_IN_CHAIN', 'unreachable'],
		['ERR_TLS_CERT_ALTNAME_INVALID', 'unreachable'],
		['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unreachable'],
		['ECONNRESET', 'connectionLost'],
		['EPIPE', 'connectionLost'],
		['ETIMEDOUT', 'timedOut'],
		['ECONNABORTED', 'timedOut'],
		['CERT_HAS_EXPIRED', 'unreachable'],
		['ERR_INVALID_CHAR', 'invalidRequest'],
		['ERR_CANCELED', 'cancelled'],
	])('reads %s as a fault of the kind %s, however deeply nested', (code, kind) => {
		const nested = new Error('middle', { cause: thrown(code) });
		for (const error of [thrown(code), new Error('outer', { cause: nested })]) {
			expect(toNetworkFault(error)).toEqual({ kind, text: code });
		}
	});

	it('reads an attempt that was ended as a fault of its kind, also if it is nested', () => {
		const error = new LimitError('tooLarge');
		expect(toNetworkFault(error)).toEqual({ kind: 'tooLarge' });
		expect(toNetworkFault(new Error('outer', { cause: error }))).toEqual({ kind: 'tooLarge' });
	});

	it.each(['aborted', 'stream has been aborted'])(
		'does not take a broken answer for a timeout: %s',
		(message) => {
			expect(toNetworkFault(thrown('ECONNABORTED', message))?.kind).toBe('connectionLost');
		},
	);

	it('returns nothing if the network said nothing', () => {
		expect(toNetworkFault(new Error('of our own'))).toBeUndefined();
		expect(toNetworkFault('text')).toBeUndefined();
	});

	it('keeps nothing of the request', () => {
		const error = toError(toNetworkFault(thrown('ECONNRESET')) as Fault);
		expect(JSON.stringify(error)).not.toContain('secret');
	});
});
