/** A request that the practice bank refuses; `statusCode` is the HTTP status. */
export class Refusal extends Error {
	constructor(
		message: string,
		readonly statusCode: 400 | 404 = 400,
	) {
		super(message);
	}
}
