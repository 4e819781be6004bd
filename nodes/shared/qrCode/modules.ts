/** The modules of a QR code. */
export interface Modules {
	/** Number of modules along each side. */
	size: number;
	/** Row by row: 1 for a dark module, 0 for a light one. */
	dark: Uint8Array;
}

/** Modules of which some have a fixed purpose, so that no data is drawn there. */
export interface Canvas extends Modules {
	/** Row by row: 1 for a module of a function pattern, or of the format or version information. */
	reserved: Uint8Array;
}

/** Positions at which the centers of alignment patterns meet, by version from 1. */
const ALIGNMENT: number[][] = [
	[],
	[6, 18],
	[6, 22],
	[6, 26],
	[6, 30],
	[6, 34],
	[6, 22, 38],
	[6, 24, 42],
	[6, 26, 46],
];

const FIRST_VERSION_WITH_INFORMATION = 7;

/** Bits of the format information for error correction level M. */
const LEVEL_M = 0b00;

const FORMAT_GENERATOR = 0b10100110111;
const FORMAT_MASK = 0b101010000010010;
const VERSION_GENERATOR = 0b1111100100101;

/** Returns the function patterns of a version, with the space for the format information reserved. */
export function createCanvas(version: number): Canvas {
	const size = 17 + 4 * version;
	const canvas = {
		size,
		dark: new Uint8Array(size * size),
		reserved: new Uint8Array(size * size),
	};
	for (let position = 0; position < size; position++) {
		reserve(canvas, 6, position, position % 2 === 0);
		reserve(canvas, position, 6, position % 2 === 0);
	}
	for (const [row, column] of [
		[3, 3],
		[3, size - 4],
		[size - 4, 3],
	]) {
		drawRings(canvas, row, column, 4, (ring) => ring !== 2 && ring !== 4);
	}
	drawAlignmentPatterns(canvas, ALIGNMENT[version - 1]);
	drawFormatInformation(canvas, 0);
	if (version >= FIRST_VERSION_WITH_INFORMATION) drawVersionInformation(canvas, version);
	return canvas;
}

/** Writes the level M and the mask, which a reader needs first, at their two places. */
export function drawFormatInformation(canvas: Canvas, mask: number): void {
	const { size } = canvas;
	const data = (LEVEL_M << 3) | mask;
	const bits = appendRemainder(data, FORMAT_GENERATOR) ^ FORMAT_MASK;
	for (let bit = 0; bit < 15; bit++) {
		const isDark = ((bits >>> bit) & 1) === 1;
		if (bit < 8) {
			reserve(canvas, bit + (bit < 6 ? 0 : 1), 8, isDark);
			reserve(canvas, 8, size - 1 - bit, isDark);
		} else {
			reserve(canvas, 8, 14 - bit + (bit === 8 ? 1 : 0), isDark);
			reserve(canvas, size - 15 + bit, 8, isDark);
		}
	}
	reserve(canvas, size - 8, 8, true);
}

function drawVersionInformation(canvas: Canvas, version: number): void {
	const bits = appendRemainder(version, VERSION_GENERATOR);
	for (let bit = 0; bit < 18; bit++) {
		const isDark = ((bits >>> bit) & 1) === 1;
		const along = Math.floor(bit / 3);
		const across = canvas.size - 11 + (bit % 3);
		reserve(canvas, along, across, isDark);
		reserve(canvas, across, along, isDark);
	}
}

/** Alignment patterns are drawn at all crossings, except those that the three large patterns cover. */
function drawAlignmentPatterns(canvas: Canvas, positions: number[]): void {
	const last = positions.length - 1;
	positions.forEach((row, one) => {
		positions.forEach((column, other) => {
			const isCorner = one % last === 0 && other % last === 0;
			if (isCorner && !(one === last && other === last)) return;
			drawRings(canvas, row, column, 2, (ring) => ring !== 1);
		});
	});
}

/** Draws square rings around a center, as far as they are inside the code. */
function drawRings(
	canvas: Canvas,
	centerRow: number,
	centerColumn: number,
	radius: number,
	isDark: (ring: number) => boolean,
): void {
	for (let row = centerRow - radius; row <= centerRow + radius; row++) {
		for (let column = centerColumn - radius; column <= centerColumn + radius; column++) {
			if (row < 0 || column < 0 || row >= canvas.size || column >= canvas.size) continue;
			const ring = Math.max(Math.abs(row - centerRow), Math.abs(column - centerColumn));
			reserve(canvas, row, column, isDark(ring));
		}
	}
}

function reserve(canvas: Canvas, row: number, column: number, isDark: boolean): void {
	const index = row * canvas.size + column;
	canvas.dark[index] = isDark ? 1 : 0;
	canvas.reserved[index] = 1;
}

/** Appends the remainder of the division by the generator (BCH code). */
function appendRemainder(data: number, generator: number): number {
	const degree = 31 - Math.clz32(generator);
	let remainder = data << degree;
	while (remainder >>> degree > 0) {
		remainder ^= generator << (31 - Math.clz32(remainder) - degree);
	}
	return (data << degree) | remainder;
}

/**
 * Draws the codewords into the modules that are not reserved: in columns of two modules, from the
 * right to the left, alternately upwards and downwards.
 */
export function drawCodewords(canvas: Canvas, codewords: Uint8Array): void {
	const { size, dark, reserved } = canvas;
	let bit = 0;
	let isUpwards = true;
	for (let right = size - 1; right > 0; right -= 2) {
		// The vertical timing pattern takes a column of its own.
		if (right === 6) right--;
		for (let step = 0; step < size; step++) {
			const row = isUpwards ? size - 1 - step : step;
			for (const column of [right, right - 1]) {
				const index = row * size + column;
				if (reserved[index] === 1) continue;
				dark[index] = ((codewords[bit >>> 3] ?? 0) >>> (7 - (bit & 7))) & 1;
				bit++;
			}
		}
		isUpwards = !isUpwards;
	}
}
