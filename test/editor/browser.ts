/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Switches off Chromium's own background requests. */
const quiet = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];

/** Starts the Chromium of this machine, or the one that the environment variable CHROMIUM names. */
export async function startBrowser(): Promise<Browser> {
	return await chromium.launch({ executablePath: findBrowser(), args: quiet });
}

/** Returns the file of that Chromium. Throws an Error that says what to install if there is none. */
export function findBrowser(): string {
	const file = process.env.CHROMIUM ?? places.find((place) => existsSync(place));
	if (file !== undefined) return file;
	throw new Error(
		'There is no Chromium here: install one (Debian: apt install chromium), or name its file in the environment variable CHROMIUM.',
	);
}
