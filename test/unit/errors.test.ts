import fc from 'fast-check';
import { NodeOperationError, type INode } from 'n8n-workflow';

import {
	describeResponse,
	getFault,
	toNodeApiError,
	type Fault,
	type FaultKind,
} from '../../nodes/shared/http/errors';
import { LimitError, toNetworkFault } from '../../nodes/shared/http/networkFaults';

const node: INode = {
	id: '1',
	name: 'Bank',
	type: 'n8n-nodes-bank-transactions.bankTransactions',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};
const about = { subject: 'webhook 114', host: 'bank.example.com', itemIndex: 3 };

/** Fails to compile if a kind is missing. */
const KINDS: Record<FaultKind, true> = {
	unauthorized: true,
	missing: true,
	rejected: true,
	rateLimited: true,
	unavailable: true,
	connectionRefused: true,
	connectionLost: true,
	timedOut: true,
	unreachable: true,
	redirected: true,
	unreadable: true,
	tooLarge: true,
	invalidRecord: true,
	invalidRequest: true,
	cancelled: true,
};
const kinds = Object.keys(KINDS) as FaultKind[];

const faults = fc.record<Fault>(
	{
		kind: fc.constantFrom(...kinds),
		status: fc.integer({ min: 200, max: 599 }),
		code: fc.integer(),
		text: fc.constantFrom('', 'Webhook not exists', 'ECONNREFUSED', 'ETIMEDOUT', 'ENOTFOUND'),
		retryAfterSeconds: fc.nat(1000),
	},
	{ requiredKeys: ['kind'] },
);

describe.each(kinds)('a fault of the kind %s', (kind) => {
	it('says calmly what happened and what to do', () => {
		const { message, description } = toNodeApiError(node, { kind }, about);
		expect(message).toMatch(/^[A-Z].*[^.]$/);
		expect(description).toMatch(/^[A-Z].*\.$/);
		expect(`${message} ${description}`).not.toMatch(/\b(error|problem|failure|mistake)/i);
	});

	it('keeps its message, whatever the network said', () => {
		const { message } = toNodeApiError(node, { kind }, about);
		for (const text of ['ECONNREFUSED', 'ETIMEDOUT', 'ENOTFOUND', 'ECONNRESET']) {
			expect(toNodeApiError(node, { kind, text }, about).message).toBe(message);
		}
	});
});

it('names the item, the status, the code and the message of the service in every error', () => {
	fc.assert(
		fc.property(faults, fc.integer({ min: 2, max: 5 }), (fault, attempts) => {
			const error = toNodeApiError(node, fault, { ...about, attempts });
			expect(error.context.itemIndex).toBe(3);
			expect(error.httpCode).toBe(fault.status === undefined ? null : String(fault.status));
			if (fault.status !== undefined) expect(error.description).toContain(`HTTP ${fault.status}`);
			if (fault.code !== undefined) expect(error.description).toContain(`code ${fault.code}`);
			if (fault.text) expect(error.description).toContain(`"${fault.text}"`);
			expect(error.description).toContain(`${attempts} attempts`);
			expect(getFault(error)).toEqual(fault);
		}),
	);
});

it('says how long to wait if the service asks for it, whatever the status', () => {
	const describeFault = (fault: Fault) => toNodeApiError(node, fault, about).description;
	expect(describeFault({ kind: 'rateLimited' })).not.toContain('seconds');
	expect(describeFault({ kind: 'rateLimited', retryAfterSeconds: 120.2 })).toContain('121 seconds');
	expect(describeFault({ kind: 'unavailable', status: 503, retryAfterSeconds: 120 })).toContain(
		'120 seconds',
	);
});

it('says how long n8n waited for an answer', () => {
	const getMessage = (request: object) =>
		toNodeApiError(node, { kind: 'timedOut' }, { ...about, ...request }).message;
	expect(getMessage({})).toContain('30 seconds');
	expect(getMessage({ timeoutSeconds: 5 })).toContain('5 seconds');
});

it.each<FaultKind>(['connectionLost', 'timedOut'])(
	'warns about a repeat after a fault of the kind %s only if the request changes something',
	(kind) => {
		const describeFault = (isReadOnly?: boolean) =>
			toNodeApiError(node, { kind }, { ...about, isReadOnly, canRetryOnFail: true }).description;
		expect(describeFault(false)).toContain('may have been carried out');
		for (const description of [describeFault(true), describeFault()]) {
			expect(description).toContain('Retry On Fail');
			expect(description).not.toContain('carried out');
		}
	},
);

it("advises 'Retry On Fail' only if the setting sends the request again", () => {
	const describeFault = (canRetryOnFail?: boolean) =>
		toNodeApiError(node, { kind: 'unavailable' }, { ...about, canRetryOnFail }).description;
	expect(describeFault(true)).toBe(
		"Try again later, or turn on 'Retry On Fail' in the settings of this node.",
	);
	expect(describeFault(false)).toBe('Try again later.');
	expect(describeFault()).toBe('Try again later.');
});

it('says that a change may have been carried out if its answer was too large', () => {
	const describeFault = (isReadOnly?: boolean) =>
		toNodeApiError(node, { kind: 'tooLarge' }, { ...about, isReadOnly }).description;
	expect(describeFault(false)).toContain('may have been carried out');
	expect(describeFault()).toContain("'Page Size'");
});

it.each<[FaultKind, string]>([
	['missing', 'Webhook 114'],
	['rejected', 'webhook 114'],
	['unavailable', 'webhook 114'],
	['unreadable', 'webhook 114'],
	['invalidRecord', 'webhook 114'],
	['connectionRefused', 'bank.example.com'],
	['connectionLost', 'bank.example.com'],
	['unreachable', 'bank.example.com'],
	['redirected', 'bank.example.com'],
])('says in a fault of the kind %s that it concerns %s', (kind, name) => {
	expect(toNodeApiError(node, { kind }, about).message).toContain(name);
});

it.each<FaultKind>(['connectionRefused', 'unreachable', 'unreadable', 'redirected'])(
	'points to the base URL after a fault of the kind %s',
	(kind) => {
		expect(toNodeApiError(node, { kind }, about).description).toContain("'Base URL'");
	},
);

it('adds only what is known about the response', () => {
	const describeFault = (fault: Partial<Fault>, attempts?: number) =>
		describeResponse({ kind: 'rejected', ...fault }, { ...about, attempts });
	expect(describeFault({})).toBe('');
	expect(describeFault({ text: '' }, 1)).toBe('');
	expect(describeFault({ status: 500 })).toBe(' (HTTP 500)');
	expect(describeFault({ code: 0, text: 'no' }, 1)).toBe(' (code 0, "no")');
	expect(describeFault({ status: 404, code: 9, text: 'gone' }, 3)).toBe(
		' (HTTP 404, code 9, "gone", 3 attempts)',
	);
});

it.each<[FaultKind, string | undefined]>([
	['unauthorized', 'credential-invalid'],
	['missing', 'configuration-invalid'],
	['rejected', undefined],
	['rateLimited', 'rate-limited'],
	['unavailable', 'temporarily-unavailable'],
	['connectionRefused', 'temporarily-unavailable'],
	['connectionLost', 'temporarily-unavailable'],
	['timedOut', 'temporarily-unavailable'],
	['unreachable', 'configuration-invalid'],
	['redirected', 'configuration-invalid'],
	['unreadable', undefined],
	['invalidRecord', undefined],
	['invalidRequest', undefined],
	['cancelled', undefined],
])('tells n8n the cause of a fault of the kind %s: %s', (kind, cause) => {
	const { failure } = toNodeApiError(node, { kind, retryAfterSeconds: 20 }, about);
	const retryAfter = kind === 'rateLimited' ? { retryAfterMs: 20_000 } : {};
	expect(failure).toEqual(cause === undefined ? undefined : { cause, ...retryAfter });
	expect(toNodeApiError(node, { kind }, about).failure).toEqual(cause && { cause });
});

it('names the credential if the key is not accepted', () => {
	const { message, description } = toNodeApiError(node, { kind: 'unauthorized' }, about);
	expect(message).toContain('API key');
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
		const expected = { kind, text: code };
		expect(toNetworkFault(thrown(code))).toEqual(expected);
		expect(toNetworkFault(new Error('outer', { cause: thrown(code) }))).toEqual(expected);
		const deep = new Error('middle', { cause: thrown(code) });
		expect(toNetworkFault(new Error('outer', { cause: deep }))).toEqual(expected);
	});

	it.each(['timedOut', 'tooLarge', 'cancelled'] as const)(
		'reads an attempt that was ended as a fault of the kind %s',
		(kind) => {
			expect(toNetworkFault(new LimitError(kind))).toEqual({ kind });
			expect(toNetworkFault(new Error('outer', { cause: new LimitError(kind) }))).toEqual({ kind });
		},
	);

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
		const error = toNodeApiError(node, toNetworkFault(thrown('ECONNRESET')) as Fault, about);
		expect(JSON.stringify(error)).not.toContain('secret');
	});
});
