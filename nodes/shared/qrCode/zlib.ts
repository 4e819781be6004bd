/*
 * Compresses data in the zlib format (RFC 1950). n8n verifies only packages that do not import
 * `node:zlib`. This is no replacement for it: it has one block with fixed Huffman codes, which is
 * enough for pictures that repeat the same few rows.
 */

/** A window of 32 KB and the fastest algorithm, as a multiple of 31. */
const ZLIB_HEADER = [0x78, 0x01];

const ADLER_MODULUS = 65_521;
/** So many bytes can be added before the sums exceed 32 bits. */
const ADLER_BATCH = 5_552;

const END_OF_BLOCK = 256;
const MIN_MATCH = 3;
const MAX_MATCH = 258;
const MAX_DISTANCE = 32_768;
const HASH_BITS = 12;
const NOWHERE = -1;

/** A part of the data that repeats what came before. */
interface Match {
	length: number;
	distance: number;
}

/** A range of lengths or distances that share a code; extra bits select the value in it. */
interface Range {
	code: number;
	base: number;
	extraBits: number;
}

/** The last length has a code of its own, although the range before it would include it. */
const LENGTHS: Range[] = [
	...createRanges({ code: 257, base: MIN_MATCH, codes: 28, codesPerStep: 4 }),
	{ code: 285, base: MAX_MATCH, extraBits: 0 },
];
const DISTANCES = createRanges({ code: 0, base: 1, codes: 30, codesPerStep: 2 });

/**
 * Returns the data in the zlib format. `rowLength` is a distance at which the data is likely to
 * repeat.
 */
export function compress(data: Uint8Array, rowLength: number): Buffer {
	const bits = new BitWriter(data.length);
	bits.write(0b1, 1); // the last block
	bits.write(0b01, 2); // fixed Huffman codes
	writeMatchesAndLiterals(bits, data, rowLength);
	writeSymbol(bits, END_OF_BLOCK);
	const checksum = Buffer.alloc(4);
	checksum.writeUInt32BE(getAdler32(data));
	return Buffer.concat([Buffer.from(ZLIB_HEADER), bits.toBytes(), checksum]);
}

/**
 * Replaces what was written before by its length and distance. It looks for the start of a match at
 * two places only: in the row before, and at the last occurrence of the same three bytes.
 */
function writeMatchesAndLiterals(bits: BitWriter, data: Uint8Array, rowLength: number): void {
	const latest = new Int32Array(1 << HASH_BITS).fill(NOWHERE);
	for (let position = 0; position < data.length; ) {
		const hash = getHash(data, position);
		const match = getLongerMatch(
			getMatch(data, position - rowLength, position),
			getMatch(data, latest[hash], position),
		);
		latest[hash] = position;
		if (match.length < MIN_MATCH) {
			writeSymbol(bits, data[position]);
			position++;
			continue;
		}
		writeLength(bits, match.length);
		writeDistance(bits, match.distance);
		position += match.length;
	}
}

/** What follows a place and is repeated at the position, whatever its length. */
function getMatch(data: Uint8Array, place: number, position: number): Match {
	const distance = position - place;
	if (place < 0 || distance > MAX_DISTANCE) return { length: 0, distance };
	const longest = Math.min(MAX_MATCH, data.length - position);
	let length = 0;
	while (length < longest && data[place + length] === data[position + length]) length++;
	return { length, distance };
}

function getLongerMatch(one: Match, other: Match): Match {
	return other.length > one.length ? other : one;
}

function getHash(data: Uint8Array, position: number): number {
	const three = data[position] | (data[position + 1] << 8) | (data[position + 2] << 16);
	return Math.imul(three, 0x9e3779b1) >>> (32 - HASH_BITS);
}

function writeLength(bits: BitWriter, length: number): void {
	const range = findRange(LENGTHS, length);
	writeSymbol(bits, range.code);
	bits.write(length - range.base, range.extraBits);
}

function writeDistance(bits: BitWriter, distance: number): void {
	const range = findRange(DISTANCES, distance);
	bits.writeCode(range.code, 5);
	bits.write(distance - range.base, range.extraBits);
}

/** Writes a literal, a length or the end of the block with its fixed code (RFC 1951, 3.2.6). */
function writeSymbol(bits: BitWriter, symbol: number): void {
	if (symbol < 144) bits.writeCode(0b00110000 + symbol, 8);
	else if (symbol < 256) bits.writeCode(0b110010000 + symbol - 144, 9);
	else if (symbol < 280) bits.writeCode(symbol - 256, 7);
	else bits.writeCode(0b11000000 + symbol - 280, 8);
}

/** Ranges whose extra bits grow by one every `codesPerStep` codes, after two steps without any. */
function createRanges(options: {
	code: number;
	base: number;
	codes: number;
	codesPerStep: number;
}): Range[] {
	const ranges: Range[] = [];
	let { base } = options;
	for (let index = 0; index < options.codes; index++) {
		const extraBits = Math.max(0, Math.floor(index / options.codesPerStep) - 1);
		ranges.push({ code: options.code + index, base, extraBits });
		base += 1 << extraBits;
	}
	return ranges;
}

function findRange(ranges: Range[], value: number): Range {
	let index = ranges.length - 1;
	while (ranges[index].base > value) index--;
	return ranges[index];
}

function getAdler32(data: Uint8Array): number {
	let sum = 1;
	let sumOfSums = 0;
	for (let start = 0; start < data.length; start += ADLER_BATCH) {
		const end = Math.min(start + ADLER_BATCH, data.length);
		for (let position = start; position < end; position++) {
			sum += data[position];
			sumOfSums += sum;
		}
		sum %= ADLER_MODULUS;
		sumOfSums %= ADLER_MODULUS;
	}
	return sumOfSums * 0x10000 + sum;
}

/** Collects bits, the lowest of each byte first. */
class BitWriter {
	private readonly bytes: Uint8Array;

	private length = 0;

	private pending = 0;

	private pendingBits = 0;

	constructor(dataLength: number) {
		// A literal takes at most 9 bits, and a match takes less than its literals.
		this.bytes = new Uint8Array(Math.ceil((dataLength * 9) / 8) + 8);
	}

	/** Writes a number, its lowest bit first. */
	write(value: number, bits: number): void {
		this.pending |= value << this.pendingBits;
		this.pendingBits += bits;
		for (; this.pendingBits >= 8; this.pendingBits -= 8) {
			this.bytes[this.length++] = this.pending;
			this.pending >>>= 8;
		}
	}

	/** Writes a Huffman code, its highest bit first. */
	writeCode(code: number, bits: number): void {
		let reversed = 0;
		for (let bit = 0; bit < bits; bit++) reversed |= ((code >>> bit) & 1) << (bits - 1 - bit);
		this.write(reversed, bits);
	}

	/** Returns what was written; the last byte is filled up with zeros. */
	toBytes(): Uint8Array {
		if (this.pendingBits > 0) this.write(0, 8 - this.pendingBits);
		return this.bytes.subarray(0, this.length);
	}
}
