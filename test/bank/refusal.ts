/** Something that the practice bank is asked to do and cannot; `statusCode` is the HTTP status. */
export class Refusal extends Error {
	constructor(
		message: string,
		readonly statusCode: 400 | 404 = 400,
	) {
		super(message);
	}
}
