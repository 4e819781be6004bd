import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { BankTransactions } from '../../nodes/BankTransactions/BankTransactions.node';
import { BankTransactionsTrigger } from '../../nodes/BankTransactionsTrigger/BankTransactionsTrigger.node';
import { credential, getParameters as getAllParameters } from './describedParts';

const action = new BankTransactions();
const trigger = new BankTransactionsTrigger();

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

it('the nodes and the credential have their public names', () => {
	const names = [action.description, trigger.description, credential].map((one) => one.displayName);
	expect(names).toEqual([
		'Bank Transactions',
		'Bank Transactions Trigger',
		'Bank Transactions API',
	]);
});

describe('the action node', () => {
	it('says what an empty expected amount means', () => {
		const { expectedAmount } = getParameters('transaction', 'match');
		expect(expectedAmount.hint).toMatch(/If empty, any amount counts as paid/);
	});

	it('warns against running Sync in a loop', () => {
		const sync = action.description.properties
			.filter(({ name }) => name === 'operation')
			.flatMap(({ options }) => options as INodePropertyOptions[])
			.find(({ value }) => value === 'sync');
		expect(sync?.description).toMatch(/once.*never in a loop/);
		expect(getParameters('account', 'sync').syncNotice.displayName).toMatch(/not in a loop/);
	});

	it('hides the secure token of a webhook', () => {
		const { secureToken } = getParameters('webhook', 'create');
		const { updateFields } = getParameters('webhook', 'update');
		for (const { typeOptions } of [secureToken, getOption(updateFields, 'secureToken')]) {
			expect(typeOptions).toMatchObject({ password: true });
		}
	});

	it('shows a notice that Delete by URL also deletes the webhooks of others', () => {
		const parameters = Object.values(getParameters('webhook', 'deleteByUrl'));
		expect(parameters.map(({ type }) => type)).toEqual(['notice', 'string']);
		expect(parameters[1].name).toBe('webhookUrl');
	});
});

it('the trigger switches options on when they are added, because adding one means to want it', () => {
	const options = trigger.description.properties.find(({ name }) => name === 'options');
	const added = [options!, getOption(options!, 'paymentCode')].flatMap((part) =>
		(part.options as INodeProperties[]).filter(({ type }) => type === 'boolean'),
	);
	expect(added.length).toBeGreaterThan(4);
	for (const { default: value, description } of added) {
		expect(value).toBe(true);
		expect(description).toContain('Without this option');
	}
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
	it('has its fields in order', () => {
		const names = credential.properties.map(({ name }) => name);
		expect(names).toEqual(['apiKey', 'scheme', 'baseUrl', 'timeZone']);
	});

	it('is tested only by a method of the action node', () => {
		expect(credential).not.toHaveProperty('test');
		const [{ testedBy }] = action.description.credentials ?? [];
		expect(Object.keys(action.methods.credentialTest)).toEqual([testedBy]);
	});
});
