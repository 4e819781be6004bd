import type { ICredentialType, IDataObject, INode, INodeTypeDescription } from 'n8n-workflow';
import { BankTransactionsApi } from '../../credentials/BankTransactionsApi.credentials';
import { BankTransactions } from '../../nodes/BankTransactions/BankTransactions.node';
import { BankTransactionsTrigger } from '../../nodes/BankTransactionsTrigger/BankTransactionsTrigger.node';
import { getItems } from '../support/n8n/editor';
import { useTestInstance } from '../support/n8n/testInstance';
import {
	hasPassed,
	runAction,
	simplified,
	triggerName,
	triggerWorkflow,
} from '../support/n8n/workflows';
import { readRecords } from '../support/service';

// Arabic as it is written in Egypt has its own digits and decimal separator, so a number or a date
// that is formatted in the language of the machine is noticed.
const environment = { N8N_DEFAULT_LOCALE: 'ar', LC_ALL: 'ar_EG.UTF-8' };
const instance = useTestInstance({ transactions: 30, environment });

it('tells the editor to use the language', async () => {
	const settings = await instance.editor.served<{ data: IDataObject }>('/rest/settings');
	expect(settings.data.defaultLocale).toBe('ar');
});

// The editor asks n8n for a translation of a node only if its parameters are not in this file.
it('describes the nodes to the editor with all their parameters, in English', async () => {
	const served = await instance.editor.served<INodeTypeDescription[]>('/types/nodes.json');
	for (const { description } of [new BankTransactions(), new BankTransactionsTrigger()]) {
		const name = `n8n-nodes-bank-transactions.${description.name}`;
		const { displayName, subtitle, properties } = description;
		const found = served.find((node) => node.name === name);
		expect(found).toMatchObject({ displayName, subtitle, description: description.description });
		expect(found?.properties).toEqual(properties);
		expect(found).not.toHaveProperty('translation');
	}
});

it('describes the credential to the editor in English', async () => {
	const { editor } = instance;
	const { displayName, name, properties } = new BankTransactionsApi();
	const served = await editor.served<ICredentialType[]>('/types/credentials.json');
	const found = served.find((type) => type.name === name);
	expect(found?.displayName).toBe(displayName);
	// n8n adds parameters of its own.
	expect(found?.properties.slice(0, properties.length)).toEqual(properties);
	const url = `/rest/credential-translation?credentialType=${name}`;
	expect(await editor.served(url)).toEqual({ data: null });
});

it('passes an event on unchanged, while other nodes write numbers in the language', async () => {
	const { control, credential, editor } = instance;
	const format: INode = {
		id: 'Format',
		name: 'Format',
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		position: [200, 0],
		parameters: {
			assignments: {
				assignments: [
					{
						id: 'amount',
						name: 'amount',
						type: 'string',
						value: '={{ $json.amount.toLocaleString() }}',
					},
				],
			},
		},
	};
	const input = triggerWorkflow({ triggerOn: 'all' }, credential, [format]);
	const workflow = await editor.activate(await editor.createWorkflow(input));
	const { transaction } = await control.transfer({ amount: 1234.5, description: 'DH1042' });
	const execution = await editor.waitForExecution(workflow.id, hasPassed(transaction.id));
	expect(getItems(execution, triggerName)).toEqual([simplified(transaction)]);
	expect(getItems(execution, format.name)).toEqual([{ amount: '١٬٢٣٤٫٥' }]);
	await editor.deactivate(workflow);
	expect(await control.webhooks()).toEqual([]);
});

it('lists transactions from a date that is in the language', async () => {
	const { bank, control } = instance;
	const records = await readRecords(bank);
	await control.clearLogs();
	const filters = { fromDate: "={{ DateTime.fromISO('2020-01-01').setLocale('ar') }}" };
	const parameters = { resource: 'transaction', operation: 'getAll', returnAll: true, filters };
	expect(await runAction(instance, parameters)).toEqual(records.map(simplified));
	const queries = (await control.requests()).map(({ query }) => query);
	expect(queries).toEqual([expect.objectContaining({ fromDate: '2020-01-01' })]);
	expect(JSON.stringify(queries)).toMatch(/^[ -~]*$/);
});

it('writes the amount of a payment request in digits that banks read', async () => {
	const request = {
		resource: 'paymentRequest',
		operation: 'create',
		accountSource: 'manual',
		bank: { __rl: true, mode: 'name', value: 'Vietcombank' },
		accountNumber: '1023456789012',
		paymentCode: 'dh1042',
		amount: '={{ 125000 * 2 }}',
	};
	expect(await runAction(instance, request)).toMatchObject([
		{ amount: 250_000, content: 'DH1042', qrContent: expect.stringContaining('5406250000') },
	]);
});
