/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs in Node beside n8n, never inside a node */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { INodePropertyOptions } from 'n8n-workflow';
import ts from 'typescript';

import { repositoryFolder } from '../support/folders';
import { described, getChoices, getLabel, getParameters, labels, nodes } from './describedParts';

// Rules for texts in n8n's UX guidelines that its lint plugin does not check, and for names, comments
// and documents of this package.

const articles = /\b(a|an|the)\b/i;
/** Words that the guidelines advise against in texts for users. */
const alarming = /\b(error|problem|failure|mistake)s?\b/i;

const nodeSources = [...readSources('nodes'), ...readSources('credentials')];

/** What n8n's editor calls its own. */
const labelsOfN8n = [
	'Execute step',
	'Retry On Fail',
	'Bank Transactions API',
	'Settings',
	'Execute Once',
	'Always Output Data',
	'On Error',
	'Stop Workflow',
];

/** Every text in the sources that a user may read: those of more than one word. */
const texts = nodeSources.flatMap(getTexts).filter((text) => text.includes(' '));

function readSources(folder: string): ts.SourceFile[] {
	return readdirSync(path.join(repositoryFolder, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.map((file) => {
			const text = read(path.join(folder, file));
			return ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
		});
}

function read(file: string): string {
	return readFileSync(path.join(repositoryFolder, file), 'utf8');
}

/** Returns what `select` finds in the nodes of a syntax tree. */
function collect(source: ts.Node, select: (node: ts.Node) => string | undefined): string[] {
	const found: string[] = [];
	const visit = (node: ts.Node): void => {
		const text = select(node);
		if (text !== undefined) found.push(text);
		ts.forEachChild(node, visit);
	};
	visit(source);
	return found;
}

function getTexts(source: ts.SourceFile): string[] {
	return collect(source, (node) => {
		if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
		if (!ts.isTemplateExpression(node)) return undefined;
		const { head, templateSpans } = node;
		return [head.text, ...templateSpans.map(({ literal }) => literal.text)].join('…');
	});
}

function getDeclaredNames(source: ts.SourceFile): string[] {
	return collect(source, (node) => {
		const isDeclaration =
			ts.isFunctionDeclaration(node) ||
			ts.isMethodDeclaration(node) ||
			ts.isVariableDeclaration(node) ||
			ts.isParameter(node) ||
			ts.isPropertyDeclaration(node) ||
			ts.isClassDeclaration(node);
		return isDeclaration && node.name && ts.isIdentifier(node.name) ? node.name.text : undefined;
	});
}

describe.each(described)('the parameters of the %s', (_name, part) => {
	it('have placeholders that begin with "e.g."', () => {
		const examples = getParameters(part).flatMap(({ type, modes = [], placeholder }) => [
			...(type === 'collection' ? [] : [placeholder]),
			...modes.filter((mode) => mode.type === 'string').map((mode) => mode.placeholder),
		]);
		for (const example of examples.filter((text) => text !== undefined)) {
			expect(example).toMatch(/^e\.g\. \S/);
		}
	});

	it('have descriptions that do not repeat their labels', () => {
		const choices = getChoices(part).flatMap(({ options }) => options);
		for (const one of [...getParameters(part), ...choices]) {
			expect(one.description?.toLowerCase()).not.toBe(getLabel(one).toLowerCase());
		}
	});
});

it('the operations name their resource in their actions and descriptions, not in their names', () => {
	/** `paymentRequest` is written "payment request" in texts. */
	const toPattern = (resource: string) =>
		resource === 'transaction'
			? /transaction|payment/
			: new RegExp(resource.replace(/[A-Z]/g, ' $&'), 'i');
	const parameters = nodes[0][1].properties.filter(({ name }) => name === 'operation');
	expect(parameters.length).toBeGreaterThan(0);
	for (const { displayOptions, options } of parameters) {
		const resource = String(displayOptions?.show?.resource?.[0]);
		for (const { name, action, description } of options as INodePropertyOptions[]) {
			expect(action).toMatch(/^[A-Z]/);
			expect(action).not.toMatch(articles);
			expect(action).toMatch(toPattern(resource));
			expect(description).toMatch(toPattern(resource));
			expect(name.toLowerCase()).not.toContain(resource);
		}
	}
});

describe('the texts of the sources', () => {
	it('contain no alarming words', () => {
		const ownTexts = texts.filter((text) => !labelsOfN8n.includes(text));
		expect(ownTexts.filter((text) => alarming.test(text))).toEqual([]);
	});

	it('quote parameters by their labels in the editor', () => {
		const quoted = texts.flatMap((text) =>
			[...text.matchAll(/(?<!\w)'([A-Z][\w ]+)'/g)].map(([, name]) => name),
		);
		expect(quoted.length).toBeGreaterThan(20);
		expect([...labels, ...labelsOfN8n]).toEqual(expect.arrayContaining(quoted));
	});
});

describe('the names in the sources and the tests', () => {
	const names = [...nodeSources, ...readSources('test')].flatMap(getDeclaredNames);

	it.each([
		['begin with a verb instead of ending in "Of"', /[a-z]Of$/],
		[
			'say "max", "min" or "default" for limits',
			/^(MOST|LEAST|LONGEST|SHORTEST|LARGEST|FEWEST|KEPT)_/,
		],
		['end in "Ms" if they are a time in milliseconds', /[a-z_]MILLI(seconds)?$/i],
	])('%s', (_rule, unusual) => {
		expect(names).toEqual(expect.arrayContaining(['getRetryDelayMs', 'MAX_PASSED']));
		expect(names.filter((name) => unusual.test(name))).toEqual([]);
	});
});

it('the comments of the sources use "if" for conditions, not "where"', () => {
	const comment = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm;
	const comments = nodeSources.flatMap(({ text }) => text.match(comment) ?? []);
	expect(comments).toContain('/** HTTP 429. */');
	expect(comments.filter((text) => /\bwhere\b/i.test(text))).toEqual([]);
});

describe('the documents', () => {
	it('include a README of less than 150 lines', () => {
		expect(read('README.md').split('\n').length).toBeLessThan(150);
	});

	it('give one result in each cell of a table', () => {
		const isResult = (name: string) => !/command|size|last run|node\.js/i.test(name);
		const tables = read('docs/promises.md')
			.split('\n\n')
			.filter((part) => /^\| (?!Promise|Product)/.test(part));
		const results = tables.flatMap((table) => {
			const [head, , ...rows] = table
				.trim()
				.split('\n')
				.map((row) => row.split(/\s*\|\s*/).slice(1, -1));
			return rows.flatMap((row) => row.filter((_, index) => index > 0 && isResult(head[index])));
		});
		expect(results.length).toBeGreaterThan(50);
		for (const result of results)
			expect(result).toMatch(/^[\d.,]*( to \d+)?( (s|ms|MB|KB|kB|%))?$/);
	});
});
