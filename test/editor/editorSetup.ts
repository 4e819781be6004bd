import { selectors } from 'playwright-core';
import {
	startTestInstance,
	type TestInstance,
	type TestInstanceOptions,
} from '../support/n8n/testInstance';
import { startBrowser } from './browser';
import { EditorScreen } from './screen';

const PAGE_TIMEOUT_MS = 15_000;
const size = { width: 1440, height: 810 };

/** A practice bank, a real n8n, and a browser that is signed in to it. */
export interface EditorSetup extends TestInstance {
	screen: EditorScreen;
}

/** Starts everything; if a part fails, stops what was started. */
export async function startEditorSetup(options?: TestInstanceOptions): Promise<EditorSetup> {
	const browser = await startBrowser();
	const closeBrowser = async () => await browser.close();
	const instance = await startTestInstance(options).catch(endingFirst(closeBrowser));
	const { end: stopInstance } = instance;
	const end = async () => {
		await closeBrowser();
		await stopInstance();
	};
	// n8n marks the parts of its editor with this attribute.
	selectors.setTestIdAttribute('data-test-id');
	const page = await browser.newPage({ viewport: size, colorScheme: 'light' });
	page.setDefaultTimeout(PAGE_TIMEOUT_MS);
	const screen = new EditorScreen(page, instance.n8n.url);
	await screen.signIn(instance.signIn).catch(endingFirst(end));
	return Object.assign(instance, { screen, end });
}

function endingFirst(end: () => Promise<void>) {
	return async (error: unknown) => {
		await end();
		throw error;
	};
}
