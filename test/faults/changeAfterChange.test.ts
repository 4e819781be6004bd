import type { Credential } from '../support/n8n/editor';
import { SETUP_TIMEOUT_MS } from '../support/n8n/testInstance';
import type { Customer } from './customer';
import { LiveSetup, withOptions } from './liveSetup';
import type { LiveWorkflow } from './liveWorkflow';

jest.setTimeout(4 * 60_000);
/** Every selection here lets it through. */
const wanted = { description: 'DH1042' };
const paymentCode = { prefix: 'DH' };

let setup: LiveSetup;
let customer: Customer;
let live: LiveWorkflow;
let credential: Credential;

beforeAll(async () => {
	setup = await LiveSetup.start();
	customer = await setup.customer('A', 40, 25);
	const trigger = await setup.trigger(customer);
	({ credential } = trigger);
	live = await setup.workflow({ trigger, siblings: [setup.sibling] });
	await live.publish();
}, SETUP_TIMEOUT_MS);

afterAll(async () => {
	await setup?.endParts();
	await setup?.instance.end();
});

async function renewApiKey(): Promise<void> {
	const apiKey = await customer.control.renewApiKey();
	const data = { baseUrl: customer.bank.url, apiKey };
	await setup.instance.editor.updateCredential(credential, data);
}

const changes: Array<[name: string, change: () => Promise<void>]> = [
	['is left as it is', async () => {}],
	[
		'gets a wider window',
		async () => await live.change({ parameters: withOptions({ catchUpWindow: 30 }) }),
	],
	['gets another name', async () => await live.change({ name: 'Money In' })],
	['is stopped and started with n8n', async () => await setup.instance.restart('stop')],
	['is activated again by n8n itself', async () => await setup.loseConnection()],
	[
		'is to start with payment codes only',
		async () =>
			await live.change({
				parameters: withOptions({ catchUpWindow: 30, onlyWithPaymentCode: true, paymentCode }),
			}),
	],
	[
		'is to start with everything again, in a narrower window',
		async () => await live.change({ parameters: withOptions({ catchUpWindow: 1 }) }),
	],
	[
		'gets its first name back',
		async () => await live.change({ name: 'Bank Transactions Trigger' }),
	],
	['is killed with n8n', async () => await setup.instance.restart('kill')],
	['gets the first window back', async () => await live.change({ parameters: withOptions() })],
	[
		'gets a new API key of the same customer',
		async () => {
			await renewApiKey();
			await live.publish({ siblings: [] });
		},
	],
];

it.each(changes)(
	'passes each transaction once before, while and after it %s',
	async (_name, change) => {
		const meanwhile = await customer.loseEvent(wanted);
		await change();
		await live.expectStarts(meanwhile, await customer.receive(wanted));
		await live.expectExactStarts(customer, wanted);
		expect(await customer.findWebhooks(setup.webhookUrl(live))).toHaveLength(1);
	},
);
