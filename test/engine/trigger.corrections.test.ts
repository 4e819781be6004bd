import type { INodeParameters } from 'n8n-workflow';

import type { Correction } from '../bank/types';
import { advanceClock, createCatchUpWorkflow, DAY_MS } from '../support/engine/testWorkflow';

const workflow = createCatchUpWorkflow();

const paymentCode = { prefix: 'DH' };
const onlyWithCode: INodeParameters = {
	triggerOn: 'all',
	options: { paymentCode, onlyWithPaymentCode: true },
};

beforeEach(() => {
	workflow.trigger.parameters = onlyWithCode;
});

async function activate() {
	await workflow.activate();
	await workflow.waitUntilQuiet();
}

/** Books transfers that the service lists without a description at first, and waits for checks. */
async function listWithoutCode(count = 1): Promise<number[]> {
	const transfers = Array.from({ length: count }, () => ({ description: '' }));
	const ids = await workflow.loseTransfers(...transfers);
	await workflow.waitForChecks();
	return ids;
}

describe('a transaction that is listed before its payment code', () => {
	it('starts the workflow once, when a check finds the code, also if the code changes later', async () => {
		const { control, trigger } = workflow;
		await activate();
		const [id] = await listWithoutCode();
		await control.correct(id, { description: 'CK DH1042' });
		await workflow.expectPassed([id]);
		await control.correct(id, { description: 'CK DH2001' });
		await workflow.expectNoMoreThan([id]);
		const [[{ json }]] = trigger.executions;
		expect(json.paymentCode).toBe('DH1042');
		await trigger.restart();
		trigger.staticData = {};
		await trigger.restart();
		await workflow.expectNoMoreThan([id]);
	});

	it.each(['with the static data of the day before', 'without static data'])(
		'starts the workflow once if n8n restarted in between %s',
		async (name) => {
			const { control, trigger } = workflow;
			await activate();
			const [id] = await listWithoutCode();
			advanceClock(DAY_MS);
			await workflow.waitForChecks();
			if (name === 'without static data') trigger.staticData = {};
			await trigger.restart();
			await workflow.waitForChecks();
			await control.correct(id, { description: 'CK DH1042' });
			await workflow.expectNoMoreThan([id]);
			await trigger.restart();
			await workflow.expectNoMoreThan([id]);
		},
	);

	it('starts the workflow once if its event came without the code, too', async () => {
		const { control } = workflow;
		await activate();
		const { transaction } = await control.transfer({ amount: 1000, description: '' });
		await workflow.waitForChecks();
		await control.correct(transaction.id, { description: 'CK DH1042' });
		await workflow.expectNoMoreThan([transaction.id]);
	});

	it('starts the workflow once if an event brings the code before the list does', async () => {
		const { control } = workflow;
		await activate();
		const [id] = await listWithoutCode();
		await workflow.sendEvent(id);
		await workflow.expectNoMoreThan([id]);
		await control.correct(id, { description: `CK DH${id}` });
		await workflow.expectNoMoreThan([id]);
	});

	it('starts the workflow when the window is read in full, if it is not among the newest', async () => {
		const { control } = workflow;
		await control.settings({ maximumPageSize: 5 });
		await activate();
		const [id] = await listWithoutCode(8);
		await control.correct(id, { description: 'CK DH1042' });
		await workflow.expectNoMoreThan();
		advanceClock(DAY_MS);
		await workflow.expectNoMoreThan([id]);
	});

	it('costs no further requests', async () => {
		const { control } = workflow;
		await activate();
		await listWithoutCode(40);
		await control.clearLogs();
		await workflow.waitForChecks(10);
		const requests = await control.requests();
		const checks = requests.filter(({ path }) => path === '/v2/userInfo').length;
		expect((await workflow.listRequests()).length).toBeLessThanOrEqual(checks + 1);
		expect(workflow.trigger.runs.stored.filter(({ passedItems }) => passedItems)).toEqual([]);
	});
});

it.each<[string, INodeParameters, Correction]>([
	['its direction', { triggerOn: 'outgoing' }, { amount: -1000 }],
	['its amount', { options: { minimumAmount: 5000 } }, { amount: 5000 }],
])(
	'a transaction starts the workflow once the bank corrects %s',
	async (_name, parameters, correction) => {
		const { control, trigger } = workflow;
		trigger.parameters = parameters;
		await activate();
		const [id] = await workflow.loseTransfers(1000);
		await workflow.expectNoMoreThan();
		await control.correct(id, correction);
		await workflow.expectNoMoreThan([id]);
		await control.correct(id, { amount: 1000 });
		await trigger.restart();
		await workflow.expectNoMoreThan([id]);
	},
);

describe('a payment code that comes late does not start the workflow', () => {
	it('if the transaction was listed before the workflow was published', async () => {
		const { control, trigger } = workflow;
		await activate();
		const [id] = await listWithoutCode();
		await trigger.deactivate();
		await workflow.activate();
		await control.correct(id, { description: 'CK DH1042' });
		await workflow.expectNoMoreThan();
	});

	it.each<[string, INodeParameters]>([
		['which needs no code', { paymentCode }],
		[
			'which looks for others, too',
			{ paymentCode: { prefix: 'DH, HD' }, onlyWithPaymentCode: true },
		],
	])(
		'if the transaction was left out before a change of the filter, %s',
		async (_name, options) => {
			const { control, trigger } = workflow;
			await activate();
			const [id] = await listWithoutCode();
			await trigger.publish({ parameters: { triggerOn: 'all', options } });
			await workflow.expectNoMoreThan();
			await control.correct(id, { description: 'CK DH1042' });
			await workflow.expectNoMoreThan();
			const [next] = await workflow.loseTransfers({ description: 'CK DH2001' });
			await workflow.expectPassed([next]);
		},
	);
});

describe('a transaction that the bank withdraws', () => {
	it('does not hide one that is listed late, beyond the first page', async () => {
		await workflow.fillWindow(150);
		workflow.trigger.parameters = { triggerOn: 'all' };
		await activate();
		const [pending] = await workflow.expectCatchUp();
		await workflow.control.withdraw(pending);
		await workflow.waitForChecks();
		const when = new Date(Date.now() - 1.8 * DAY_MS).toISOString();
		await workflow.expectCatchUp([pending], { when });
	});
});
