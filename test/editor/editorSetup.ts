import { selectors, type Browser } from 'playwright-core';
import {
	useTestInstance,
	type TestInstance,
	type TestInstanceOptions,
} from '../support/n8n/testInstance';
import { startBrowser } from './browser';
import { EditorScreen } from './screen';

const PAGE_TIMEOUT_MS = 15_000;
const size = { width: 1440, height: 810 };

/** A practice bank, a real n8n, and a browser that is signed in to it, for the tests of a file. */
export function useEditorSetup(
	options?: TestInstanceOptions,
): TestInstance & { screen: EditorScreen } {
	const screen = new EditorScreen();
	let browser: Browser | undefined;
	beforeAll(async () => {
		browser = await startBrowser();
	});
	afterAll(async () => await browser?.close());
	const instance = useTestInstance(options);
	beforeAll(async () => {
		// n8n marks the parts of its editor with this attribute.
		selectors.setTestIdAttribute('data-test-id');
		const page = await browser!.newPage({ viewport: size, colorScheme: 'light' });
		page.setDefaultTimeout(PAGE_TIMEOUT_MS);
		await screen.signIn(page, instance.n8n.url, instance.signIn);
	});
	return Object.assign(instance, { screen });
}
