import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { startBank } from '../service/bank';
import { BankControl } from '../service/control';
import { runAction, type CredentialData } from './engine';
import { LiveTrigger } from './liveTrigger';

const url = 'https://n8n.example.com/webhook/bank';

/** The parameters of every operation that change nothing, in an order that suits what comes after. */
const reading = (transactionId: number, webhookId: number): Record<string, INodeParameters> => ({
	'transaction/get': { transactionId: { __rl: true, mode: 'id', value: String(transactionId) } },
	'transaction/getAll': { returnAll: true },
	'user/get': {},
	'webhook/get': { webhookId: String(webhookId) },
});

/**
 * What each operation and the trigger give out, from n8n's engine and a practice bank of its own:
 * items by the name of the schema file that tells of them, under `nodes/`, without its ending.
 */
export async function collectOutputs(): Promise<Record<string, IDataObject[]>> {
	const bank = await startBank({ transactions: 40 });
	try {
		const control = new BankControl(bank.url);
		const credential: CredentialData = {
			baseUrl: bank.url,
			scheme: 'Apikey',
			apiKey: bank.apiKey,
			timeZone: 'Asia/Ho_Chi_Minh',
		};
		const outputs: Record<string, IDataObject[]> = {};
		const collect = async (name: string, parameters: INodeParameters, inputs?: IDataObject[]) => {
			const [resource, operation] = name.split('/');
			const all = { resource, operation, ...parameters };
			const { items, error } = await runAction(credential, all, { items: inputs });
			if (error) throw new Error(`${name}: ${error.message}`);
			outputs[`BankTransactions/__schema__/v1.0.0/${name}`] = items.map(({ json }) => json);
		};

		const { transaction } = await control.transfer({ amount: 250_000, description: 'DH1 coc' });
		await control.transfer({ amount: 90_000, description: 'DH1 va DH2' });
		const hook = await control.addHook({ url });
		for (const [name, parameters] of Object.entries(reading(transaction.id, hook.id))) {
			await collect(name, parameters);
		}
		await collect(
			'transaction/match',
			{ paymentCode: '={{ $json.code }}', expectedAmount: '={{ $json.amount }}' },
			[{ code: 'DH1', amount: '250000' }, { code: 'DH2' }],
		);
		const webhookId = String(hook.id);
		await collect('webhook/update', { webhookId, updateFields: { incomeOnly: true } });
		await collect('webhook/delete', { webhookId });
		await collect('webhook/create', { webhookUrl: url, secureToken: 'a secret of the shop' });
		await collect('webhook/deleteByUrl', { webhookUrl: url });
		outputs['BankTransactionsTrigger/__schema__/v1.0.0/output'] = await triggered(
			credential,
			control,
		);
		return outputs;
	} finally {
		await bank.close();
	}
}

async function triggered(credential: CredentialData, control: BankControl): Promise<IDataObject[]> {
	const trigger = await new LiveTrigger(credential).listen();
	try {
		await trigger.activate();
		await control.transfer({ amount: 120_000, description: 'DH3 thanh toan' });
		await trigger.settled();
		return trigger.executions.flat().map(({ json }) => json);
	} finally {
		await trigger.close();
	}
}
