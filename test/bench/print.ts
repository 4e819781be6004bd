/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { cpus, totalmem } from 'node:os';

export function print(text: string): void {
	process.stdout.write(`${text}\n`);
}

/** A line of a table: its name, then the cells to the right. */
export function row(name: string, ...cells: string[]): string {
	return name.padEnd(26) + cells.map((cell) => cell.padStart(12)).join('');
}

/** The machine, for the head of every table. */
export function describeMachine(): string {
	const [{ model }] = cpus();
	return `${cpus().length} cores of ${model}, ${Math.round(totalmem() / 1024 ** 3)} GB`;
}

/** The requirements of the package, and whether this run met them. */
export type Goals = Record<string, boolean>;

/** Prints which goals were reached. Returns true if all were. */
export function printGoals(goals: Goals): boolean {
	for (const [name, isReached] of Object.entries(goals)) {
		print(`${isReached ? 'reached    ' : 'not reached'}  ${name}`);
	}
	return Object.values(goals).every(Boolean);
}
