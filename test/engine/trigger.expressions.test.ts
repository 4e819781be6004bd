import { DateTime } from 'luxon';
import type {
	INodeParameters,
	NodeError,
	NodeParameterValueType,
	WorkflowActivateMode,
} from 'n8n-workflow';

import { checkConstantly, createTestWorkflow } from '../support/engine/testWorkflow';
import { waitFor } from '../support/waitFor';

const workflow = createTestWorkflow();

const VALUE = '={{ value }}';

/** Replaces the placeholder by a value. */
function set(parameters: INodeParameters, value: unknown): INodeParameters {
	const text = JSON.stringify(parameters).replace(JSON.stringify(VALUE), JSON.stringify(value));
	return JSON.parse(text) as INodeParameters;
}

/** Replaces the placeholder by an expression that gives the value. */
function setExpression(parameters: INodeParameters, value: unknown): INodeParameters {
	return set(parameters, `={{ ${JSON.stringify(value)} }}`);
}

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
	toDo: string | RegExp = /\w/,
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

const inCode = (shape: INodeParameters) => ({
	options: { paymentCode: { prefix: 'DH', ...shape } },
});

const inAccount = (value: string) => ({ __rl: true, mode: 'number', value });

describe('an expression for a parameter that decides which transactions start the workflow', () => {
	it.each<[string, INodeParameters, unknown]>([
		["'Trigger On'", { triggerOn: VALUE }, 'all'],
		["'Account'", { options: { accountNumber: VALUE } }, '123456789'],
		["'Account'", { options: { accountNumber: inAccount(VALUE) } }, '123456789'],
		["'Minimum Amount'", { options: { minimumAmount: VALUE } }, 250_000],
		["'Catch Up Window'", { options: { catchUpWindow: VALUE } }, 3],
		["'Only With Payment Code'", { options: { onlyWithPaymentCode: VALUE } }, false],
		["'Prefix' of 'Payment Code'", inCode({ prefix: VALUE }), 'HD'],
		["'Minimum Length' of 'Payment Code'", inCode({ minimumLength: VALUE }), 3],
		["'Maximum Length' of 'Payment Code'", inCode({ maximumLength: VALUE }), 10],
		["'Characters' of 'Payment Code'", inCode({ characters: VALUE }), 'digits'],
	])('is refused when a person publishes the workflow: %s', async (label, parameters, value) => {
		for (const mode of ['activate', 'create', 'update'] as const) {
			await expectRefusal(
				setExpression(parameters, value),
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

	it.each<[unknown]>([[true], [['123456789']], [{ number: '123456789' }]])(
		'is refused if it is %j, and the workflow does not start for all accounts instead',
		async (value) => {
			for (const accountNumber of [value, { __rl: true, mode: 'number', value }]) {
				await expectRefusal(
					set({ options: { accountNumber: VALUE } }, accountNumber),
					"'Account' is not a valid account number",
					'from the list',
				);
			}
		},
	);
});

describe('an amount as text', () => {
	it.each(['250000', '250000 VND', '250.000đ'])(
		'is accepted if it is clear: %s',
		async (amount) => {
			useOptions({ minimumAmount: amount });
			await workflow.trigger.activate();
			await workflow.control.transfer({ amount: 249_999 });
			const { transaction } = await workflow.control.transfer({ amount: 250_000 });
			await workflow.expectPassed([transaction.id]);
		},
	);

	it.each([
		['250.000', 'Enter 250000 or 250.000 đ, or 250 if that is the amount.'],
		['0x10', 'Enter a number in digits, without a unit or thousands separators.'],
		['1e3', 'Enter a number in digits, without a unit or thousands separators.'],
	])('is refused with what to write if it is unclear: %s', async (amount, description) => {
		await expectRefusal(
			{ options: { minimumAmount: amount } },
			`'Minimum Amount' is not a number of at least 0: ${amount}`,
			description,
		);
	});
});

describe('a choice or a switch', () => {
	it.each<[string, INodeParameters, unknown]>([
		['Trigger On', { triggerOn: VALUE }, 'Incoming'],
		['Trigger On', { triggerOn: VALUE }, ' '],
		['Characters', inCode({ characters: VALUE }), 'letters'],
	])("refuses an unknown value of '%s': %j", async (label, parameters, value) => {
		await expectRefusal(
			set(parameters, value),
			`'${label}' has an unknown value`,
			/^Select '[^.]*\.$/,
		);
	});

	it.each<[unknown]>([['Polling'], [true]])(
		"refuses an unknown value of an expression for 'Delivery': %j",
		async (value) => {
			await expectRefusal(
				setExpression({ delivery: VALUE }, value),
				"'Delivery' has an unknown value",
				/^Select '.*'\. In an expression, use \w+.*\.$/,
			);
		},
	);

	it.each<[string, INodeParameters]>([
		['Simplify', { simplify: VALUE }],
		['Catch Up', { options: { catchUp: VALUE } }],
		['Include Test Events', { options: { includeTestEvents: VALUE } }],
		['Test With Latest Transaction', { options: { testWithLatest: VALUE } }],
	])("refuses an expression that is neither true nor false for '%s'", async (label, parameters) => {
		await expectRefusal(setExpression(parameters, 'yes'), `'${label}' is neither true nor false`);
	});

	it("refuses what is neither true nor false for 'Only With Payment Code'", async () => {
		await expectRefusal(
			{ options: { onlyWithPaymentCode: 'yes' } },
			"'Only With Payment Code' is neither true nor false",
		);
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
});

describe('a number', () => {
	it.each<[string, INodeParameters, number, number]>([
		['Interval', { delivery: 'polling', interval: VALUE }, 0, 1],
		['Catch Up Interval', { options: { catchUpInterval: VALUE } }, 0, 1],
		['Catch Up Window', { options: { catchUpWindow: VALUE } }, 0, 1],
		['Minimum Amount', { options: { minimumAmount: VALUE } }, -1, 0],
		["Minimum Length' of 'Payment Code", inCode({ minimumLength: VALUE }), 0, 1],
		["Maximum Length' of 'Payment Code", inCode({ maximumLength: VALUE }), 0, 1],
	])("that is too small for '%s' is refused", async (label, parameters, value, minimum) => {
		await expectRefusal(
			set(parameters, value),
			`'${label}' is not a number of at least ${minimum}: ${value}`,
			value < 0
				? 'Enter a number without a minus sign.'
				: 'Enter a number in digits, without a unit or thousands separators.',
		);
	});

	it('may be the smallest one', async () => {
		useOptions({
			catchUpWindow: 1,
			minimumAmount: 0,
			paymentCode: { prefix: 'DH', minimumLength: 4, maximumLength: 4 },
		});
		await workflow.trigger.activate();
		await workflow.control.transfer({ amount: 1000, description: 'DH1042' });
		await workflow.trigger.settled();
		expect(workflow.trigger.executions.flat()).toMatchObject([{ json: { paymentCode: 'DH1042' } }]);
	});
});

describe('a payment code', () => {
	it('is refused if its smallest length is larger than the largest one', async () => {
		await expectRefusal(
			{ options: { paymentCode: { prefix: 'DH', minimumLength: 5, maximumLength: 4 } } },
			"'Minimum Length' of 'Payment Code' is larger than 'Maximum Length'",
			"Set 'Maximum Length' to at least 'Minimum Length', e.g. 3 and 10.",
		);
	});

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
				{ options: { paymentCode: { prefix } } },
				`'Prefix' of 'Payment Code' is not valid: ${prefix}`,
				'Separate several with commas',
			);
		},
	);

	it.each([
		['DH, HD,NAP', 'CK HD 1042', 'HD1042'],
		['HD/', 'CK hd/1042', 'HD/1042'],
		['DH-2024-', 'CK DH 2024 1042', 'DH-2024-1042'],
		['DH 2024/', 'CK DH20241042', undefined],
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
		expect(json.paymentCode || undefined).toBe(code);
	});

	it('is required if only transactions with one shall start the workflow', async () => {
		await expectRefusal(
			{ options: { onlyWithPaymentCode: true } },
			"'Only With Payment Code' is on, but 'Payment Code' is missing",
			"Add the option 'Payment Code' and enter the 'Prefix' of your codes.",
		);
	});
});

describe('an option of the wrong type', () => {
	const options = [
		'accountNumber',
		'minimumAmount',
		'catchUp',
		'catchUpInterval',
		'catchUpWindow',
		'includeTestEvents',
		'onlyWithPaymentCode',
		'paymentCode',
		'secureTokenHeader',
		'testWithLatest',
	];
	const codeOptions = ['prefix', 'minimumLength', 'maximumLength', 'characters'];
	const values = [{ a: 1 }, [1], null, true, 'x'];
	const expressions = values.map((value) => `={{ (${JSON.stringify(value)}) }}`);

	it.each([...values, ...expressions].map((value) => [value]))(
		'is accepted, or refused with a reason, without breaking anything: %j',
		async (value) => {
			for (const name of options) {
				await expectNoTypeError({ catchUp: false, [name]: value });
			}
			for (const name of codeOptions) {
				await expectNoTypeError({ catchUp: false, paymentCode: { prefix: 'DH', [name]: value } });
			}
		},
		60_000,
	);

	async function expectNoTypeError(choice: INodeParameters) {
		const { control, trigger } = workflow;
		useOptions(choice);
		try {
			await trigger.activate();
		} catch (error) {
			const { name, message } = error as Error;
			expect([choice, name, message]).toEqual([choice, 'NodeOperationError', expect.any(String)]);
			expect([choice, message]).not.toEqual([
				choice,
				expect.stringMatching(/is not a function|undefined/),
			]);
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
