/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs in Node beside n8n, never inside a node */
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import type { Icon, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { BankTransactionsApi } from '../../credentials/BankTransactionsApi.credentials';
import { BankTransactions } from '../../nodes/BankTransactions/BankTransactions.node';
import actionCodex from '../../nodes/BankTransactions/BankTransactions.node.json';
import { BankTransactionsTrigger } from '../../nodes/BankTransactionsTrigger/BankTransactionsTrigger.node';
import triggerCodex from '../../nodes/BankTransactionsTrigger/BankTransactionsTrigger.node.json';
import * as packageJson from '../../package.json';
import { getParameters as getAllParameters } from './describedParts';

const action = new BankTransactions();
const trigger = new BankTransactionsTrigger();
const credential = new BankTransactionsApi();

/** Returns the parameters that the editor shows for an operation, by name. */
function getParameters(resource: string, operation: string): Record<string, INodeProperties> {
	const shown = action.description.properties.filter(({ displayOptions }) => {
		const { resource: resources, operation: operations } = displayOptions?.show ?? {};
		return resources?.includes(resource) && operations?.includes(operation);
	});
	return Object.fromEntries(shown.map((parameter) => [parameter.name, parameter]));
}

const getOption = ({ options = [] }: INodeProperties, name: string) =>
	options.find((option) => option.name === name) as INodeProperties;

const getOperationParameter = (resource: string) =>
	action.description.properties.find(
		({ name, displayOptions }) =>
			name === 'operation' && displayOptions?.show?.resource?.includes(resource),
	) as INodeProperties;

describe('the action node', () => {
	it('has its public names and can be used as a tool', () => {
		expect(action.description).toMatchObject({
			displayName: 'Bank Transactions',
			name: 'bankTransactions',
			usableAsTool: true,
			credentials: [{ name: 'bankTransactionsApi', required: true, testedBy: 'testCredential' }],
		});
	});

	it('says what an empty expected amount means', () => {
		const { expectedAmount } = getParameters('transaction', 'match');
		expect(expectedAmount.hint).toMatch(/If empty, any amount counts as paid/);
	});

	it('warns against running Sync in a loop', () => {
		const { options } = getOperationParameter('account');
		const sync = (options as INodePropertyOptions[]).find(({ value }) => value === 'sync');
		expect(sync?.description).toMatch(/once.*never in a loop/);
		expect(getParameters('account', 'sync').syncNotice.displayName).toMatch(/not in a loop/);
	});

	it('hides the secure token of a webhook', () => {
		const { secureToken } = getParameters('webhook', 'create');
		expect(secureToken.typeOptions).toMatchObject({ password: true });
		const { updateFields } = getParameters('webhook', 'update');
		expect(getOption(updateFields, 'secureToken').typeOptions).toMatchObject({ password: true });
	});

	it('shows a notice that Delete by URL also deletes the webhooks of others', () => {
		const parameters = Object.values(getParameters('webhook', 'deleteByUrl'));
		expect(parameters.map(({ type }) => type)).toEqual(['notice', 'string']);
		expect(parameters[1].name).toBe('webhookUrl');
	});
});

describe('the trigger node', () => {
	const parameter = (name: string) =>
		trigger.description.properties.find((property) => property.name === name) as INodeProperties;

	it('has its public name', () => {
		expect(trigger.description.displayName).toBe('Bank Transactions Trigger');
	});

	it('switches options on when they are added, because adding one means to want it', () => {
		const options = parameter('options');
		const added = [options, getOption(options, 'paymentCode')].flatMap((part) =>
			(part.options as INodeProperties[]).filter(({ type }) => type === 'boolean'),
		);
		expect(added.length).toBeGreaterThan(4);
		for (const { default: value, description } of added) {
			expect(value).toBe(true);
			expect(description).toContain('Without this option');
		}
	});
});

it.each([
	['action', action],
	['trigger', trigger],
])('every list in which the %s node lets users select has a method', (_name, node) => {
	const pickers = getAllParameters(node.description).filter(
		({ type }) => type === 'resourceLocator',
	);
	expect(pickers.length).toBeGreaterThan(0);
	for (const { modes } of pickers) {
		expect(node.methods.listSearch).toHaveProperty([
			modes?.[0].typeOptions?.searchListMethod as string,
		]);
	}
});

describe('the credential', () => {
	it('has its public name, and its fields in order', () => {
		expect(credential.displayName).toBe('Bank Transactions API');
		const names = credential.properties.map(({ name }) => name);
		expect(names).toEqual(['apiKey', 'scheme', 'baseUrl', 'timeZone']);
	});

	it('hides the key', () => {
		const [apiKey] = credential.properties;
		expect(apiKey.typeOptions).toMatchObject({ password: true });
	});

	it('is tested only by a method of the action node', () => {
		expect(credential).not.toHaveProperty('test');
		const [{ testedBy }] = action.description.credentials ?? [];
		expect(Object.keys(action.methods.credentialTest)).toEqual([testedBy]);
	});
});

describe.each([
	['action', action.description, actionCodex],
	['trigger', trigger.description, triggerCodex],
])('the codex file of the %s node', (_name, { name }, codex) => {
	it('contains the full name of the node', () => {
		expect(codex.node).toBe(`${packageJson.name}.${name}`);
	});

	it('lists categories, aliases and documentation', () => {
		expect(codex.categories.length).toBeGreaterThan(0);
		expect(codex.alias).toEqual(expect.arrayContaining(['casso', 'bank']));
		for (const links of [
			codex.resources.primaryDocumentation,
			codex.resources.credentialDocumentation,
		]) {
			expect(links).toEqual([{ url: expect.stringMatching(/^https:\/\//) }]);
		}
	});
});

it.each<[string, Icon | undefined, string]>([
	['action node', action.description.icon, 'nodes/BankTransactions'],
	['trigger node', trigger.description.icon, 'nodes/BankTransactionsTrigger'],
	['credential', credential.icon, 'credentials'],
])('the %s has an icon for the light and the dark theme', (_name, icon, folder) => {
	expect(icon).toEqual({ light: expect.anything(), dark: expect.anything() });
	for (const file of Object.values(icon as { light: string; dark: string })) {
		const path = resolve(dirname(__dirname), '..', folder, file.replace(/^file:/, ''));
		expect(existsSync(path)).toBe(true);
	}
});
