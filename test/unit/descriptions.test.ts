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

const action = new BankTransactions();
const trigger = new BankTransactionsTrigger();
const credential = new BankTransactionsApi();

const valuesOf = ({ options = [] }: INodeProperties) =>
	options.map((option) => ('value' in option ? option.value : option.name)).sort();

/** The parameters that the editor shows for an operation, by name. */
function parametersOf(resource: string, operation: string): Record<string, INodeProperties> {
	const shown = action.description.properties.filter(({ displayOptions }) => {
		const { resource: resources, operation: operations } = displayOptions?.show ?? {};
		return resources?.includes(resource) && operations?.includes(operation);
	});
	return Object.fromEntries(shown.map((parameter) => [parameter.name, parameter]));
}

const defaultsOf = (parameters: Record<string, INodeProperties>) =>
	Object.fromEntries(Object.values(parameters).map(({ name, default: value }) => [name, value]));

const optionOf = ({ options = [] }: INodeProperties, name: string) =>
	options.find((option) => option.name === name) as INodeProperties;

const operationOf = (resource: string) =>
	action.description.properties.find(
		({ name, displayOptions }) =>
			name === 'operation' && displayOptions?.show?.resource?.includes(resource),
	) as INodeProperties;

describe('the action node', () => {
	it('has the names of the contract, and may be a tool of an agent', () => {
		expect(action.description).toMatchObject({
			displayName: 'Bank Transactions',
			name: 'bankTransactions',
			usableAsTool: true,
			credentials: [{ name: 'bankTransactionsApi', required: true, testedBy: 'testCredential' }],
		});
	});

	it.each([
		['transaction', 'getAll', ['get', 'getAll', 'match']],
		['user', 'get', ['get']],
		['webhook', 'create', ['create', 'delete', 'deleteByUrl', 'get', 'update']],
	])('the resource %s starts with %s and has its operations', (resource, first, values) => {
		const operation = operationOf(resource);
		expect(operation.default).toBe(first);
		expect(valuesOf(operation)).toEqual(expect.arrayContaining(values));
		for (const option of operation.options as INodePropertyOptions[]) {
			expect(option).toMatchObject({
				action: expect.stringMatching(/\w/),
				description: expect.stringMatching(/\w/),
			});
		}
	});

	it('starts with transactions', () => {
		const [resource] = action.description.properties;
		expect(resource).toMatchObject({ name: 'resource', default: 'transaction' });
		expect(valuesOf(resource)).toEqual(['transaction', 'user', 'webhook']);
	});

	it('Get Many has the parameters and defaults of the contract', () => {
		const parameters = parametersOf('transaction', 'getAll');
		expect(defaultsOf(parameters)).toEqual({
			returnAll: false,
			limit: 50,
			simplify: true,
			filters: {},
			options: {},
		});
		expect(valuesOf(parameters.filters)).toEqual([
			'accountNumber',
			'description',
			'direction',
			'fromDate',
			'maximumAmount',
			'minimumAmount',
			'toDate',
		]);
		expect(valuesOf(optionOf(parameters.filters, 'direction'))).toEqual(['incoming', 'outgoing']);
		expect(optionOf(parameters.filters, 'fromDate').type).toBe('dateTime');
		expect(optionOf(parameters.filters, 'toDate').type).toBe('dateTime');
		expect(valuesOf(optionOf(parameters.options, 'sort'))).toEqual(['ASC', 'DESC']);
		expect(optionOf(parameters.options, 'pageSize').default).toBe(100);
		expect(optionOf(parameters.options, 'maxConcurrency').default).toBe(8);
	});

	it('Match Payments has the parameters and defaults of the contract', () => {
		const { options, ...others } = parametersOf('transaction', 'match');
		expect(defaultsOf(others)).toEqual({ paymentCode: '', expectedAmount: '' });
		expect(others.paymentCode.required).toBe(true);
		expect(valuesOf(options)).toEqual(['fromDate', 'matchInsideWords', 'toDate', 'tolerance']);
		expect(optionOf(options, 'tolerance').default).toBe(0);
		expect(optionOf(options, 'matchInsideWords').default).toBe(false);
	});

	it('Get takes a transaction from the list or by its ID', () => {
		const { transactionId, simplify } = parametersOf('transaction', 'get');
		expect(transactionId.type).toBe('resourceLocator');
		expect(transactionId.modes?.map(({ name }) => name)).toEqual(['list', 'id']);
		const method = transactionId.modes?.[0].typeOptions?.searchListMethod as string;
		expect(action.methods.listSearch).toHaveProperty(method);
		expect(simplify.default).toBe(true);
	});

	it('the operations of a webhook have the parameters of the contract', () => {
		const create = parametersOf('webhook', 'create');
		expect(defaultsOf(create)).toEqual({ webhookUrl: '', secureToken: '', incomeOnly: true });
		expect(create.secureToken.typeOptions).toMatchObject({ password: true });
		expect(Object.keys(parametersOf('webhook', 'get'))).toEqual(['webhookId']);
		expect(Object.keys(parametersOf('webhook', 'delete'))).toEqual(['webhookId']);
		const update = parametersOf('webhook', 'update');
		expect(Object.keys(update)).toEqual(['webhookId', 'updateFields']);
		expect(valuesOf(update.updateFields)).toEqual(['incomeOnly', 'secureToken', 'webhookUrl']);
		const token = optionOf(update.updateFields, 'secureToken');
		expect(token.typeOptions).toMatchObject({ password: true });
	});

	it('Delete by URL warns before it removes the webhooks of others', () => {
		const parameters = Object.values(parametersOf('webhook', 'deleteByUrl'));
		expect(parameters.map(({ type }) => type)).toEqual(['notice', 'string']);
		expect(parameters[1].name).toBe('webhookUrl');
	});
});

describe('the trigger node', () => {
	const parameter = (name: string) =>
		trigger.description.properties.find((property) => property.name === name) as INodeProperties;

	it('has the names of the contract', () => {
		expect(trigger.description).toMatchObject({
			displayName: 'Bank Transactions Trigger',
			name: 'bankTransactionsTrigger',
			inputs: [],
			credentials: [{ name: 'bankTransactionsApi', required: true }],
		});
	});

	it('has the parameters and defaults of the contract', () => {
		expect(parameter('triggerOn').default).toBe('incoming');
		expect(valuesOf(parameter('triggerOn'))).toEqual(['all', 'incoming', 'outgoing']);
		expect(parameter('simplify').default).toBe(true);
		const options = parameter('options');
		const names = ['accountNumber', 'includeTestEvents', 'minimumAmount', 'secureTokenHeader'];
		expect(valuesOf(options)).toEqual(expect.arrayContaining(names));
		expect(optionOf(options, 'includeTestEvents').default).toBe(false);
		expect(optionOf(options, 'secureTokenHeader').default).toBe('');
	});
});

describe('the credential', () => {
	it('has the names, fields and defaults of the contract', () => {
		expect(credential).toMatchObject({
			name: 'bankTransactionsApi',
			displayName: 'Bank Transactions API',
		});
		const fields = Object.fromEntries(credential.properties.map((field) => [field.name, field]));
		expect(defaultsOf(fields)).toEqual({
			baseUrl: 'https://oauth.casso.vn',
			scheme: 'Apikey',
			apiKey: '',
			timeZone: 'Asia/Ho_Chi_Minh',
		});
		expect(valuesOf(fields.scheme)).toEqual(['Apikey', 'Bearer']);
		expect(fields.apiKey.typeOptions).toMatchObject({ password: true });
	});

	it('is tested by a method of the action node alone', () => {
		expect(credential).not.toHaveProperty('test');
		const [{ testedBy }] = action.description.credentials ?? [];
		expect(Object.keys(action.methods.credentialTest)).toEqual([testedBy]);
	});
});

describe.each([
	['action', action.description, actionCodex],
	['trigger', trigger.description, triggerCodex],
])('the codex file of the %s node', (_name, { name }, codex) => {
	it('names the node as n8n knows it', () => {
		expect(codex.node).toBe(`${packageJson.name}.${name}`);
	});

	it('says where the node is found and read about', () => {
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
])('the %s has an icon for light and for dark', (_name, icon, folder) => {
	expect(icon).toEqual({ light: expect.anything(), dark: expect.anything() });
	for (const file of Object.values(icon as { light: string; dark: string })) {
		const path = resolve(dirname(__dirname), '..', folder, file.replace(/^file:/, ''));
		expect(existsSync(path)).toBe(true);
	}
});
