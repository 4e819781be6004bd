import fc from 'fast-check';
import { create, type QRCodeMaskPattern } from 'qrcode';

import type { Modules } from '../../nodes/shared/qrCode/modules';
import { createQrCode } from '../../nodes/shared/qrCode/qrCode';

const MASKS = [0, 1, 2, 3, 4, 5, 6, 7] as QRCodeMaskPattern[];

/** Most characters that each version from 1 holds at level M, as ISO/IEC 18004 lists them. */
const ALPHANUMERIC_CAPACITY = [20, 38, 61, 90, 122, 154, 178, 221, 262];
const BYTE_CAPACITY = [14, 26, 42, 62, 84, 106, 122, 152, 180];

const createTexts = (characters: string, maxLength: number) =>
	fc.string({ unit: fc.constantFrom(...characters), minLength: 1, maxLength, size: 'max' });
const texts = fc.oneof(
	createTexts('0123456789ABCXYZ $%*+-./:', 262),
	createTexts('0123456789ABCabc xyz', 180),
);

/** Texts whose best mask depends on the share of dark modules. */
const UNBALANCED_TEXTS = ['1'.repeat(9), 'a'.repeat(22), '0'.repeat(42), '/'.repeat(88)];

/** The same text, drawn by an independent library. */
function drawByLibrary(text: string, maskPattern: QRCodeMaskPattern): Modules {
	const isAlphanumeric = /^[0-9A-Z $%*+\-./:]*$/.test(text);
	const segment = isAlphanumeric
		? ({ data: text, mode: 'alphanumeric' } as const)
		: ({ data: Buffer.from(text), mode: 'byte' } as const);
	const { modules } = create([segment], { errorCorrectionLevel: 'M', maskPattern });
	return { size: modules.size, dark: Uint8Array.from(modules.data) };
}

/** Returns the masks with which the library draws these modules for the text. */
function findMasks(text: string, { dark }: Modules): QRCodeMaskPattern[] {
	return MASKS.filter((mask) => drawByLibrary(text, mask).dark.join() === dark.join());
}

/** Rows and columns as texts of `#` and `.`. */
function getLines({ size, dark }: Modules): string[] {
	const draw = (module: number) => (module === 1 ? '#' : '.');
	const rows = Array.from({ length: size }, (_, row) =>
		[...dark.subarray(row * size, (row + 1) * size)].map(draw).join(''),
	);
	const columns = rows.map((_, column) => rows.map((row) => row[column]).join(''));
	return [...rows, ...columns];
}

/** The penalty of ISO/IEC 18004, read literally from text. */
function computePenalty(modules: Modules): number {
	const lines = getLines(modules);
	const rows = lines.slice(0, modules.size);
	const runs = lines.flatMap((line) => line.match(/#{5,}|\.{5,}/g) ?? []);
	const inRuns = runs.reduce((sum, run) => sum + run.length - 2, 0);
	const squares = rows
		.slice(1)
		.flatMap((row, index) =>
			[...row.slice(1)].filter((_, column) =>
				/^(#{4}|\.{4})$/.test(
					row.slice(column, column + 2) + rows[index].slice(column, column + 2),
				),
			),
		);
	const finders = lines.flatMap((line) => [
		...`....${line}....`.matchAll(/(?=\.{4}#\.###\.#|#\.###\.#\.{4})/g),
	]);
	const dark = modules.dark.filter((module) => module === 1).length;
	const steps = Math.floor(Math.abs((dark / modules.dark.length) * 100 - 50) / 5);
	return inRuns + squares.length * 3 + finders.length * 40 + steps * 10;
}

/** The texts that fill each version, and those that just do not fit into the version before. */
const sizes = [
	{ unit: 'A1 ', capacities: ALPHANUMERIC_CAPACITY },
	{ unit: 'a1 ', capacities: BYTE_CAPACITY },
].flatMap(({ unit, capacities }) =>
	capacities.flatMap((most, index) =>
		[(capacities[index - 1] ?? 0) + 1, most].map((length) => ({
			version: index + 1,
			length,
			text: unit.repeat(100).slice(0, length),
		})),
	),
);

it.each(sizes)('takes version $version for $length characters', ({ version, text }) => {
	const modules = createQrCode(text);
	expect(modules.size).toBe(17 + 4 * version);
	expect(findMasks(text, modules)).toHaveLength(1);
});

it('draws every module as an independent library does with the same mask', () => {
	fc.assert(
		fc.property(texts, (text) => {
			expect(findMasks(text, createQrCode(text))).not.toEqual([]);
		}),
		{ numRuns: 300 },
	);
});

it('chooses the mask with the lowest penalty', () => {
	fc.assert(
		fc.property(texts, (text) => {
			const penalties = MASKS.map((mask) => computePenalty(drawByLibrary(text, mask)));
			expect(computePenalty(createQrCode(text))).toBe(Math.min(...penalties));
		}),
		{ examples: UNBALANCED_TEXTS.map((text) => [text]) },
	);
});

it('refuses a text that version 9 does not hold', () => {
	expect(() => createQrCode('A'.repeat(263))).toThrow('too long');
	expect(() => createQrCode('a'.repeat(181))).toThrow('too long');
});
