/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs in Node beside n8n, never inside a node */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { repositoryFolder as root } from '../support/folders';

const homepage = 'https://github.com/n8n-nodes-bank-transactions/n8n-nodes-bank-transactions';

/** A Markdown link or image: `[text](target)`. */
const MARKDOWN_LINK = /\]\(([^()\s]+)\)/g;
/** The file of an HTML image, as the pictures of the documentation use it. */
const IMAGE = /\bsrc(?:set)?="([^"]+)"/g;
/** A document that a text names by its path from the root of the repository. */
const DOCUMENT = /(?<![\w./-])docs\/[\w-]+\.md(?:#[\w-]+)?/g;
/** A link to the repository's start page, which shows the README. */
const HOMEPAGE_ANCHOR = new RegExp(`${homepage}(#[\\w-]+)`, 'g');

const COMMENT = /\/\*.*?\*\/|\/\/[^\n]*/gs;
const FENCED_CODE = /^```.*?^```/gms;
const INLINE_CODE = /`[^`\n]+`/g;

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** The files in these folders with this extension, by their path from the root. */
function findFiles(folders: string[], extension: string): string[] {
	return folders.flatMap((folder) =>
		readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith(extension) && !file.includes('node_modules'))
			.map((file) => path.posix.join(folder, file)),
	);
}

const documents = [
	...readdirSync(root).filter((file) => file.endsWith('.md')),
	...findFiles(['docs', 'examples', 'test'], '.md'),
];
const sources = [
	...findFiles(['credentials', 'nodes', 'test'], '.ts'),
	...findFiles(['credentials', 'nodes'], '.node.json'),
].filter((file) => file !== 'test/unit/documentLinks.test.ts');

/** The anchor that GitHub gives a heading, before it numbers repeated ones. */
function toAnchor(heading: string): string {
	return heading
		.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
		.trim()
		.toLowerCase()
		.replace(/[^\p{L}\p{N} _-]/gu, '')
		.replace(/ /g, '-');
}

/** Every anchor of a document: a repeated one gets a number. */
function getAnchors(text: string): Set<string> {
	const anchors = new Set<string>();
	for (const [, heading] of text.replace(FENCED_CODE, '').matchAll(/^#{1,6} +(.+)$/gm)) {
		const anchor = toAnchor(heading);
		let unique = anchor;
		for (let number = 1; anchors.has(unique); number++) unique = `${anchor}-${number}`;
		anchors.add(unique);
	}
	return anchors;
}

/** The links of a file, each as a path from the root, with its anchor. */
function getLinks(file: string, text: string): string[] {
	const isDocument = file.endsWith('.md');
	const prose = isDocument
		? text.replace(FENCED_CODE, '').replace(INLINE_CODE, '')
		: (text.match(COMMENT) ?? []).join('\n');
	const relative = [...prose.matchAll(MARKDOWN_LINK), ...prose.matchAll(IMAGE)]
		.map(([, target]) => target)
		.filter((target) => !/^[a-z]+:/i.test(target))
		.map((target) =>
			target.startsWith('#') ? file + target : path.posix.join(path.posix.dirname(file), target),
		);
	const named = [...text.matchAll(DOCUMENT)].map(([target]) => target);
	const atHome = [...text.matchAll(HOMEPAGE_ANCHOR)].map(([, anchor]) => `README.md${anchor}`);
	return [...new Set([...relative, ...named, ...atHome])];
}

/** The links of a file that lead to no file, or to no heading of it. */
function findBrokenLinks(file: string, text: string): string[] {
	return getLinks(file, text).filter((link) => {
		const [target, anchor] = link.split('#');
		if (!existsSync(path.join(root, target))) return true;
		return anchor !== undefined && !getAnchors(read(target)).has(anchor);
	});
}

describe('a link check', () => {
	it('gives headings the anchors that GitHub gives them', () => {
		const text =
			'# One & two\n\n## `code`, **bold** and a [link](x.md)\n```sh\n# no heading\n```\n## One & two\n';
		expect([...getAnchors(text)]).toEqual(['one--two', 'code-bold-and-a-link', 'one--two-1']);
	});

	it.each([
		['docs/missing.md', 'README.md', '[file](docs/missing.md), [web](https://example.com/a.md)'],
		[
			'docs/trigger.md#missing',
			'README.md',
			'[a](docs/trigger.md#conditions), [b](docs/trigger.md#missing)',
		],
		['README.md#missing', 'README.md', '[own](#missing), `[code](nowhere.md)`'],
		['docs/images/missing.png', 'README.md', '<img src="docs/images/missing.png">'],
		['docs/n8n-engine.md#missing', 'README.md', '`docs/n8n-engine.md#missing`'],
		['nodes/missing.ts', 'nodes/a.ts', 'values[0](argument); // See [the file](missing.ts).'],
		[
			'docs/n8n-engine.md#missing',
			'nodes/a.ts',
			'/** docs/n8n-engine.md#emit, docs/n8n-engine.md#missing */',
		],
		['README.md#missing', 'nodes/a.ts', `const url = '${homepage}#missing';`],
	])('finds only %s to be missing in %s: %s', (broken, file, text) => {
		expect(findBrokenLinks(file, text)).toEqual([broken]);
	});
});

it.each(documents)('%s holds no broken link', (file) => {
	expect(findBrokenLinks(file, read(file))).toEqual([]);
});

it('every document and heading that a source links to exists', () => {
	const links = sources.flatMap((file) => getLinks(file, read(file)));
	expect(links.length).toBeGreaterThan(10);
	const broken = sources.map((file) => [file, ...findBrokenLinks(file, read(file))]);
	expect(broken.filter(([, ...found]) => found.length > 0)).toEqual([]);
});
