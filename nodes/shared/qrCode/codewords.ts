import { createErrorCorrection } from './reedSolomon';

/** What a QR code of one version holds at error correction level M (ISO/IEC 18004, table 9). */
interface Version {
	number: number;
	/** Data codewords, summed over all blocks. */
	dataCodewords: number;
	blocks: number;
	/** Error correction codewords of each block. */
	errorCorrection: number;
}

/**
 * The versions with character counts of 8 and 9 bits. They hold 180 characters. The payload of a
 * payment request has at most 150.
 */
const VERSIONS: Version[] = [
	{ number: 1, dataCodewords: 16, blocks: 1, errorCorrection: 10 },
	{ number: 2, dataCodewords: 28, blocks: 1, errorCorrection: 16 },
	{ number: 3, dataCodewords: 44, blocks: 1, errorCorrection: 26 },
	{ number: 4, dataCodewords: 64, blocks: 2, errorCorrection: 18 },
	{ number: 5, dataCodewords: 86, blocks: 2, errorCorrection: 24 },
	{ number: 6, dataCodewords: 108, blocks: 4, errorCorrection: 16 },
	{ number: 7, dataCodewords: 124, blocks: 4, errorCorrection: 18 },
	{ number: 8, dataCodewords: 154, blocks: 4, errorCorrection: 22 },
	{ number: 9, dataCodewords: 182, blocks: 5, errorCorrection: 22 },
];

const ALPHANUMERIC = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:';

const MODE_BITS = 4;
const ALPHANUMERIC_MODE = 0b0010;
const ALPHANUMERIC_COUNT_BITS = 9;
const BYTE_MODE = 0b0100;
const BYTE_COUNT_BITS = 8;
const TERMINATOR_BITS = 4;
const PAD_CODEWORDS = [0xec, 0x11];

/**
 * Encodes a text as the codewords of the smallest version that holds it, with error correction, in
 * the order in which they are drawn. Text of digits, capital letters, spaces and `$%*+-./:` takes
 * less space than other text.
 * @throws Error if the text is longer than version 9 holds.
 */
export function createCodewords(text: string): { version: number; codewords: Uint8Array } {
	const bits = isAlphanumeric(text) ? toAlphanumericBits(text) : toByteBits(text);
	const version = VERSIONS.find(({ dataCodewords }) => bits.length <= dataCodewords * 8);
	if (version === undefined) throw new Error('The text is too long for a QR code of version 9');
	const data = pad(bits, version.dataCodewords);
	return { version: version.number, codewords: addErrorCorrection(data, version) };
}

function isAlphanumeric(text: string): boolean {
	return [...text].every((character) => ALPHANUMERIC.includes(character));
}

function toAlphanumericBits(text: string): number[] {
	const bits: number[] = [];
	append(bits, ALPHANUMERIC_MODE, MODE_BITS);
	append(bits, text.length, ALPHANUMERIC_COUNT_BITS);
	const values = [...text].map((character) => ALPHANUMERIC.indexOf(character));
	for (let index = 0; index + 1 < values.length; index += 2) {
		append(bits, values[index] * ALPHANUMERIC.length + values[index + 1], 11);
	}
	if (values.length % 2 === 1) append(bits, values[values.length - 1], 6);
	return bits;
}

function toByteBits(text: string): number[] {
	const bits: number[] = [];
	const bytes = Buffer.from(text);
	append(bits, BYTE_MODE, MODE_BITS);
	append(bits, bytes.length, BYTE_COUNT_BITS);
	for (const byte of bytes) append(bits, byte, 8);
	return bits;
}

function append(bits: number[], value: number, length: number): void {
	for (let bit = length - 1; bit >= 0; bit--) bits.push((value >>> bit) & 1);
}

/** Fills the data codewords: the bits, a terminator, zeros up to a whole codeword, padding. */
function pad(bits: number[], dataCodewords: number): Uint8Array {
	const data = new Uint8Array(dataCodewords);
	bits.forEach((bit, index) => {
		data[index >>> 3] |= bit << (7 - (index & 7));
	});
	// The terminator is cut off if it does not fit.
	const used = Math.ceil((bits.length + TERMINATOR_BITS) / 8);
	for (let index = used; index < dataCodewords; index++) {
		data[index] = PAD_CODEWORDS[(index - used) % 2];
	}
	return data;
}

/** Splits the data into blocks, the longer ones last, and interleaves their codewords. */
function addErrorCorrection(data: Uint8Array, version: Version): Uint8Array {
	const { blocks, errorCorrection } = version;
	const length = Math.floor(data.length / blocks);
	const shortBlocks = blocks - (data.length % blocks);
	const dataBlocks = Array.from({ length: blocks }, (_, block) => {
		const start = block * length + Math.max(0, block - shortBlocks);
		return data.subarray(start, start + length + (block < shortBlocks ? 0 : 1));
	});
	const errorBlocks = dataBlocks.map((block) => createErrorCorrection(block, errorCorrection));
	return Uint8Array.from([...interleave(dataBlocks), ...interleave(errorBlocks)]);
}

function* interleave(blocks: Uint8Array[]): Generator<number> {
	const longest = Math.max(...blocks.map(({ length }) => length));
	for (let index = 0; index < longest; index++) {
		for (const block of blocks) if (index < block.length) yield block[index];
	}
}
