import { layOut } from './layout';
import type { Modules } from './modules';

/** Returns a QR code as an SVG picture of this size in pixels. It stays sharp at any size. */
export function toSvg(modules: Modules, size: number): string {
	const { scale, offset } = layOut(modules, size);
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">`,
		`<path fill="#fff" d="M0 0h${size}v${size}H0z"/>`,
		`<path transform="translate(${offset} ${offset}) scale(${scale})" d="${toPath(modules)}"/>`,
		'</svg>',
	].join('');
}

/** Each horizontal run of dark modules as a rectangle of height 1. */
function toPath({ size, dark }: Modules): string {
	let path = '';
	for (let row = 0; row < size; row++) {
		for (let column = 0; column < size; ) {
			let end = column;
			while (end < size && dark[row * size + end] === 1) end++;
			if (end > column) path += `M${column} ${row}h${end - column}v1H${column}z`;
			column = Math.max(end, column + 1);
		}
	}
	return path;
}
