import { drawFormatInformation, type Canvas, type Modules } from './modules';

/** The masks of ISO/IEC 18004, table 10: true for each module that the mask inverts. */
const MASKS: Array<(row: number, column: number) => boolean> = [
	(row, column) => (row + column) % 2 === 0,
	(row) => row % 2 === 0,
	(_row, column) => column % 3 === 0,
	(row, column) => (row + column) % 3 === 0,
	(row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
	(row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
	(row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
	(row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];

const MIN_RUN = 5;
const RUN_PENALTY = 3;
const SQUARE_PENALTY = 3;
const FINDER_PENALTY = 40;
const BALANCE_PENALTY = 10;
const BALANCE_STEP_PERCENT = 5;

/** 1:1:3:1:1, as in a finder pattern, after or before four light modules. */
const FINDER_AFTER_LIGHT = 0b00001011101;
const FINDER_BEFORE_LIGHT = 0b10111010000;
const FINDER_LIKE_LENGTH = 11;
const FINDER_LIGHT_LENGTH = 4;

/** Inverts modules with the mask that leaves the fewest features that confuse readers. */
export function applyBestMask(canvas: Canvas): void {
	let lowest = { mask: 0, penalty: Infinity };
	MASKS.forEach((_, mask) => {
		applyMask(canvas, mask);
		const penalty = getPenalty(canvas);
		if (penalty < lowest.penalty) lowest = { mask, penalty };
		invert(canvas, mask);
	});
	applyMask(canvas, lowest.mask);
}

/** Inverts the modules of a mask (0 to 7), and writes the mask to the format information. */
export function applyMask(canvas: Canvas, mask: number): void {
	drawFormatInformation(canvas, mask);
	invert(canvas, mask);
}

/** Applied twice, a mask changes nothing. */
function invert({ size, dark, reserved }: Canvas, mask: number): void {
	const isInverted = MASKS[mask];
	for (let row = 0; row < size; row++) {
		for (let column = 0; column < size; column++) {
			const index = row * size + column;
			if (reserved[index] === 0 && isInverted(row, column)) dark[index] ^= 1;
		}
	}
}

/** Returns the penalty of ISO/IEC 18004, table 11. The lower, the easier a code is to read. */
export function getPenalty(modules: Modules): number {
	const { size } = modules;
	let penalty = getSquarePenalty(modules) + getBalancePenalty(modules);
	for (let line = 0; line < size; line++) {
		penalty += getLinePenalty(modules, line * size, 1);
		penalty += getLinePenalty(modules, line, size);
	}
	return penalty;
}

/** Runs of one colour and patterns like a finder, in a row (step 1) or a column (step `size`). */
function getLinePenalty({ size, dark }: Modules, start: number, step: number): number {
	let penalty = 0;
	let run = 0;
	let previous = -1;
	let latest = 0;
	// The light margin around the code counts as well.
	for (let position = 0; position < size + FINDER_LIGHT_LENGTH; position++) {
		const isInside = position < size;
		const module = isInside ? dark[start + position * step] : 0;
		if (isInside) {
			run = module === previous ? run + 1 : 1;
			if (run === MIN_RUN) penalty += RUN_PENALTY;
			if (run > MIN_RUN) penalty++;
			previous = module;
		}
		latest = ((latest << 1) | module) & ((1 << FINDER_LIKE_LENGTH) - 1);
		if (latest === FINDER_AFTER_LIGHT || latest === FINDER_BEFORE_LIGHT) penalty += FINDER_PENALTY;
	}
	return penalty;
}

/** Squares of 2 by 2 modules of one colour, which may overlap. */
function getSquarePenalty({ size, dark }: Modules): number {
	let squares = 0;
	for (let row = 0; row + 1 < size; row++) {
		for (let column = 0; column + 1 < size; column++) {
			const index = row * size + column;
			const sum = dark[index] + dark[index + 1] + dark[index + size] + dark[index + size + 1];
			if (sum === 0 || sum === 4) squares++;
		}
	}
	return squares * SQUARE_PENALTY;
}

/** Each whole 5 percent that the share of dark modules differs from 50 percent. */
function getBalancePenalty({ dark }: Modules): number {
	const darkModules = dark.reduce((sum, module) => sum + module, 0);
	const deviation = Math.abs(darkModules * 100 - dark.length * 50);
	return Math.floor(deviation / (dark.length * BALANCE_STEP_PERCENT)) * BALANCE_PENALTY;
}
