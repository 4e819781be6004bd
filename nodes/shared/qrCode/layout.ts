import type { Modules } from './modules';

/** Light modules that a QR code needs on each side so that readers find it. */
const QUIET_ZONE = 4;

/** The place of a QR code in a square picture, in pixels. */
export interface Layout {
	/** Width of a module: a whole number, so that every edge is sharp. */
	scale: number;
	/** Left and top margin. */
	offset: number;
}

/**
 * Returns the largest QR code that fits into a square picture of this size, centered. What its
 * modules do not fill becomes margin.
 * @throws Error if the picture is too small for modules of one pixel and their quiet zone.
 */
export function layOut({ size: modules }: Modules, size: number): Layout {
	const scale = Math.floor(size / (modules + 2 * QUIET_ZONE));
	if (scale < 1) throw new Error(`A picture of ${size} pixels is too small for the QR code`);
	return { scale, offset: Math.floor((size - modules * scale) / 2) };
}
