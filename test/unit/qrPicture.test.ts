/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs in Node beside n8n, never inside a node */
import { inflateSync } from 'node:zlib';
import { Resvg } from '@resvg/resvg-js';
import fc from 'fast-check';
import jsQR from 'jsqr';
import { PNG } from 'pngjs';

import { toPng } from '../../nodes/shared/qrCode/png';
import { createQrCode } from '../../nodes/shared/qrCode/qrCode';
import { toSvg } from '../../nodes/shared/qrCode/svg';
import { compress } from '../../nodes/shared/qrCode/zlib';

/** A square picture: the pixels of each side, and their colours, 4 bytes each, row by row. */
interface Picture {
	size: number;
	data: Uint8Array;
}

const TEXT =
	'00020101021238560010A0000007270126000697041501121133666688880208QRIBFTTA53037045405790005802VN62100806DH10426304ABCD';
const QUIET_ZONE = 4;

const qrCode = createQrCode(TEXT);

const drawPng = (size: number): Picture => ({
	size,
	data: PNG.sync.read(toPng(qrCode, size)).data,
});

/** Draws the SVG picture, by default at its own size. */
function drawSvg(ownSize: number, size = ownSize): Picture {
	const fitTo = { mode: 'width', value: size } as const;
	return { size, data: new Resvg(toSvg(qrCode, ownSize), { fitTo }).render().pixels };
}

function read({ size, data }: Picture): string | undefined {
	const pixels = new Uint8ClampedArray(data.buffer, data.byteOffset, data.length);
	return jsQR(pixels, size, size)?.data;
}

/** Draws each pixel as a character. */
function toRows(size: number, draw: (row: number, column: number) => string): string[] {
	const pixels = Array.from({ length: size }, (_, index) => index);
	return pixels.map((row) => pixels.map((column) => draw(row, column)).join(''));
}

/** Rows of `#` and `.`; any other colour than black and white is `?`. */
function getRows({ size, data }: Picture): string[] {
	const colours: Record<string, string> = { '000000ff': '#', ffffffff: '.' };
	const pixels = Buffer.from(data).toString('hex');
	return toRows(size, (row, column) => {
		const start = (row * size + column) * 8;
		return colours[pixels.slice(start, start + 8)] ?? '?';
	});
}

/** What the picture must look like: whole pixels for each module, centered. */
function getExpectedRows(size: number): string[] {
	const scale = Math.floor(size / (qrCode.size + 2 * QUIET_ZONE));
	const margin = Math.floor((size - qrCode.size * scale) / 2);
	return toRows(size, (...position) => {
		const [row, column] = position.map((pixel) => Math.floor((pixel - margin) / scale));
		const isInside = column >= 0 && column < qrCode.size;
		return isInside && qrCode.dark[row * qrCode.size + column] === 1 ? '#' : '.';
	});
}

describe.each([
	['PNG', drawPng],
	['SVG', drawSvg],
])('a %s picture', (_name, draw) => {
	it.each([100, 199, 400, 401, 1000])('has sharp modules and a quiet zone at %i pixels', (size) => {
		expect(getRows(draw(size))).toEqual(getExpectedRows(size));
		expect(read(draw(size))).toBe(TEXT);
	});
});

it('a PNG picture holds black and white alone, and is small', () => {
	expect(PNG.sync.read(toPng(qrCode, 400))).toMatchObject({ width: 400, depth: 1, color: false });
	expect(toPng(qrCode, 400).length).toBeLessThan(2_000);
});

it('an SVG picture has paths that begin with a move, as SVG demands', () => {
	const paths = [...toSvg(qrCode, 400).matchAll(/ d="([^"]*)"/g)].map(([, path]) => path);
	expect(paths).toHaveLength(2);
	for (const path of paths) expect(path).toMatch(/^M\d+ \d+/);
});

it('an SVG picture can be read at other sizes than its own', () => {
	expect([133, 250, 777].map((width) => read(drawSvg(400, width)))).toEqual([TEXT, TEXT, TEXT]);
});

it('a picture without space for the modules and the quiet zone is refused', () => {
	const smallest = qrCode.size + 2 * QUIET_ZONE;
	expect(toPng(qrCode, smallest)).toBeInstanceOf(Buffer);
	expect(() => toPng(qrCode, smallest - 1)).toThrow('too small');
	expect(() => toSvg(qrCode, smallest - 1)).toThrow('too small');
});

it('compressed data is what it was', () => {
	const bytes = fc.uint8Array({ maxLength: 50 });
	const repeated = fc
		.tuple(bytes, fc.integer({ min: 1, max: 2_000 }), bytes)
		.map(([row, count, end]) => Buffer.concat([...new Array<Uint8Array>(count).fill(row), end]));
	fc.assert(
		fc.property(
			fc.oneof(fc.uint8Array({ maxLength: 70_000, size: 'max' }), repeated),
			fc.integer({ min: 1, max: 100 }),
			(data, rowLength) => {
				const compressed = compress(data, rowLength);
				expect(Buffer.compare(inflateSync(compressed), data)).toBe(0);
			},
		),
	);
});
