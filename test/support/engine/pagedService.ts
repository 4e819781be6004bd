/* eslint-disable @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { setTimeout as wait } from 'node:timers/promises';

import fastify, { type FastifyReply } from 'fastify';
import type { INodeParameters } from 'n8n-workflow';

import { toCredentialData } from './credentialData';
import { runAction, type ActionResult, type CredentialData } from './engine';

/**
 * A service whose answers a test controls by page, which the practice bank cannot do: there
 * a fault applies to the next request. Its list is read after `beforePage`.
 */
export class PagedService {
	credential!: CredentialData;

	records: Array<{ id: number; amount: number }> = [];

	/** The requested page numbers, in the order of arrival. */
	requestedPages: number[] = [];

	/** The first day of each of these requests. */
	firstDays: Array<string | undefined> = [];

	connections = 0;

	inFlight = 0;

	maxInFlight = 0;

	/** Called before a page is read; delays the response until it resolves. */
	beforePage: (page: number) => Promise<void> = async () => {};

	/** Responds in place of the list and returns true, or returns false. */
	respondInstead: (page: number, reply: FastifyReply) => boolean = () => false;

	private readonly server = fastify({ forceCloseConnections: true });

	async start(): Promise<void> {
		this.server.get<{ Querystring: { page: string; pageSize: string; fromDate?: string } }>(
			'/v2/transactions',
			async ({ query }, reply) => {
				const page = Number(query.page);
				this.requestedPages.push(page);
				this.firstDays.push(query.fromDate);
				this.inFlight += 1;
				this.maxInFlight = Math.max(this.maxInFlight, this.inFlight);
				await this.beforePage(page);
				this.inFlight -= 1;
				if (this.respondInstead(page, reply)) return await reply;
				return this.toPage(page, Number(query.pageSize));
			},
		);
		this.server.get('/v2/userInfo', async () => ({ error: 0, message: 'success', data: {} }));
		this.server.server.on('connection', () => (this.connections += 1));
		const url = await this.server.listen({ host: '127.0.0.1', port: 0 });
		this.credential = toCredentialData({ url, apiKey: 'AK_CS.practice' });
	}

	async stop(): Promise<void> {
		await this.server.close();
	}

	/** Resets everything, with `count` records. */
	reset(count: number): void {
		Object.assign(this, { requestedPages: [], firstDays: [], inFlight: 0, maxInFlight: 0 });
		this.connections = 0;
		this.beforePage = async () => {};
		this.respondInstead = () => false;
		this.records = Array.from({ length: count }, (_, index) => ({ id: index + 1, amount: 1000 }));
	}

	/** Runs Get Many against this service, by default for the whole list with one record per page. */
	async getMany(
		parameters: INodeParameters = {},
		options: Parameters<typeof runAction>[2] = {},
	): Promise<ActionResult> {
		const all = { resource: 'transaction', operation: 'getAll', returnAll: true };
		const given = { ...all, options: { pageSize: 1 }, ...parameters };
		return await runAction(this.credential, given, options);
	}

	/** Returns true if requests go on: those in flight end, also on a slow machine. */
	async keepsRequesting(): Promise<boolean> {
		for (let period = 1; period <= 4; period++) {
			const { length } = this.requestedPages;
			await wait(300);
			if (this.requestedPages.length === length) return false;
		}
		return true;
	}

	private toPage(page: number, pageSize: number) {
		const { length } = this.records;
		const data = {
			page,
			pageSize,
			totalPages: Math.ceil(length / pageSize),
			totalRecords: length,
			records: this.records.slice((page - 1) * pageSize, page * pageSize),
		};
		return { error: 0, message: 'success', data };
	}
}

/** Starts a paged service for the tests of one file and resets it to `count` records before each. */
export function usePagedService(count: number): PagedService {
	const service = new PagedService();
	beforeAll(async () => await service.start());
	afterAll(async () => await service.stop());
	beforeEach(() => service.reset(count));
	return service;
}

/** Responds with this HTTP status and an envelope with the same code. */
export function refuse(reply: FastifyReply, status: number, retryAfter?: string): true {
	if (retryAfter !== undefined) void reply.header('retry-after', retryAfter);
	void reply.code(status).send({ error: status, message: 'Not now', data: null });
	return true;
}
