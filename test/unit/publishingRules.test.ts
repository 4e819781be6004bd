/* eslint-disable @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { readFileSync } from 'node:fs';
import path from 'node:path';

import actionCodex from '../../nodes/BankTransactions/BankTransactions.node.json';
import triggerCodex from '../../nodes/BankTransactionsTrigger/BankTransactionsTrigger.node.json';
import * as packageJson from '../../package.json';
import { repositoryFolder } from '../support/folders';
import {
	credential,
	described,
	getChoices,
	getLabel,
	getParameters,
	nodes,
} from './describedParts';

// Rules that n8n documents for community nodes but its lint plugin does not check yet.

/** Choices of which one is what most users want, in their order. */
const usualFirst: Record<string, string[]> = {
	triggerOn: ['Incoming Money', 'Outgoing Money', 'Incoming and Outgoing Money'],
	delivery: ['Webhook', 'Polling'],
	paymentCode: ['Prefix', 'Minimum Length', 'Maximum Length', 'Characters', 'Match Inside Words'],
	scheme: ['API Key', 'Access Token'],
};

describe.each(described)('the parameters of the %s', (_name, description) => {
	it('all have a default, notices and inner ones too', () => {
		const without = getParameters(description).filter((parameter) => !('default' in parameter));
		expect(without.map(({ name }) => name)).toEqual([]);
	});

	it('have hints of at most 120 characters', () => {
		const long = getParameters(description).filter(({ hint = '' }) => hint.length > 120);
		expect(long.map(({ name }) => name)).toEqual([]);
	});

	it('offer choices in the order of the alphabet, or the usual one first, each once', () => {
		expect(getChoices(description)).not.toEqual([]);
		for (const { name, options } of getChoices(description)) {
			const labels = options.map(getLabel);
			const values = options.map((option) => ('value' in option ? option.value : option.name));
			const sorted = [...labels].sort((one, other) =>
				one.localeCompare(other, 'en', { sensitivity: 'base' }),
			);
			const expected = usualFirst[name] ?? sorted;
			expect({ name, labels }).toEqual({ name, labels: expected });
			expect(new Set(labels).size).toBe(labels.length);
			expect(new Set(values).size).toBe(values.length);
			expect(labels.join()).not.toContain('*');
		}
	});
});

describe.each(nodes)('the %s node', (_name, description) => {
	it('uses one credential, and looks neither like a core node nor like a logic node', () => {
		const { displayName, description: text, defaults, credentials } = description;
		expect(credentials).toHaveLength(1);
		expect(defaults.color).toBeUndefined();
		expect(`${displayName} ${text}`).not.toMatch(/\b(logic|flow)\b/i);
	});

	it('shows required parameters at the top and has no free JSON', () => {
		const atTheTop = description.properties
			.filter(({ required, type }) => !required && !['collection', 'notice'].includes(type))
			.map(({ name }) => name);
		const ofLists = ['returnAll', 'limit', 'period', 'simplify', 'incomeOnly'];
		const ofMatching = ['expectedAmount', 'includeOtherFields'];
		const ofRequest = ['accountSource', 'accountName', 'amount'];
		const ofTrigger = ['triggerOn', 'delivery', 'interval'];
		const chosen = ['resource', 'operation', ...ofLists, ...ofMatching, ...ofRequest, ...ofTrigger];
		expect(chosen).toEqual(expect.arrayContaining(atTheTop));
		expect(description.properties.map(({ type }) => type)).not.toContain('json');
	});
});

describe.each([
	['action', actionCodex, ['qr code', 'payment request']],
	['trigger', triggerCodex, []],
])('the codex file of the %s node', (name, codex, words) => {
	it('has the full name of the node, its documentation, and categories of the published list', () => {
		const documentation = [{ url: expect.stringMatching(/^https:\/\//) }];
		expect(codex).toMatchObject({
			node: `${packageJson.name}.${new Map(nodes).get(name)?.name}`,
			categories: ['Finance & Accounting'],
			resources: { primaryDocumentation: documentation, credentialDocumentation: documentation },
		});
		expect(codex).not.toHaveProperty('subcategories');
	});

	it('contains the words that users search for', () => {
		const common = ['bank', 'transaction', 'transfer', 'payment', 'webhook'];
		expect(codex.alias).toEqual([...common, 'casso', 'vietqr', 'reconcile', ...words]);
	});
});

it('names the credential like its file and its class', () => {
	expect(credential.constructor.name).toBe('BankTransactionsApi');
	expect(packageJson.n8n.credentials).toEqual([
		'dist/credentials/BankTransactionsApi.credentials.js',
	]);
	expect(credential.name).toMatch(/^[a-z]\w*Api$/);
	expect(credential.displayName).toMatch(/ API$/);
});

it('describes the package as one repository under MIT and as a community node', () => {
	expect(packageJson.license).toBe('MIT');
	expect(packageJson.keywords).toContain('n8n-community-node-package');
	expect(packageJson.repository).not.toHaveProperty('directory');
	expect(packageJson).not.toHaveProperty('dependencies');
	expect(packageJson.peerDependencies).toEqual({ 'n8n-workflow': '*' });
	// With provenance, only a GitHub workflow can publish it.
	expect(packageJson.publishConfig).toEqual({ access: 'public', provenance: true });
});

/** WCAG's relative luminance of a colour such as `#0B6E4F`. */
function getLuminance(colour: string): number {
	const [red, green, blue] = [1, 3, 5].map((start) => {
		const share = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
		return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

it.each([
	['bankTransactions.svg', '#ffffff'],
	['bankTransactions.dark.svg', '#2b2b2b'],
])('the icon %s has enough contrast on %s', (file, background) => {
	const svg = readFileSync(path.join(repositoryFolder, 'icons', file), 'utf8');
	const colours = [...svg.matchAll(/<path[^>]*(?:fill|stroke)="(#[0-9a-f]{6})"/gi)];
	expect(colours.length).toBeGreaterThan(2);
	for (const [, colour] of colours) {
		const [darker, lighter] = [colour, background].map(getLuminance).sort((a, b) => a - b);
		expect((lighter + 0.05) / (darker + 0.05)).toBeGreaterThanOrEqual(1.5);
	}
});
