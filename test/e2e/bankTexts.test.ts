import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { ListRecord } from '../bank/types';
import { getItems } from '../support/n8n/editor';
import {
	SETUP_TIMEOUT_MS,
	startTestInstance,
	type TestInstance,
} from '../support/n8n/testInstance';
import {
	actionName,
	actionWorkflow,
	startName,
	triggerName,
	triggerWorkflow,
} from '../support/n8n/workflows';

let instance: TestInstance;

beforeAll(async () => {
	instance = await startTestInstance({ transactions: 0 });
}, SETUP_TIMEOUT_MS);

afterAll(async () => await instance.end(), 60_000);

/** Matches one order and returns what the node says about it. */
async function match(paymentCode: string, parameters: INodeParameters = {}): Promise<IDataObject> {
	const { editor, credential } = instance;
	const all = {
		resource: 'transaction',
		operation: 'match',
		paymentCode,
		expectedAmount: '250000',
		simplify: false,
		...parameters,
	};
	const { id } = await editor.createWorkflow(actionWorkflow(all, credential));
	const run = await editor.runOnce(id, startName);
	const execution = await editor.waitForExecution(id, (seen) => seen.id === run);
	return getItems(execution, actionName)[0];
}

const getTexts = (listed: unknown) =>
	(listed as ListRecord[]).map(({ description }) => description);

/** The bank broke the line within the code. */
const broken =
	'MBVCB.11876304648.447013.DH20260925 001.CT tu 0123456789 NGUYEN VAN AN  toi 0900000001 CUA HANG HOA SEN tai  MB- Ma GD ACSP/ bl447013';

it('reads codes across the lines of a bank, and not out of its own words', async () => {
	const { editor, credential, control } = instance;
	const paymentCode = { prefix: 'DH, GD', maximumLength: 11 };
	const parameters = { triggerOn: 'incoming', options: { paymentCode } };
	const workflow = await editor.createWorkflow(triggerWorkflow(parameters, credential));
	await editor.activate(workflow);
	const expected = {
		[broken]: 'DH20260925001',
		'CK theo hop dong- Ma GD ACSP/ dH829868': '',
		DH20260521M9F2: '',
		'DH1042 thanh toan GD 931139-102322 13:18:51': 'DH1042',
	};
	for (const [description, code] of Object.entries(expected)) {
		const { transaction } = await control.transfer({ amount: 250_000, description });
		const execution = await editor.waitForExecution(workflow.id, (seen) =>
			getItems(seen, triggerName).some(({ id }) => id === transaction.id),
		);
		expect(getItems(execution, triggerName)).toMatchObject([{ description, paymentCode: code }]);
	}
	await editor.deleteWorkflow(workflow);
	expect(await match('DH20260925001')).toMatchObject({ status: 'paid' });
	expect(await match('DH20260925')).toMatchObject({ status: 'unpaid', transactions: [] });
}, 120_000);

it('never counts one transfer for two orders, and shows a person what is not certain', async () => {
	const all = 'SV2001 SV2002 SV2003';
	await instance.control.transfers([
		{ amount: 250_000, description: all },
		{ amount: 1000, description: 'SV2002' },
		{ amount: 250_000, description: 'CKSV2002' },
		{ amount: -5000, description: 'hoan tien SV2002' },
	]);
	const payment = await match('SV2002');
	expect(payment).toMatchObject({ status: 'underpaid', receivedAmount: 1000 });
	expect(getTexts(payment.sharedTransactions)).toEqual([all]);
	expect(payment.possibleTransactions).toMatchObject([
		{ description: 'CKSV2002', reason: 'insideWord' },
		{ description: 'hoan tien SV2002', reason: 'refund' },
	]);
	expect(await match('SV2001')).toMatchObject({ status: 'unpaid', transactions: [] });
	expect(await match('SV2002', { options: { matchInsideWords: true } })).toMatchObject({
		status: 'overpaid',
		receivedAmount: 251_000,
	});
	expect(await match('SV2002', { simplify: true })).toMatchObject({ needsReview: true });
}, 120_000);
