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

const getValues = ({ options = [] }: INodeProperties) =>
	options.map((option) => ('value' in option ? option.value : option.name)).sort();

/** Returns the parameters that the editor shows for an operation, by name. */
function getParameters(resource: string, operation: string): Record<string, INodeProperties> {
	const shown = action.description.properties.filter(({ displayOptions }) => {
		const { resource: resources, operation: operations } = displayOptions?.show ?? {};
		return resources?.includes(resource) && operations?.includes(operation);
	});
	return Object.fromEntries(shown.map((parameter) => [parameter.name, parameter]));
}

const getDefaults = (parameters: Record<string, INodeProperties>) =>
	Object.fromEntries(Object.values(parameters).map(({ name, default: value }) => [name, value]));

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

	it.each([
		['account', 'getAll', ['getAll', 'sync']],
		['paymentRequest', 'create', ['create']],
		['transaction', 'getAll', ['get', 'getAll', 'match']],
		['user', 'get', ['get']],
		['webhook', 'create', ['create', 'delete', 'deleteByUrl', 'get', 'update']],
	])(
		'gives the resource %s the default operation %s and its public operations',
		(resource, first, values) => {
			const operation = getOperationParameter(resource);
			expect(operation.default).toBe(first);
			expect(getValues(operation)).toEqual(expect.arrayContaining(values));
			for (const option of operation.options as INodePropertyOptions[]) {
				expect(option).toMatchObject({
					action: expect.stringMatching(/\w/),
					description: expect.stringMatching(/\w/),
				});
			}
		},
	);

	it('selects the resource transaction by default', () => {
		const [resource] = action.description.properties;
		expect(resource).toMatchObject({ name: 'resource', default: 'transaction' });
		expect(getValues(resource)).toEqual([
			'account',
			'paymentRequest',
			'transaction',
			'user',
			'webhook',
		]);
	});

	it('has the public parameters and defaults of Get Many', () => {
		const parameters = getParameters('transaction', 'getAll');
		expect(getDefaults(parameters)).toEqual({
			returnAll: false,
			limit: 50,
			period: 'last7Days',
			simplify: true,
			filters: {},
			options: {},
		});
		expect(getValues(parameters.filters)).toEqual([
			'accountNumber',
			'description',
			'direction',
			'fromDate',
			'maximumAmount',
			'minimumAmount',
			'toDate',
		]);
		expect(getValues(getOption(parameters.filters, 'direction'))).toEqual(['incoming', 'outgoing']);
		expect(getOption(parameters.filters, 'fromDate').type).toBe('dateTime');
		expect(getOption(parameters.filters, 'toDate').type).toBe('dateTime');
		expect(getValues(getOption(parameters.options, 'sort'))).toEqual(['ASC', 'DESC']);
		for (const name of ['minimumAmount', 'maximumAmount']) {
			expect(getOption(parameters.filters, name)).toMatchObject({ type: 'string', default: '' });
		}
		expect(getOption(parameters.options, 'pageSize').default).toBe(100);
		expect(getOption(parameters.options, 'maxConcurrency').default).toBe(8);
	});

	it('has the public parameters and defaults of Match Payments', () => {
		const { options, ...others } = getParameters('transaction', 'match');
		expect(getDefaults(others)).toEqual({
			paymentCode: '',
			expectedAmount: '',
			period: 'last7Days',
			simplify: true,
			includeOtherFields: true,
		});
		expect(getValues(others.period)).toEqual([
			'custom',
			'last30Days',
			'last7Days',
			'lastMonth',
			'thisMonth',
		]);
		expect(others.expectedAmount.hint).toMatch(/If empty, any amount counts as paid/);
		expect(others.paymentCode.required).toBe(true);
		expect(getValues(options)).toEqual([
			'accountNumber',
			'fromDate',
			'matchInsideWords',
			'toDate',
			'tolerance',
			'virtualAccount',
		]);
		expect(getOption(options, 'tolerance')).toMatchObject({ type: 'string', default: '' });
		expect(getOption(options, 'matchInsideWords').default).toBe(false);
	});

	it('has the public parameters and defaults of a payment request', () => {
		const { options, ...others } = getParameters('paymentRequest', 'create');
		const picker = { mode: 'list', value: '' };
		expect(getDefaults(others)).toEqual({
			accountSource: 'linked',
			linkedAccount: picker,
			bank: picker,
			accountNumber: '',
			accountName: '',
			amount: '',
			paymentCode: '',
		});
		expect(getValues(others.accountSource)).toEqual(['linked', 'manual']);
		for (const name of ['linkedAccount', 'bank', 'accountNumber', 'paymentCode']) {
			expect({ name, required: others[name].required }).toEqual({ name, required: true });
		}
		for (const { type, modes } of [others.linkedAccount, others.bank]) {
			expect(type).toBe('resourceLocator');
			const method = modes?.[0].typeOptions?.searchListMethod as string;
			expect(action.methods.listSearch).toHaveProperty(method);
		}
		const inner = Object.fromEntries(
			(options.options as INodeProperties[]).map((option) => [option.name, option]),
		);
		expect(getDefaults(inner)).toEqual({
			note: '',
			binaryPropertyName: 'qrCode',
			qrImage: 'png',
			size: 400,
			textBeforeCode: '',
		});
		expect(getValues(getOption(options, 'qrImage'))).toEqual(['none', 'png', 'svg']);
	});

	it('lets Get select a transaction from a list or by its ID', () => {
		const { transactionId, simplify } = getParameters('transaction', 'get');
		expect(transactionId.type).toBe('resourceLocator');
		expect(transactionId.modes?.map(({ name }) => name)).toEqual(['list', 'id']);
		const method = transactionId.modes?.[0].typeOptions?.searchListMethod as string;
		expect(action.methods.listSearch).toHaveProperty(method);
		expect(simplify.default).toBe(true);
	});

	it('has the public parameters and defaults of the account operations', () => {
		expect(getDefaults(getParameters('account', 'getAll'))).toEqual({
			returnAll: false,
			limit: 50,
			simplify: true,
		});
		const { accountNumber, ...others } = getParameters('account', 'sync');
		expect(accountNumber.required).toBe(true);
		expect(Object.values(others).map(({ type }) => type)).toEqual(['notice']);
	});

	it('warns against running Sync in a loop', () => {
		const { options } = getOperationParameter('account');
		const sync = (options as INodePropertyOptions[]).find(({ value }) => value === 'sync');
		expect(sync?.description).toMatch(/once.*never in a loop/);
		expect(getParameters('account', 'sync').syncNotice.displayName).toMatch(/not in a loop/);
	});

	it('lets users select an account from a list or by its number wherever one is asked for', () => {
		for (const account of [
			getParameters('account', 'sync').accountNumber,
			getOption(getParameters('transaction', 'getAll').filters, 'accountNumber'),
		]) {
			expect(account.type).toBe('resourceLocator');
			expect(account.modes?.map(({ name }) => name)).toEqual(['list', 'number']);
			const method = account.modes?.[0].typeOptions?.searchListMethod as string;
			expect(action.methods.listSearch).toHaveProperty(method);
		}
	});

	it('has the public parameters of the webhook operations', () => {
		const create = getParameters('webhook', 'create');
		expect(getDefaults(create)).toEqual({ webhookUrl: '', secureToken: '', incomeOnly: true });
		expect(create.secureToken.typeOptions).toMatchObject({ password: true });
		expect(Object.keys(getParameters('webhook', 'get'))).toEqual(['webhookId']);
		expect(Object.keys(getParameters('webhook', 'delete'))).toEqual(['webhookId']);
		const update = getParameters('webhook', 'update');
		expect(Object.keys(update)).toEqual(['webhookId', 'updateFields']);
		expect(getValues(update.updateFields)).toEqual(['incomeOnly', 'secureToken', 'webhookUrl']);
		const token = getOption(update.updateFields, 'secureToken');
		expect(token.typeOptions).toMatchObject({ password: true });
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

	it('has its public names', () => {
		expect(trigger.description).toMatchObject({
			displayName: 'Bank Transactions Trigger',
			name: 'bankTransactionsTrigger',
			inputs: [],
			credentials: [{ name: 'bankTransactionsApi', required: true }],
		});
	});

	it('has its public parameters and defaults', () => {
		expect(parameter('triggerOn').default).toBe('incoming');
		expect(getValues(parameter('triggerOn'))).toEqual(['all', 'incoming', 'outgoing']);
		expect(parameter('simplify').default).toBe(true);
		const options = parameter('options');
		const names = ['accountNumber', 'includeTestEvents', 'minimumAmount', 'secureTokenHeader'];
		expect(getValues(options)).toEqual(expect.arrayContaining(names));
		expect(getOption(options, 'minimumAmount')).toMatchObject({ type: 'string', default: '' });
		expect(getOption(options, 'includeTestEvents').default).toBe(false);
		expect(getOption(options, 'secureTokenHeader').default).toBe('');
	});

	it('lets users select an account from a list or by its number', () => {
		const account = getOption(parameter('options'), 'accountNumber');
		expect(account.type).toBe('resourceLocator');
		expect(account.modes?.map(({ name }) => name)).toEqual(['list', 'number']);
		const method = account.modes?.[0].typeOptions?.searchListMethod as string;
		expect(trigger.methods.listSearch).toHaveProperty(method);
	});
});

describe('the credential', () => {
	it('has its public names, fields and defaults', () => {
		expect(credential).toMatchObject({
			name: 'bankTransactionsApi',
			displayName: 'Bank Transactions API',
		});
		const fields = Object.fromEntries(credential.properties.map((field) => [field.name, field]));
		expect(getDefaults(fields)).toEqual({
			baseUrl: 'https://oauth.casso.vn',
			scheme: 'Apikey',
			apiKey: '',
			timeZone: 'Asia/Ho_Chi_Minh',
		});
		expect(getValues(fields.scheme)).toEqual(['Apikey', 'Bearer']);
		expect(fields.apiKey.typeOptions).toMatchObject({ password: true });
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
