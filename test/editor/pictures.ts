/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { hostFolder, repositoryFolder } from '../support/folders';

/** Where the pictures go: `docs/images` replaces those of the documentation. */
const folder = process.env.PICTURES
	? path.resolve(repositoryFolder, process.env.PICTURES)
	: path.join(hostFolder, 'pictures');

/** Takes a picture of the whole screen, light and dark, without tooltips, and without notifications by default. */
export async function takePicture(
	page: Page,
	name: string,
	{ withNotifications = false } = {},
): Promise<void> {
	const hidden = ['[data-test-id=tooltip-content]'];
	if (!withNotifications) hidden.push('.el-notification');
	await mkdir(folder, { recursive: true });
	for (const colorScheme of ['light', 'dark'] as const) {
		await page.emulateMedia({ colorScheme });
		// Until what moves has come to rest.
		await wait(500);
		await page.screenshot({
			path: path.join(folder, `${name}.${colorScheme}.png`),
			animations: 'disabled',
			caret: 'hide',
			style: `${hidden.join(', ')} { visibility: hidden !important }`,
		});
	}
	await page.emulateMedia({ colorScheme: 'light' });
}
