import { selectors } from 'playwright-core';
import { startPractice, type Practice, type PracticeOptions } from '../support/n8n/testInstance';
import { startBrowser } from './browser';
import { EditorScreen } from './screen';

const longestWaitMilliseconds = 15_000;
const size = { width: 1440, height: 810 };

/** A practice bank, a real n8n, and a browser that is signed in to it. */
export interface EditorScene extends Practice {
	screen: EditorScreen;
}

/** Starts everything afresh; where a part of it fails, what was started is ended. */
export async function startEditorScene(options?: PracticeOptions): Promise<EditorScene> {
	const browser = await startBrowser();
	const closeBrowser = async () => await browser.close();
	const practice = await startPractice(options).catch(endingFirst(closeBrowser));
	const { end: endPractice } = practice;
	const end = async () => {
		await closeBrowser();
		await endPractice();
	};
	// n8n marks the parts of its editor with this attribute.
	selectors.setTestIdAttribute('data-test-id');
	const page = await browser.newPage({ viewport: size, colorScheme: 'light' });
	page.setDefaultTimeout(longestWaitMilliseconds);
	const screen = new EditorScreen(page, practice.n8n.url);
	await screen.signIn(practice.signIn).catch(endingFirst(end));
	return Object.assign(practice, { screen, end });
}

function endingFirst(end: () => Promise<void>) {
	return async (error: unknown) => {
		await end();
		throw error;
	};
}
