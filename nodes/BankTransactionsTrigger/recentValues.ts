/** A set that drops its oldest values when it is full. */
export class RecentValues {
	private readonly values = new Set<string>();

	constructor(private readonly maxSize: number) {}

	has(value: string): boolean {
		return this.values.has(value);
	}

	add(values: Iterable<string>): void {
		for (const value of values) this.values.add(value);
		for (const oldest of this.values) {
			if (this.values.size <= this.maxSize) return;
			this.values.delete(oldest);
		}
	}
}
