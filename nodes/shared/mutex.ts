/** Runs tasks one after the other. */
export class Mutex {
	private lastTask: Promise<unknown> = Promise.resolve();

	/** Runs a task once those before it have ended, successfully or not. */
	async run<T>(task: () => Promise<T>): Promise<T> {
		const result = this.lastTask.then(task);
		this.lastTask = result.catch(() => undefined);
		return await result;
	}
}
