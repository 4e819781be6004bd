/** A small seeded generator (mulberry32): the same seed gives the same practice bank again. */
export class Random {
	constructor(private state: number) {}

	/** At least 0, below 1. */
	next(): number {
		this.state = (this.state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
	}

	/** A whole number from minimum to maximum, both included. */
	integer(minimum: number, maximum: number): number {
		return minimum + Math.floor(this.next() * (maximum - minimum + 1));
	}

	chance(probability: number): boolean {
		return this.next() < probability;
	}

	pick<T>(values: readonly T[]): T {
		return values[this.integer(0, values.length - 1)];
	}

	/** Picks one of these as often as its weight says. */
	pickWeighted<T extends { weight: number }>(values: readonly T[]): T {
		let rest = this.next() * values.reduce((total, { weight }) => total + weight, 0);
		return values.find(({ weight }) => (rest -= weight) < 0) ?? values[values.length - 1];
	}

	/** Returns a random text of this length from these characters. */
	text(length: number, characters: string): string {
		let text = '';
		for (let position = 0; position < length; position++) {
			text += characters[this.integer(0, characters.length - 1)];
		}
		return text;
	}

	digits(length: number): string {
		return this.text(length, '0123456789');
	}
}
