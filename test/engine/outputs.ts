import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { startBank } from '../bank/bank';
import type { BankControl } from '../bank/control';
import { toCredentialData } from '../support/engine/credentialData';
import { runAction, type CredentialData } from '../support/engine/engine';
import { LiveTrigger } from '../support/engine/liveTrigger';

const url = 'https://n8n.example.com/webhook/bank';

/**
 * Returns the output items of each operation and of the trigger, run in n8n's engine against a
 * practice bank. The keys are the paths of the schema files under `nodes/`, without extension.
 */
export async function collectOutputs(): Promise<Record<string, IDataObject[]>> {
	const bank = await startBank({ transactions: 40 });
	try {
		const { control } = bank;
		const credential = toCredentialData(bank);
		const outputs: Record<string, IDataObject[]> = {};
		const collect = async (name: string, parameters: INodeParameters, inputs?: IDataObject[]) => {
			const [resource, operation] = name.split('/');
			const all = { resource, operation, ...parameters };
			const { items, error } = await runAction(credential, all, { items: inputs });
			if (error) throw new Error(`${name}: ${error.message}`);
			outputs[`BankTransactions/__schema__/v1.0.0/${name}`] = items.map(({ json }) => json);
		};

		// Some banks do not tell the balance.
		const { transactions } = await control.transfers([
			{ amount: 250_000, description: 'DH1 coc' },
			{ amount: 50_000, description: 'DH1 tra them', balance: null },
			{ amount: 90_000, description: 'DH1 va DH2' },
			{ amount: 60_000, description: 'DH2 va DH1', balance: null },
		]);
		const webhook = await control.addWebhook({ url });
		const webhookId = String(webhook.id);
		await collect('account/getAll', {});
		await collect('transaction/getAll', { returnAll: true });
		await collect('user/get', {});
		await collect('webhook/get', { webhookId });
		await collect(
			'transaction/get',
			{ transactionId: { __rl: true, mode: 'id', value: '={{ $json.id }}' } },
			transactions.map(({ id }) => ({ id })),
		);
		const [{ accountNumber }] = (await control.state()).accounts;
		await collect('account/sync', { accountNumber });
		await collect(
			'paymentRequest/create',
			{
				accountSource: 'manual',
				bank: '970436',
				accountNumber: '1023456789012',
				paymentCode: '={{ $json.code }}',
				amount: '={{ $json.amount }}',
			},
			[{ code: 'DH1', amount: '250000' }, { code: 'DH2' }],
		);
		await collect(
			'transaction/match',
			{ paymentCode: '={{ $json.paymentCode }}', expectedAmount: '={{ $json.expectedAmount }}' },
			// Other names would be in the output as well, as columns of the orders.
			[{ paymentCode: 'DH1', expectedAmount: '250000' }, { paymentCode: 'DH2' }],
		);
		await collect('webhook/update', { webhookId, updateFields: { incomeOnly: true } });
		await collect('webhook/delete', { webhookId });
		await collect('webhook/create', { webhookUrl: url, secureToken: 'a secret of the shop' });
		await collect('webhook/deleteByUrl', { webhookUrl: url });
		outputs['BankTransactionsTrigger/__schema__/v1.0.0/output'] = await collectTriggerOutputs(
			credential,
			control,
		);
		return outputs;
	} finally {
		await bank.close();
	}
}

async function collectTriggerOutputs(
	credential: CredentialData,
	control: BankControl,
): Promise<IDataObject[]> {
	const trigger = await new LiveTrigger(credential).listen();
	try {
		await trigger.activate();
		await control.transfer({ amount: 120_000, description: 'DH3 thanh toan' });
		await control.transfer({ amount: 80_000, description: 'DH4 thanh toan', balance: null });
		await trigger.settled();
		return trigger.executions.flat().map(({ json }) => json);
	} finally {
		await trigger.close();
	}
}
