import type { IDataObject, INodeParameters, NodeParameterValueType } from 'n8n-workflow';

import { runAction } from '../support/engine/engine';
import { logEntries } from '../support/engine/n8nInstance';
import { getOutput } from '../support/engine/testBank';
import { createTestWorkflow } from '../support/engine/testWorkflow';
import { waitFor } from '../support/waitFor';

const workflow = createTestWorkflow();

async function publish(paymentCode: INodeParameters, options: INodeParameters = {}) {
	const parameters = { options: { catchUp: false, paymentCode, ...options } };
	await workflow.trigger.publish({ parameters });
}

/** Books a transfer with each of these texts, one after the other. */
async function transfer(...descriptions: string[]) {
	for (const description of descriptions) {
		await workflow.control.transfer({ amount: 1000, description });
	}
	await workflow.trigger.settled();
}

const getPassed = () => workflow.trigger.executions.flat().map(({ json }) => json);
const getCodes = () => getPassed().map(({ paymentCode }) => paymentCode);

it('a code is extracted from the description, and empty if there is none', async () => {
	await publish({ prefix: 'DH' });
	await transfer('CK DH-1042 tu A', 'CK khong co');
	expect(getCodes()).toEqual(['DH1042', '']);
});

it('a prefix may be surrounded by spaces', async () => {
	await publish({ prefix: ' DH ' });
	await transfer('CK DH-1042 tu A');
	expect(getCodes()).toEqual(['DH1042']);
});

it('a code can be required, so that transactions without one start nothing', async () => {
	await publish({ prefix: 'DH' }, { onlyWithPaymentCode: true });
	await transfer('CK khong co', 'CK DH1042');
	expect(getCodes()).toEqual(['DH1042']);
});

it('a prefix may be a number', async () => {
	await publish({ prefix: 77 }, { onlyWithPaymentCode: true });
	await transfer('khong co ma', 'CK 77-1042');
	expect(getCodes()).toEqual(['771042']);
});

it('a code is read as the bank wrote it: across its lines, and not out of its own words', async () => {
	await publish({ prefix: 'DH, GD', maximumLength: 11 });
	await transfer(
		'MBVCB.11876304648.447013.DH20260925 001.CT tu 0123456789 NGUYEN VAN AN  toi 0900000001 CUA HANG HOA SEN tai  MB- Ma GD ACSP/ bl447013',
		'CK theo hop dong- Ma GD ACSP/ dH829868',
		'DH20260521M9F2',
	);
	expect(getCodes()).toEqual(['DH20260925001', '', '']);
});

it('a code may directly follow other letters, if that is turned on', async () => {
	await publish({ prefix: 'DH', matchInsideWords: true });
	await transfer('CKDH1042');
	expect(getCodes()).toEqual(['DH1042']);
});

it('a code of one length may be directly followed by letters', async () => {
	const shape = { minimumLength: 5, maximumLength: 5, characters: 'alphanumeric' };
	await publish({ prefix: 'NAP', ...shape });
	await transfer('NAP7K3Q2THIEU');
	expect(getCodes()).toEqual(['NAP7K3Q2']);
});

describe('several prefixes', () => {
	it('find the codes of each, and the longest of those in one transfer', async () => {
		await publish({ prefix: 'DH, HD, NAP' }, { onlyWithPaymentCode: true });
		await transfer(
			'MBVCB.2707051024.042064.DH1042.CT tu A',
			'hd-2001 thanh toan',
			'CK Nạp 300',
			'CK XY1042',
			'DH1042 va NAP20001',
		);
		expect(getCodes()).toEqual(['DH1042', 'HD2001', 'NAP300', 'NAP20001']);
	});

	it('give codes by which Match Payments finds the same transfers', async () => {
		await publish({ prefix: 'DH, HD, NAP' }, { onlyWithPaymentCode: true });
		await transfer(
			'MBVCB.2707051024.042064.DH1042.CT tu A',
			'CK hd 2001',
			'nạp-300',
			'HD10421 va DH10',
			'CK DH104',
		);
		const passed = getPassed();
		expect(passed).toHaveLength(5);
		const matched = await runAction(
			workflow.credential,
			{
				resource: 'transaction',
				operation: 'match',
				paymentCode: '={{ $json.paymentCode }}',
				expectedAmount: '={{ $json.amount }}',
				simplify: false,
			},
			{ items: passed },
		);
		expect(
			getOutput(matched).map(({ paymentCode, status, transactions }) => ({
				paymentCode,
				status,
				ids: (transactions as IDataObject[]).map(({ id }) => id),
			})),
		).toEqual(passed.map(({ paymentCode, id }) => ({ paymentCode, status: 'paid', ids: [id] })));
	});
});

it.each<[NodeParameterValueType]>([[['DH', 'HD']], [true], [{ prefix: 'DH' }]])(
	'a prefix that is no text is refused at the activation: %j',
	async (prefix) => {
		await expect(publish({ prefix })).rejects.toMatchObject({
			name: 'NodeOperationError',
			message: expect.stringMatching(/^'Prefix' of 'Payment Code' is not valid\. .+DH, HD, NAP/),
		});
		expect(await workflow.control.webhooks()).toEqual([]);
	},
);

describe('a payment code without a prefix', () => {
	const refusal =
		/^'Payment Code' has no prefix, .+ one of the bank\. Enter the letters .+'Prefix'/;

	it.each<[INodeParameters]>([
		[{ prefix: '' }],
		[{ prefix: ' , ' }],
		[{ prefix: '#' }],
		[{ maximumLength: 6, characters: 'alphanumeric' }],
	])('is refused when a person publishes the workflow: %j', async (paymentCode) => {
		await expect(publish(paymentCode)).rejects.toThrow(refusal);
		expect(await workflow.control.webhooks()).toEqual([]);
	});

	it('may be published if all codes have the same length', async () => {
		await publish({ prefix: '', minimumLength: 6, maximumLength: 6 });
		await transfer('CK 104277', 'CK 1042');
		expect(getCodes()).toEqual(['104277', '']);
		expect(logEntries('warn')).toEqual([]);
	});

	it('does not keep n8n from starting the workflow, but the log names it', async () => {
		workflow.trigger.parameters = { options: { paymentCode: { prefix: '' } } };
		await workflow.trigger.activate('init');
		await waitFor(async () => expect(await workflow.control.webhooks()).toHaveLength(1));
		expect(logEntries('warn')[0].message).toMatch(refusal);
	});

	it.each([
		['', [{ type: 'warning', location: 'outputPane', message: expect.stringMatching(refusal) }]],
		['DH', []],
	])('is a warning above the output of a test run: "%s"', async (prefix, hints) => {
		const { trigger } = workflow;
		trigger.parameters = { options: { paymentCode: { prefix }, testWithLatest: false } };
		await trigger.startTestRun();
		await transfer('CK DH1042');
		await trigger.stopTestRun();
		expect(getPassed()).toHaveLength(1);
		const { data } = await trigger.runs.stored[0].done;
		const [[run]] = Object.values(data.resultData.runData);
		expect(run.hints).toEqual(hints);
	});
});
