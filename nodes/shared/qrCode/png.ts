import { layOut } from './layout';
import type { Modules } from './modules';
import { compress } from './zlib';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** The header's last five bytes: 1 bit for each pixel, grayscale, and the only methods there are. */
const BIT_DEPTH = 1;
const GRAYSCALE = 0;
const METHODS = [0, 0, 0];

/** The filter type before each row: none. */
const NO_FILTER = 0;
const WHITE_PIXELS = 0xff;

const CRC_POLYNOMIAL = 0xedb88320;
const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
	let crc = byte;
	for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? CRC_POLYNOMIAL : 0);
	return crc;
});

/** Returns a QR code as a square PNG picture of this size in pixels, in black and white. */
export function toPng(modules: Modules, size: number): Buffer {
	const header = Buffer.alloc(13);
	header.writeUInt32BE(size, 0);
	header.writeUInt32BE(size, 4);
	header.set([BIT_DEPTH, GRAYSCALE, ...METHODS], 8);
	return Buffer.concat([
		Buffer.from(SIGNATURE),
		createChunk('IHDR', header),
		createChunk('IDAT', compress(createRows(modules, size), getRowLength(size))),
		createChunk('IEND', Buffer.alloc(0)),
	]);
}

/** Length of a row in bytes, with its filter type. */
function getRowLength(size: number): number {
	return 1 + Math.ceil(size / 8);
}

/** The pixels row by row, 8 in a byte and 1 for white, with a filter type before each row. */
function createRows(modules: Modules, size: number): Uint8Array {
	const { scale, offset } = layOut(modules, size);
	const rowLength = getRowLength(size);
	const rows = new Uint8Array(rowLength * size).fill(WHITE_PIXELS);
	for (let start = 0; start < rows.length; start += rowLength) rows[start] = NO_FILTER;
	for (let moduleRow = 0; moduleRow < modules.size; moduleRow++) {
		const start = (offset + moduleRow * scale) * rowLength;
		const dark = modules.dark.subarray(moduleRow * modules.size, (moduleRow + 1) * modules.size);
		dark.forEach((module, column) => {
			if (module === 0) return;
			const first = offset + column * scale;
			for (let pixel = first; pixel < first + scale; pixel++) {
				rows[start + 1 + (pixel >>> 3)] &= ~(0x80 >>> (pixel & 7));
			}
		});
		for (let copy = 1; copy < scale; copy++) {
			rows.copyWithin(start + copy * rowLength, start, start + rowLength);
		}
	}
	return rows;
}

function createChunk(type: string, data: Buffer): Buffer {
	const chunk = Buffer.alloc(12 + data.length);
	chunk.writeUInt32BE(data.length, 0);
	chunk.write(type, 4, 'latin1');
	data.copy(chunk, 8);
	chunk.writeUInt32BE(getCrc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
	return chunk;
}

function getCrc32(data: Uint8Array): number {
	let crc = 0xffffffff;
	for (const byte of data) crc = (crc >>> 8) ^ CRC_TABLE[(crc ^ byte) & 0xff];
	return (crc ^ 0xffffffff) >>> 0;
}
