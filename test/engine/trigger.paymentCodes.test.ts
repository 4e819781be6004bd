import type { INodeParameters, NodeParameterValueType } from 'n8n-workflow';

import { logEntries } from '../support/engine/n8nInstance';
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

it.each<[INodeParameters, string, string]>([
	[{ prefix: 'DH' }, 'CK DH-1042 tu A', 'DH1042'],
	[{ prefix: 77 }, 'CK 77-1042', '771042'],
	[{ prefix: 'DH', matchInsideWords: true }, 'CKDH1042', 'DH1042'],
	[
		{ prefix: 'NAP', minimumLength: 5, maximumLength: 5, characters: 'alphanumeric' },
		'NAP7K3Q2THIEU',
		'NAP7K3Q2',
	],
])('a code is read with %j, and empty if there is none', async (paymentCode, description, code) => {
	await publish(paymentCode);
	await transfer(description, 'CK khong co');
	expect(getCodes()).toEqual([code, '']);
});

it('a code can be required, so that transactions without one start nothing', async () => {
	await publish({ prefix: 'DH' }, { onlyWithPaymentCode: true });
	await transfer('CK khong co', 'CK DH1042');
	expect(getCodes()).toEqual(['DH1042']);
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
		[{ prefix: null }],
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
