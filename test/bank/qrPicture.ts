/* eslint-disable @n8n/community-nodes/require-node-api-error -- test code, which never runs inside a node */
import jsQr from 'jsqr';
import { PNG } from 'pngjs';
import { Refusal } from './refusal';

const WHITE = 255;

/** Reads the text of the QR code in a PNG picture. Throws a Refusal that says why not. */
export function readQrPicture(file: Buffer): string {
	const { data, width, height } = readPng(file);
	const code = jsQr(withWhiteGround(data), width, height);
	if (!code) throw new Refusal('There is no readable QR code in the picture');
	return code.data;
}

function readPng(file: Buffer): PNG {
	try {
		return PNG.sync.read(file);
	} catch {
		throw new Refusal('The picture cannot be read. Only PNG pictures can be uploaded');
	}
}

/** Transparent pixels would count as black. */
function withWhiteGround(pixels: Buffer): Uint8ClampedArray {
	const opaque = new Uint8ClampedArray(pixels);
	for (let alpha = 3; alpha < opaque.length; alpha += 4) {
		const opacity = pixels[alpha] / WHITE;
		for (let color = alpha - 3; color < alpha; color++) {
			opaque[color] = pixels[color] * opacity + WHITE * (1 - opacity);
		}
		opaque[alpha] = WHITE;
	}
	return opaque;
}
