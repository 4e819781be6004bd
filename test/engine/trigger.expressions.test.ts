import { DateTime } from 'luxon';
import type {
	INodeParameters,
	INodeProperties,
	NodeError,
	NodeParameterValueType,
	WorkflowActivateMode,
} from 'n8n-workflow';

import { triggerProperties } from '../../nodes/BankTransactionsTrigger/properties';
import { checkConstantly, createTestWorkflow } from '../support/engine/testWorkflow';
import { waitFor } from '../support/waitFor';

const workflow = createTestWorkflow();

function useOptions(options: INodeParameters) {
	workflow.trigger.parameters = { triggerOn: 'all', options };
}

/**
 * The workflow cannot be activated, and no webhook is registered. The message, which is all that n8n
 * shows, says what is wrong, and then what to do.
 */
async function expectRefusal(
	parameters: INodeParameters,
	what: string,
	toDo: string | RegExp,
	mode: WorkflowActivateMode = 'activate',
) {
	const { trigger, control } = workflow;
	trigger.parameters = parameters;
	const refused = trigger.activate(mode);
	await expect(refused).rejects.toMatchObject({ name: 'NodeOperationError' });
	const { message, description } = (await refused.catch((error: unknown) => error)) as NodeError;
	const end = message.indexOf('. ', message.indexOf(what) + what.length);
	expect(message.slice(0, end)).toContain(what);
	expect(message.slice(end + 2)).toMatch(toDo);
	expect(description).toBeUndefined();
	expect(await control.webhooks()).toEqual([]);
}

/** What is wrong with a value, and what to do. */
type Problem = [what: string, toDo: string | RegExp];

const inCode = (shape: INodeParameters) => ({
	options: { paymentCode: { prefix: 'DH', ...shape } },
});

const inAccount = (value: unknown) => ({ __rl: true, mode: 'number', value }) as INodeParameters;

describe('an expression for a parameter that decides which transactions start the workflow', () => {
	it.each<[string, INodeParameters]>([
		["'Trigger On'", { triggerOn: '={{ "all" }}' }],
		["'Account'", { options: { accountNumber: '={{ "123456789" }}' } }],
		["'Account'", { options: { accountNumber: inAccount('={{ "123456789" }}') } }],
		["'Account'", { options: { accountNumber: inAccount('=123456789') } }],
		["'Minimum Amount'", { options: { minimumAmount: '={{ 250000 }}' } }],
		["'Catch Up Window'", { options: { catchUpWindow: '={{ 3 }}' } }],
		["'Only With Payment Code'", { options: { onlyWithPaymentCode: '={{ false }}' } }],
		["'Prefix' of 'Payment Code'", inCode({ prefix: '={{ "HD" }}' })],
		["'Minimum Length' of 'Payment Code'", inCode({ minimumLength: '={{ 3 }}' })],
		["'Maximum Length' of 'Payment Code'", inCode({ maximumLength: '={{ 10 }}' })],
		["'Characters' of 'Payment Code'", inCode({ characters: '={{ "digits" }}' })],
	])('is refused when a person publishes the workflow: %s', async (label, parameters) => {
		for (const mode of ['activate', 'create', 'update'] as const) {
			await expectRefusal(
				parameters,
				`${label} of "Bank Transactions Trigger" takes no expression`,
				'Enter a fixed value',
				mode,
			);
		}
	});

	it('is evaluated and logged when n8n starts, if n8n evaluates it', async () => {
		useOptions({ accountNumber: inAccount('={{ 123456789 }}') });
		await workflow.trigger.activate('init');
		await waitFor(async () => expect(await workflow.control.webhooks()).toHaveLength(1));
		expect(workflow.warnings[0]).toContain(
			`'Account' of "Bank Transactions Trigger" takes no expression`,
		);
		await workflow.control.transfer({ amount: 1000 });
		const accountNumber = '123456789';
		const { transaction } = await workflow.control.transfer({ amount: 2000, accountNumber });
		await workflow.expectPassed([transaction.id]);
	});

	it('never starts the workflow for other transactions when n8n starts and does not evaluate it', async () => {
		useOptions({ minimumAmount: '={{ 250000 }}' });
		await workflow.trigger.activate('init');
		await waitFor(() =>
			expect(workflow.warnings).toContainEqual(
				expect.stringMatching(/^The check .* failed: 'Minimum Amount' is not a number/),
			),
		);
		expect(await workflow.control.webhooks()).toEqual([]);
		expect(workflow.trigger.passedIds).toEqual([]);
	});

	it('does not prevent a test run, in which nothing is selected for good', async () => {
		useOptions({ accountNumber: inAccount('={{ 123456789 }}') });
		await workflow.trigger.startTestRun();
		await workflow.trigger.stopTestRun();
	});
});

describe('an account', () => {
	it.each<[string, NodeParameterValueType]>([
		['a number', 123_456_789],
		['selected from the list', { __rl: true, mode: 'list', value: '123456789' }],
		['entered by its number', { __rl: true, mode: 'number', value: ' 123 456 789 ' }],
	])('may be %s', async (_name, accountNumber) => {
		useOptions({ accountNumber });
		await workflow.trigger.activate();
		await workflow.control.transfer({ amount: 1000 });
		const { transaction } = await workflow.control.transfer({
			amount: 2000,
			accountNumber: '123456789',
		});
		await workflow.expectPassed([transaction.id]);
	});

	it('may be missing, which means all accounts', async () => {
		useOptions({ accountNumber: { __rl: true, mode: 'list', value: '' } });
		await workflow.trigger.activate();
		const { transaction } = await workflow.control.transfer({ amount: 1000 });
		await workflow.expectPassed([transaction.id]);
	});

	it.each<[NodeParameterValueType]>([[true], [['123456789']], [{ number: '123456789' }]])(
		'is refused if it is %j, and the workflow does not start for all accounts instead',
		async (value) => {
			for (const accountNumber of [value, inAccount(value)]) {
				const message = "'Account' is not a valid account number";
				await expectRefusal({ options: { accountNumber } }, message, 'from the list');
			}
		},
	);
});

describe('a value that cannot be used', () => {
	const unknown: Problem = ['has an unknown value', /^Select '[^.]*\.$/];
	const unknownInExpression: Problem = [
		'has an unknown value',
		/^Select '.*'\. In an expression, use \w+.*\.$/,
	];
	const noSwitch: Problem = ['is neither true nor false', /^Turn the switch on or off\. .+\.$/];
	const noNumber = (minimum: number, value: number | string): Problem => [
		`is not a number of at least ${minimum}: ${value}`,
		'Enter a number in digits, without a unit or thousands separators.',
	];

	it.each<[string, INodeParameters, Problem]>([
		['Trigger On', { triggerOn: 'Incoming' }, unknown],
		['Trigger On', { triggerOn: ' ' }, unknown],
		['Characters', inCode({ characters: 'letters' }), unknown],
		['Delivery', { delivery: '={{ "Polling" }}' }, unknownInExpression],
		['Delivery', { delivery: '={{ true }}' }, unknownInExpression],
		['Simplify', { simplify: '={{ "yes" }}' }, noSwitch],
		['Catch Up', { options: { catchUp: '={{ "yes" }}' } }, noSwitch],
		['Include Test Events', { options: { includeTestEvents: '={{ "yes" }}' } }, noSwitch],
		['Test With Latest Transaction', { options: { testWithLatest: '={{ "yes" }}' } }, noSwitch],
		['Only With Payment Code', { options: { onlyWithPaymentCode: 'yes' } }, noSwitch],
		['Interval', { delivery: 'polling', interval: 0 }, noNumber(1, 0)],
		['Catch Up Interval', { options: { catchUpInterval: 0 } }, noNumber(1, 0)],
		['Catch Up Window', { options: { catchUpWindow: 0 } }, noNumber(1, 0)],
		["Minimum Length' of 'Payment Code", inCode({ minimumLength: 0 }), noNumber(1, 0)],
		["Maximum Length' of 'Payment Code", inCode({ maximumLength: 0 }), noNumber(1, 0)],
		['Minimum Amount', { options: { minimumAmount: '1e3' } }, noNumber(0, '1e3')],
		[
			'Minimum Amount',
			{ options: { minimumAmount: -1 } },
			['is not a number of at least 0: -1', 'Enter a number without a minus sign.'],
		],
		[
			'Minimum Amount',
			{ options: { minimumAmount: '250.000' } },
			[
				'is not a number of at least 0: 250.000',
				'Enter 250000 or 250.000 đ, or 250 if that is the amount.',
			],
		],
		[
			"Minimum Length' of 'Payment Code",
			inCode({ minimumLength: 5, maximumLength: 4 }),
			[
				"is larger than 'Maximum Length'",
				"Set 'Maximum Length' to at least 'Minimum Length', e.g. 3 and 10.",
			],
		],
		[
			'Only With Payment Code',
			{ options: { onlyWithPaymentCode: true } },
			[
				"is on, but 'Payment Code' is missing",
				"Add the option 'Payment Code' and enter the 'Prefix' of your codes.",
			],
		],
	])("is refused, with what to do: '%s' %j", async (label, parameters, [problem, toDo]) => {
		await expectRefusal(parameters, `'${label}' ${problem}`, toDo);
	});
});

describe('a value that is clear', () => {
	it.each(['250000', '250000 VND', '250.000đ'])('is taken for an amount: %s', async (amount) => {
		useOptions({ minimumAmount: amount });
		await workflow.trigger.activate();
		await workflow.control.transfer({ amount: 249_999 });
		const { transaction } = await workflow.control.transfer({ amount: 250_000 });
		await workflow.expectPassed([transaction.id]);
	});

	it.each([[''], [null]])("takes %j for the default of 'Trigger On'", async (triggerOn) => {
		const { trigger, control } = workflow;
		trigger.parameters = { triggerOn };
		await trigger.activate();
		await control.transfer({ amount: -1000 });
		const { transaction } = await control.transfer({ amount: 1000 });
		await workflow.expectPassed([transaction.id]);
	});

	it.each([
		['={{ "" }}', ''],
		['={{ null }}', null],
	])('takes %s for the default of the others', async (expression, catchUpWindow) => {
		const { trigger, control } = workflow;
		checkConstantly();
		const names = ['catchUp', 'includeTestEvents', 'testWithLatest'];
		const options = Object.fromEntries(names.map((name) => [name, expression]));
		trigger.parameters = { simplify: expression, options: { ...options, catchUpWindow } };
		await trigger.activate();
		await control.sendTestEvent();
		const [missed] = await workflow.loseTransfers(1000);
		await workflow.expectPassed([missed]);
		expect(trigger.executions.flat()).toMatchObject([{ json: { direction: 'incoming' } }]);
		const day = DateTime.now().setZone('Asia/Ho_Chi_Minh').minus({ days: 3 }).toISODate();
		expect((await workflow.listRequests()).at(-1)?.query.fromDate).toBe(day);
	});

	it.each(['={{ "FALSE" }}', '={{ 0 }}'])('understands %s as false', async (catchUp) => {
		const { trigger, control } = workflow;
		trigger.parameters = { triggerOn: 'all', options: { catchUp, catchUpInterval: 0.02 } };
		await trigger.activate();
		await control.transfer({ amount: 1000, deliver: false });
		await control.clearLogs();
		const { transaction } = await control.transfer({ amount: 1000 });
		await workflow.expectPassed([transaction.id]);
	});

	it('may be the smallest number', async () => {
		const paymentCode = { prefix: 'DH', minimumLength: 4, maximumLength: 4 };
		useOptions({ catchUpWindow: 1, minimumAmount: 0, paymentCode });
		await workflow.trigger.activate();
		await workflow.control.transfer({ amount: 1000, description: 'DH1042' });
		await workflow.trigger.settled();
		expect(workflow.trigger.executions.flat()).toMatchObject([{ json: { paymentCode: 'DH1042' } }]);
	});
});

describe('a payment code', () => {
	it.each([
		'DH; HD',
		'DH|HD',
		'DH\nHD',
		'DH HD',
		'DH/HD',
		'DH / HD, NAP',
		'DH+HD',
		'DH & HD',
		'ĐH, HĐ NẠP'.normalize('NFD'),
	])(
		'is refused if its prefixes are separated by something else than commas: %j',
		async (prefix) => {
			await expectRefusal(
				inCode({ prefix }),
				`'Prefix' of 'Payment Code' is not valid: ${prefix}`,
				'Separate several with commas',
			);
		},
	);

	it.each([
		['DH, HD,NAP', 'CK HD 1042', 'HD1042'],
		['HD/', 'CK hd/1042', 'HD/1042'],
		['DH-2024-', 'CK DH 2024 1042', 'DH-2024-1042'],
		['DH 2024/', 'CK DH2024 1042', 'DH 2024/1042'],
		['DON-HANG', 'CK don hang 1042', 'DON-HANG1042'],
		['don.hang', 'CK DONHANG1042', 'don.hang1042'],
		['NẠP'.normalize('NFD'), 'CK nap 1042', `${'NẠP'.normalize('NFD')}1042`],
	])('may have separators within a prefix: %s in "%s"', async (prefix, description, code) => {
		useOptions({ paymentCode: { prefix } });
		await workflow.trigger.activate();
		await workflow.control.transfer({ amount: 1000, description });
		await workflow.trigger.settled();
		const [[{ json }]] = workflow.trigger.executions;
		expect(json.paymentCode).toBe(code);
	});
});

describe('an option of the wrong type', () => {
	const getFields = (properties: INodeProperties[], collection: string) =>
		properties.find(({ name }) => name === collection)?.options as INodeProperties[];
	const options = getFields(triggerProperties, 'options');
	const codeOptions = getFields(options, 'paymentCode');
	const values = [{ a: 1 }, [1], null, true, 'x'];
	const expressions = values.map((value) => `={{ (${JSON.stringify(value)}) }}`);

	it.each([...values, ...expressions].map((value) => [value]))(
		'is accepted, or refused with a reason, without breaking anything: %j',
		async (value) => {
			for (const { name } of options) await expectNoTypeError({ [name]: value });
			for (const { name } of codeOptions) {
				await expectNoTypeError(inCode({ [name]: value }).options);
			}
		},
		60_000,
	);

	async function expectNoTypeError(choice: INodeParameters) {
		const { control, trigger } = workflow;
		useOptions({ catchUp: false, ...choice });
		try {
			await trigger.activate();
		} catch (error) {
			const { name, message } = error as Error;
			const reason = expect.not.stringMatching(/is not a function|undefined/);
			expect([choice, name, message]).toEqual([choice, 'NodeOperationError', reason]);
			return;
		}
		const { deliveries } = await control.transfer({ amount: 1000, description: 'DH1042' });
		// Another header than the one that carries the token refuses the call.
		const isOtherHeader = ['x', expressions.at(-1)].includes(choice.secureTokenHeader as string);
		const expected = isOtherHeader ? 401 : 200;
		expect([choice, deliveries[0].attempts[0].status]).toEqual([choice, expected]);
		await trigger.settled();
		expect(trigger.runs.stored.map(({ status }) => status)).not.toContain('error');
		await trigger.deactivate();
	}
});
