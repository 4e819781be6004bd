import { createCodewords } from './codewords';
import { applyBestMask } from './mask';
import { createCanvas, drawCodewords, type Modules } from './modules';

/**
 * Encodes a text as a QR code with error correction level M (ISO/IEC 18004), in the smallest version
 * that holds it.
 * @throws Error if the text is longer than version 9 holds, which is 180 bytes or 262 capitals and
 * digits.
 */
export function createQrCode(text: string): Modules {
	const { version, codewords } = createCodewords(text);
	const canvas = createCanvas(version);
	drawCodewords(canvas, codewords);
	applyBestMask(canvas);
	const { size, dark } = canvas;
	return { size, dark };
}
