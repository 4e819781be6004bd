/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs in Node beside n8n, never inside a node */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { INodePropertyOptions } from 'n8n-workflow';
import ts from 'typescript';

import { repositoryFolder } from '../host/folders';
import { choicesOf, described, labelOf, nodes, parametersOf } from './describedParts';

// What n8n's UX guidelines ask of words, as far as no rule of its lint plugin holds it.

const articles = /\b(a|an|the)\b/i;
/** The guidelines want none of these words in front of a user. */
const unwelcome = /\b(error|problem|failure|mistake)s?\b/i;

/** All that the sources may show to a person: their texts of more than one word. */
const texts = ['nodes', 'credentials'].flatMap((folder) =>
	readdirSync(path.join(repositoryFolder, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.flatMap((file) => textsOf(path.join(repositoryFolder, folder, file))),
);

function textsOf(file: string): string[] {
	const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
	const found: string[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) found.push(node.text);
		if (ts.isTemplateExpression(node)) {
			const { head, templateSpans } = node;
			found.push([head.text, ...templateSpans.map(({ literal }) => literal.text)].join('…'));
		}
		ts.forEachChild(node, visit);
	};
	visit(source);
	return found.filter((text) => text.includes(' '));
}

describe.each(described)('the parameters of the %s', (_name, part) => {
	it('give examples that begin with "e.g."', () => {
		const examples = parametersOf(part).flatMap(({ type, modes = [], placeholder }) => [
			...(type === 'collection' ? [] : [placeholder]),
			...modes.filter((mode) => mode.type === 'string').map((mode) => mode.placeholder),
		]);
		for (const example of examples.filter((text) => text !== undefined)) {
			expect(example).toMatch(/^e\.g\. \S/);
		}
	});

	it('explain themselves in other words than their names', () => {
		const choices = choicesOf(part).flatMap(({ options }) => options);
		for (const one of [...parametersOf(part), ...choices]) {
			expect(one.description?.toLowerCase()).not.toBe(labelOf(one).toLowerCase());
		}
	});
});

describe('an operation', () => {
	const operations = nodes[0][1].properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ displayOptions, options = [] }) =>
			(options as INodePropertyOptions[]).map((option) => ({
				resource: String(displayOptions?.show?.resource?.[0]),
				...option,
			})),
		);

	it('is found in the panel by what it does to which resource, without an article', () => {
		expect(operations).toHaveLength(9);
		for (const { resource, action = '' } of operations) {
			expect(action).not.toMatch(articles);
			expect(action).toMatch(/^[A-Z]/);
			expect(action).toMatch(resource === 'transaction' ? /transaction|payment/ : resource);
		}
	});

	it('is explained with its resource', () => {
		for (const { resource, description } of operations) {
			expect(description).toMatch(resource === 'transaction' ? /transaction|payment/ : resource);
		}
	});

	it('does not repeat its resource in its name', () => {
		for (const { name, resource } of operations) {
			expect(name.toLowerCase()).not.toContain(resource);
		}
	});
});

describe('the texts of the sources', () => {
	it('are told apart from code', () => {
		expect(texts).toContain('The service does not accept the API key');
		expect(texts.length).toBeGreaterThan(100);
	});

	it('say what happened in none of the words that frighten', () => {
		expect(texts.filter((text) => unwelcome.test(text))).toEqual([]);
	});

	it('put a parameter in single quotes, by the name that the editor shows', () => {
		const shown = described.flatMap(([, part]) => [
			...parametersOf(part).map(({ displayName }) => displayName),
			...choicesOf(part).flatMap(({ options }) => options.map(labelOf)),
		]);
		const ofN8n = ['Execute step', 'Retry On Fail', 'Bank Transactions API'];
		const quoted = texts.flatMap((text) =>
			[...text.matchAll(/(?<!\w)'([A-Z][\w ]+)'/g)].map(([, name]) => name),
		);
		expect(quoted.length).toBeGreaterThan(20);
		expect([...shown, ...ofN8n]).toEqual(expect.arrayContaining(quoted));
	});
});
