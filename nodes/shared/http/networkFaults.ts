import { isRecord } from '../types';
import type { Fault, FaultKind } from './errors';

/** Thrown if a request was ended before its answer was complete. */
export class LimitError extends Error {
	constructor(readonly kind: Extract<FaultKind, 'timedOut' | 'tooLarge' | 'cancelled'>) {
		super(kind);
	}
}

const NETWORK_FAULT_KINDS: Record<string, FaultKind> = {
	ECONNREFUSED: 'connectionRefused',
	EAI_AGAIN: 'connectionRefused',
	ENETUNREACH: 'connectionRefused',
	EHOSTUNREACH: 'connectionRefused',
	ENOTFOUND: 'unreachable',
	ERR_INVALID_URL: 'unreachable',
	CERT_HAS_EXPIRED: 'unreachable',
	DEPTH_ZERO_SELF_SIGNED_CERT: 'unreachable',
	SELF_SIGNED_CERT_IN_CHAIN: 'unreachable',
	ERR_TLS_CERT_ALTNAME_INVALID: 'unreachable',
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'unreachable',
	ETIMEDOUT: 'timedOut',
	ECONNABORTED: 'timedOut',
	ERR_CANCELED: 'cancelled',
	ERR_INVALID_CHAR: 'invalidRequest',
};

/**
 * Returns the fault of a request that got no complete answer. n8n wraps the error of axios, so the
 * chain of causes is searched for a network code. Undefined if there is none.
 */
export function toNetworkFault(thrown: unknown): Fault | undefined {
	for (let error = thrown; isRecord(error); error = error.cause) {
		if (error instanceof LimitError) return { kind: error.kind };
		const { code, message } = error;
		if (typeof code !== 'string') continue;
		const aborted = message === 'aborted' || message === 'stream has been aborted';
		return {
			kind: aborted ? 'connectionLost' : (NETWORK_FAULT_KINDS[code] ?? 'connectionLost'),
			text: code,
		};
	}
	return undefined;
}
