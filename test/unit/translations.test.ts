/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs in Node beside n8n, never inside a node */
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { repositoryFolder } from '../support/folders';
import { labels as ownLabels } from './describedParts';

/** A document, or a section of it, and its translation. */
interface Translation {
	english: string;
	/** The heading of the section that is translated, if not the whole document is. */
	section?: string;
	vietnamese: string;
}

const translations: Translation[] = [
	{ english: 'README.md', vietnamese: 'README.vi.md' },
	{ english: 'docs/first-workflow.md', vietnamese: 'docs/vi/first-workflow.md' },
	{ english: 'docs/payment-requests.md', vietnamese: 'docs/vi/payment-requests.md' },
	{
		english: 'docs/trigger.md',
		section: 'No event arrives',
		vietnamese: 'docs/vi/no-event-arrives.md',
	},
];

/** Labels that n8n shows. */
const labelsOfN8n = [
	'Active',
	'Add first step',
	'Community nodes',
	'Connect to Bank Transactions',
	'Create new credential',
	'Execute step',
	'Execute workflow',
	'Executions',
	'From file',
	'From URL',
	'Import',
	'Import from File',
	'Import from URL',
	'Install',
	'Install a community node',
	'More details',
	'Production URL',
	'Publish',
	'Save',
	'Settings',
	'Webhook URLs',
];

const labels = new Set([...labelsOfN8n, ...ownLabels]);

const read = (file: string) => readFileSync(path.join(repositoryFolder, file), 'utf8');

function getSection(text: string, heading?: string): string {
	if (heading === undefined) return text;
	return text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) as string;
}

/** Returns each value once, in alphabetical order: a translation may change the order of words. */
const toSet = (values: string[]) => [...new Set(values)].sort();

/** Returns the first group of each match. */
const getAll = (text: string, pattern: RegExp) =>
	[...text.matchAll(pattern)].map(([, group]) => group);

/** Commands and samples, which readers copy; diagrams (`text`) are translated. */
const getBlocks = (text: string) =>
	(text.match(/^```.*?^```/gms) ?? []).filter((block) => !block.startsWith('```text\n'));

/** Values, commands and names of files, which readers copy. */
const getCode = (text: string) => toSet(getAll(text.replace(/^```.*?^```/gms, ''), /`([^`\n]+)`/g));

/** The labels of the editor that a document names: in bold, in italics, or in a table. */
function getLabels(text: string): string[] {
	const emphasized = getAll(text, /(?<!\*)\*{1,2}([^*\n]+)\*{1,2}/g);
	const cells = text
		.split('\n')
		.filter((line) => line.startsWith('|'))
		.flatMap((line) => line.split('|'));
	return toSet(
		[...emphasized, ...cells]
			.flatMap((part) => part.split(/→|: /))
			.map((part) => part.trim().replace(/\.$/, ''))
			.filter((part) => labels.has(part)),
	);
}

/** The files of the repository that a document links to, without the links between languages. */
function getFiles(file: string, text: string): string[] {
	const targets = [
		...getAll(text, /\]\(([^()\s#]+)(?:#[^()\s]*)?\)/g),
		...getAll(text, /\bsrc(?:set)?="([^"]+)"/g),
	];
	return toSet(
		targets
			.map((target) =>
				/^[a-z]+:/.test(target) ? target : path.posix.join(path.posix.dirname(file), target),
			)
			.map((target) => translations.find((one) => one.vietnamese === target)?.english ?? target)
			.filter((target) => !(target === 'README.md' && file.startsWith('README'))),
	);
}

describe.each(translations)('$vietnamese', ({ english, section, vietnamese }) => {
	const original = getSection(read(english), section);
	const translated = read(vietnamese);

	it('names the same parameters, choices and buttons as the English document', () => {
		expect(getLabels(translated)).toEqual(getLabels(original));
	});

	it('links to the same files and shows the same pictures', () => {
		expect(getFiles(vietnamese, translated)).toEqual(getFiles(english, original));
	});

	it('has the same commands, samples and values', () => {
		expect(getBlocks(translated)).toEqual(getBlocks(original));
		expect(getCode(translated)).toEqual(getCode(original));
	});

	it('has the same sections, steps and rows of tables', () => {
		for (const pattern of [/^#{2,} /gm, /^\d+\. /gm, /^- /gm, /^\|/gm]) {
			expect(translated.match(pattern)?.length).toBe(original.match(pattern)?.length);
		}
	});

	it('is written in Vietnamese', () => {
		const words = translated.replace(/^```.*?^```|`[^`\n]+`|https?:\S+/gms, '').match(/\p{L}+/gu);
		const accented = (words ?? []).filter((word) => /\P{ASCII}/u.test(word));
		expect(accented.length / (words ?? []).length).toBeGreaterThan(0.4);
	});
});

it('names labels that the editor shows', () => {
	const named = translations.flatMap(({ vietnamese }) => getLabels(read(vietnamese)));
	expect(named).toEqual(expect.arrayContaining(['Trigger On', 'Execute step', 'Account Source']));
	expect(toSet(named).length).toBeGreaterThan(50);
});

it('is linked from the first lines of each README', () => {
	expect(read('README.md').split('\n').slice(0, 3).join('\n')).toContain('](README.vi.md)');
	expect(read('README.vi.md').split('\n').slice(0, 3).join('\n')).toContain('](README.md)');
});
