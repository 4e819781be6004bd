import type { FastifyReply } from 'fastify';

export interface Envelope {
	error: number;
	message: string;
	data: unknown;
}

/** An error that the service answers in its envelope. */
export class ServiceError extends Error {
	/** `statusCode` is the HTTP status, `code` the envelope's error. */
	constructor(
		readonly statusCode: number,
		readonly code: number,
		message: string,
	) {
		super(message);
	}
}

/** A request with invalid fields. */
export const badRequest = (message: string) => new ServiceError(400, 400, message);

/** Answers an error in the envelope: HTTP status, code and text. */
export async function sendError(
	reply: FastifyReply,
	statusCode: number,
	error: number,
	message: string,
): Promise<void> {
	await reply.code(statusCode).send({ error, message, data: null } satisfies Envelope);
}
