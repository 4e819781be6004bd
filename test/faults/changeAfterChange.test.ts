import { setUpMilliseconds } from '../support/n8n/testInstance';
import type { Customer } from './customer';
import { LiveScene, withOptions } from './liveSetup';
import type { LiveWorkflow } from './liveWorkflow';

const testMs = 4 * 60_000;
/** Every selection here lets it through. */
const wanted = { description: 'DH1042' };
const paymentCode = { prefix: 'DH' };

let scene: LiveScene;
let customer: Customer;
let live: LiveWorkflow;
let credentialOfCustomer: NonNullable<Awaited<ReturnType<LiveScene['trigger']>>>['credential'];

beforeAll(async () => {
	scene = await LiveScene.start();
	customer = await scene.customer('A', 40, 25);
	const trigger = (await scene.trigger(customer))!;
	credentialOfCustomer = trigger.credential;
	live = await scene.workflow({ trigger, siblings: [scene.sibling] });
	await live.publish();
}, setUpMilliseconds);

afterAll(async () => {
	await scene?.endParts();
	await scene?.practice.end();
}, testMs);

async function renewApiKey(): Promise<void> {
	const apiKey = await customer.control.renewApiKey();
	const data = { baseUrl: customer.bank.url, apiKey };
	await scene.practice.editor.updateCredential(credentialOfCustomer, data);
}

const changes: Array<[name: string, change: () => Promise<void>]> = [
	['is left as it is', async () => {}],
	[
		'gets a wider window',
		async () => await live.change({ parameters: withOptions({ catchUpWindow: 30 }) }),
	],
	['gets another name', async () => await live.change({ name: 'Money In' })],
	['is stopped and started with n8n', async () => await scene.practice.restart('stop')],
	['is activated again by n8n itself', async () => await scene.loseConnection(live)],
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
	['is killed with n8n', async () => await scene.practice.restart('kill')],
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
	'starts once with what comes before, while and after it %s',
	async (_name, change) => {
		const meanwhile = await customer.loseEvent(wanted);
		await change();
		await live.startsWith(meanwhile, await customer.receive(wanted));
		await live.startedAsExpected(customer, wanted);
		expect(await customer.hooksOf(scene.hookUrl(live))).toHaveLength(1);
	},
	testMs,
);
