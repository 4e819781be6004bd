/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs in Node beside n8n, never inside a node */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { INodePropertyOptions } from 'n8n-workflow';
import ts from 'typescript';

import { repositoryFolder } from '../support/folders';
import { getChoices, described, getLabel, nodes, getParameters } from './describedParts';

// Rules for texts in n8n's UX guidelines that its lint plugin does not check.

const articles = /\b(a|an|the)\b/i;
/** Words that the guidelines advise against in texts for users. */
const alarming = /\b(error|problem|failure|mistake)s?\b/i;

/** Every text in the sources that a user may read: those of more than one word. */
const texts = ['nodes', 'credentials'].flatMap((folder) =>
	readdirSync(path.join(repositoryFolder, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.flatMap((file) => getTexts(path.join(repositoryFolder, folder, file))),
);

function getTexts(file: string): string[] {
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

describe('the operations', () => {
	/** `paymentRequest` is written "payment request" in texts. */
	const toPattern = (resource: string) =>
		resource === 'transaction'
			? /transaction|payment/
			: new RegExp(resource.replace(/[A-Z]/g, ' $&'), 'i');
	const operations = nodes[0][1].properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ displayOptions, options = [] }) =>
			(options as INodePropertyOptions[]).map((option) => ({
				resource: String(displayOptions?.show?.resource?.[0]),
				...option,
			})),
		);

	it('have actions that name their resource, without an article', () => {
		expect(operations.length).toBeGreaterThan(0);
		for (const { resource, action = '' } of operations) {
			expect(action).not.toMatch(articles);
			expect(action).toMatch(/^[A-Z]/);
			expect(action).toMatch(toPattern(resource));
		}
	});

	it('have descriptions that name their resource', () => {
		for (const { resource, description } of operations) {
			expect(description).toMatch(toPattern(resource));
		}
	});

	it('have names that do not repeat their resource', () => {
		for (const { name, resource } of operations) {
			expect(name.toLowerCase()).not.toContain(resource);
		}
	});
});

describe('the texts of the sources', () => {
	it('are found', () => {
		expect(texts).toContain('The service does not accept the API key');
		expect(texts.length).toBeGreaterThan(100);
	});

	it('contain no alarming words', () => {
		expect(texts.filter((text) => alarming.test(text))).toEqual([]);
	});

	it('quote parameters by their labels in the editor', () => {
		const shown = described.flatMap(([, part]) => [
			...getParameters(part).map(({ displayName }) => displayName),
			...getChoices(part).flatMap(({ options }) => options.map(getLabel)),
		]);
		const labelsOfN8n = ['Execute step', 'Retry On Fail', 'Bank Transactions API'];
		const quoted = texts.flatMap((text) =>
			[...text.matchAll(/(?<!\w)'([A-Z][\w ]+)'/g)].map(([, name]) => name),
		);
		expect(quoted.length).toBeGreaterThan(20);
		expect([...shown, ...labelsOfN8n]).toEqual(expect.arrayContaining(quoted));
	});
});
