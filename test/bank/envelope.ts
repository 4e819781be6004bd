import type { FastifyReply } from 'fastify';

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

/** Puts an answer into the envelope. */
export const success = (data: unknown) => ({ error: 0, message: 'success', data });

/** Answers an error in the envelope: HTTP status, code and text. */
export async function sendError(
	reply: FastifyReply,
	statusCode: number,
	error: number,
	message: string,
): Promise<void> {
	await reply.code(statusCode).send({ error, message, data: null });
}
