/* eslint-disable @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { FaultInput } from './types';

export interface Fault extends FaultInput {
	id: number;
	times: number | null;
	after: number;
}

const htmlPage =
	'<!DOCTYPE html><html><head><title>Just a moment...</title></head><body><h1>Bad gateway</h1></body></html>';
// Long enough for the first half to leave the machine before the socket is destroyed.
const flushMs = 20;
const trickleMs = 50;
const floodChunk = Buffer.alloc(256 * 1024, ' ');

/** The faults that are set and not yet used up. */
export class FaultQueue {
	private faults: Fault[] = [];
	private lastId = 0;

	add(input: FaultInput): Fault {
		this.lastId += 1;
		const fault = { times: 1, after: 0, ...input, id: this.lastId };
		this.faults.push(fault);
		return fault;
	}

	clear(): void {
		this.faults = [];
	}

	/** The fault that strikes this request, if any; counts it. */
	take(method: string, path: string): Fault | undefined {
		const matching = this.faults.filter(
			(fault) =>
				(fault.method === undefined || fault.method.toUpperCase() === method) &&
				(fault.path === undefined || path.includes(fault.path)),
		);
		const struck = matching.find((fault) => fault.after === 0);
		for (const fault of matching) fault.after = Math.max(0, fault.after - 1);
		if (struck && struck.times !== null) {
			struck.times -= 1;
			this.faults = this.faults.filter(({ times }) => times !== 0);
		}
		return struck;
	}
}

/** Returns true if the request is carried out before its answer breaks. */
export function runsFirst(fault: Fault): boolean {
	return fault.kind === 'cut' || fault.carriedOut === true;
}

async function* yieldHalf(bytes: Buffer) {
	yield bytes.subarray(0, Math.floor(bytes.length / 2));
	await wait(flushMs);
	throw new Error('The answer is cut here on purpose');
}

/** Yields white space, which may precede JSON: one byte now and then, or as much as is read. */
async function* yieldEndlessly(kind: 'trickle' | 'flood') {
	while (true) {
		if (kind === 'trickle') await wait(trickleMs);
		yield kind === 'trickle' ? ' ' : floodChunk;
	}
}

function sendEndlessly(kind: 'trickle' | 'flood', response: ServerResponse): void {
	response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8' });
	const answer = Readable.from(yieldEndlessly(kind), { objectMode: false });
	// Ends with an error once the client, or the bank, closes the connection.
	pipeline(answer, response).catch(() => {});
}

function brokenText({ kind, status = 500, body }: Fault): string {
	if (body !== undefined) return body;
	if (kind === 'html') return htmlPage;
	if (kind === 'garbage') return 'upstream connect error {"error":0,';
	if (kind === 'empty') return '';
	return JSON.stringify({ error: status, message: 'Something went wrong', data: null });
}

/**
 * Breaks an answer as the fault says, and returns what to send instead of `payload`.
 * Never resolves if no answer must be sent.
 */
export async function breakAnswer(
	fault: Fault,
	reply: FastifyReply,
	payload: unknown,
): Promise<unknown> {
	const { kind } = fault;
	if (kind === 'hang' || kind === 'reset' || kind === 'trickle' || kind === 'flood') {
		if (kind === 'reset') reply.raw.socket?.resetAndDestroy();
		if (kind === 'trickle' || kind === 'flood') sendEndlessly(kind, reply.raw);
		return await new Promise<never>(() => {});
	}
	if (fault.retryAfter !== undefined) void reply.header('retry-after', fault.retryAfter);
	if (kind === 'cut') {
		const bytes = Buffer.from(String(payload));
		void reply.header('content-length', bytes.length);
		return Readable.from(yieldHalf(bytes), { objectMode: false });
	}
	const text = brokenText(fault);
	void reply.code(fault.status ?? (kind === 'status' ? 500 : 200));
	void reply.type(kind === 'html' ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8');
	void reply.header('content-length', Buffer.byteLength(text));
	return text;
}
