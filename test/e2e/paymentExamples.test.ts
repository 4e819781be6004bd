/* eslint-disable @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { setTimeout as wait } from 'node:timers/promises';
import axios from 'axios';
import { readQrPicture } from '../bank/qrPicture';
import { readVietQr, type PaymentRequest } from '../bank/vietQr';
import { startMailServer, type MailServer } from '../support/mailServer';
import { payRequest } from '../support/payRequest';
import { getItems, type Execution, type Workflow } from '../support/n8n/editor';
import { openPage, runPageScript, submitForm } from '../support/n8n/formPage';
import { PaymentExamples } from '../support/n8n/paymentExamples';
import { waitUntilInNode } from '../support/n8n/runningNode';
import { useTestInstance } from '../support/n8n/testInstance';
import { hasPassed } from '../support/n8n/workflows';
import { waitUntil } from '../support/waitFor';

const customer = 'customer@example.com';
const person = 'accounting@example.com';

const coffee = 'Coffee, 1 kg';
const tea = 'Tea, 200 g';
/**
 * There are 15 minutes to pay for coffee, so that no order for it expires here. With more than a minute,
 * n8n has looked at an order for tea before its time is up, and then closes it in time.
 */
const TEA_SECONDS = 75;
/** n8n looks once a minute for executions whose time is up soon. */
const LIMIT_TIMEOUT_MS = 150_000;

const instance = useTestInstance({ transactions: 0, environment: {} });
let mailServer: MailServer;
let examples: PaymentExamples;
let requests: Workflow;
/** Cannot resume an order for tea. */
let confirmations: Workflow;

/** What the customer reads from the page of an order. */
interface OrderPage {
	code: string;
	text: string;
	/** The picture of the QR code. */
	picture: Buffer;
	/** What a banking app reads from the picture. */
	request: PaymentRequest;
	/** Loads the page in a browser, which tells n8n. */
	show(): Promise<void>;
	/** What the page shows when it is loaded again after the order has ended: `paid` or `expired`. */
	reload(): Promise<string | undefined>;
}

/** Fills in the order form. The page after it is not shown yet. */
async function fillInOrder(product = coffee): Promise<OrderPage> {
	const { webhookId } = requests.nodes.find(({ name }) => name === 'Order Form')!;
	const formUrl = `${instance.n8n.url}/form/${webhookId}`;
	const page = await submitForm(formUrl, ['Nguyen Van A', customer, product]);
	const [, base64] = /src="data:image\/png;base64,([^"]+)"/.exec(page.html)!;
	const picture = Buffer.from(base64, 'base64');
	const request = readVietQr(readQrPicture(picture));
	const text = page.html.replace(/<script.*?<\/script>|<style.*?<\/style>|<[^>]+>/gs, ' ');
	const [, code] = /Order (DH\d+)/.exec(text)!;
	const show = async () => await runPageScript(page);
	const reload = async () => {
		await waitForOrder({ code }, ({ status }) => status === 'success');
		const { data } = await axios.get<string>(page.url, { proxy: false, timeout: 30_000 });
		return /<main class="(.*)">/.exec(data)?.[1];
	};
	return { code, text: text.replace(/\s+/g, ' '), picture, request, show, reload };
}

/** Orders, and waits until the order waits for its money. */
async function placeOrder(product = coffee): Promise<OrderPage> {
	const order = await fillInOrder(product);
	await order.show();
	await waitForOrder(order, isWaitingForPayment);
	return order;
}

const isWaitingForPayment = ({ status, data }: Execution) =>
	status === 'waiting' && data.resultData.lastNodeExecuted === 'Wait for Payment';

/** Waits until the execution of an order is as described, and returns it. */
async function waitForOrder(
	{ code }: Pick<OrderPage, 'code'>,
	isIt: (execution: Execution) => boolean,
): Promise<Execution> {
	const id = String(Number(code.slice(2)));
	return await waitUntil(
		`order ${code} gets there`,
		async () => await instance.editor.execution(id),
		isIt,
	);
}

/** Pays what the QR code asks for, or another amount. */
async function pay({ picture }: OrderPage, amount?: number): Promise<void> {
	const changes = amount === undefined ? undefined : { amount: String(amount) };
	await payRequest(instance.bank.url, picture, changes);
}

/** Waits until no transfer is being handled. */
async function waitForConfirmations(): Promise<void> {
	await waitUntil(
		'all transfers are handled',
		async () => await instance.editor.executions(confirmations.id),
		(seen) => seen.every(({ stoppedAt }) => stoppedAt !== null),
	);
}

/** How many mails have this in their subject. */
const countMails = (text: string) =>
	mailServer.mails.filter(({ subject }) => subject.includes(text)).length;

/** The recipients and subjects of the mails about an order, oldest first. */
function getMails({ code }: OrderPage) {
	return mailServer.mails
		.filter(({ subject }) => subject.includes(code))
		.map(({ to, subject }) => [to, subject]);
}

/** Paid at once, but no browser ever loads its page. */
let unseen: OrderPage;
/** Paid at once, but the call that resumes it fails. */
let unreachable: OrderPage;

beforeAll(async () => {
	mailServer = await startMailServer();
	examples = await PaymentExamples.setUp(instance, mailServer);
	const { editor } = instance;
	const isTea = `$('Order Form').first().json.Product === '${tea}'`;
	const timeToPay = `seconds: ${isTea} ? ${TEA_SECONDS} : 900`;
	requests = await editor.activate(await examples.importRequests(timeToPay));
	const url = `={{ $json.product === '${tea}' ? 'http://127.0.0.1:9' : $json.resumeUrl }}`;
	confirmations = await editor.activate(
		await examples.importConfirmations((node) =>
			node.name === 'Resume Order'
				? { ...node, maxTries: 2, parameters: { ...node.parameters, url } }
				: node,
		),
	);
	// There is no order yet, and in n8n 2 no data table either.
	await instance.control.transfer({ amount: 55_555, description: 'DH555555' });
	await mailServer.waitForMail('DH555555: no such order');
	[unseen, unreachable] = [await fillInOrder(), await placeOrder(tea)];
	await pay(unseen);
	await pay(unreachable);
}, 300_000);

afterAll(async () => await mailServer?.close());

it('reports a transfer that arrives before the first order has created the table', () => {
	expect(countMails('DH555555')).toBe(1);
});

it('runs both examples with their pinned data', async () => {
	const { control, editor } = instance;
	const id = await editor.runOnce(requests.id, 'Order Form');
	const order = await waitUntil(
		'the test run shows its page',
		async () => await editor.execution(String(id)),
		({ status }) => status === 'waiting',
	);
	const [{ paymentCode, resumeUrl }] = getItems(order, 'Store Order');
	const page = await openPage(String(resumeUrl).replace('webhook-waiting', 'form-waiting'));
	await runPageScript(page);
	const code = String(paymentCode);
	await waitForOrder({ code }, isWaitingForPayment);
	await control.transfer({ amount: 250_000, description: code });
	const { text } = await mailServer.waitForMail(`Order ${code} is paid`);
	expect(text).toContain('Nguyen Van A');

	expect((await editor.runToEnd(confirmations.id, 'Money In')).status).toBe('success');
	const { text: question } = await mailServer.waitForMail('DH1042: no such order');
	expect(question).toContain(
		'No recent order has the code DH1042. 250,000 received from NGUYEN VAN A',
	);
}, 120_000);

it('shows the customer a QR code that a banking app can read', async () => {
	const { code, text, request } = await fillInOrder();
	expect(text).toContain('trả 250.000 ₫ trước ');
	expect(text).toContain('Account 0908123456789 ');
	expect(text).toContain(`Description ${code} `);
	expect(request).toEqual({
		bin: '970422',
		accountNumber: '0908123456789',
		amount: 250_000,
		content: code,
	});
});

it('sends the customer a receipt as soon as the money arrives', async () => {
	const order = await placeOrder();
	await pay(order);
	const { to, text } = await mailServer.waitForMail(`Order ${order.code} is paid`);
	expect(to).toBe(customer);
	expect(text.split('\n\n')).toEqual([
		'Cảm ơn Nguyen Van A. Chúng tôi đã nhận 250.000 ₫ cho Coffee, 1 kg.',
		'Thank you, Nguyen Van A. We have received 250.000 ₫ for Coffee, 1 kg.',
	]);
	await waitForConfirmations();
	expect(getMails(order)).toHaveLength(1);
	expect(await order.reload()).toBe('paid');
});

it('tells a person about an underpayment and confirms the order when the rest arrives', async () => {
	const order = await placeOrder();
	await pay(order, 200_000);
	const { to, text } = await mailServer.waitForMail(`${order.code}: too little`);
	expect(to).toBe(person);
	expect(text).toMatch(
		/^200,000 of 250,000 received for order DH\d+, .* waits for the rest until /,
	);
	await pay(order, 50_000);
	await mailServer.waitForMail(`Order ${order.code} is paid`);
	await waitForConfirmations();
	expect(getMails(order)).toEqual([
		[person, `${order.code}: too little`],
		[customer, `Order ${order.code} is paid`],
	]);
});

it('tells a person about an order that is paid twice, and sends one receipt', async () => {
	const order = await placeOrder();
	await pay(order);
	await mailServer.waitForMail(`Order ${order.code} is paid`);
	await pay(order);
	const { to, text } = await mailServer.waitForMail(`${order.code}: too much`);
	expect(to).toBe(person);
	expect(text).toContain('costs 250,000, but 500,000 was received in 2 transfers');
	expect(text).toContain('Pay back 250,000');
	await waitForConfirmations();
	expect(getMails(order)).toHaveLength(2);
});

it('confirms an order that is overpaid, and tells a person', async () => {
	const order = await placeOrder();
	await pay(order, 300_000);
	await mailServer.waitForMail(`Order ${order.code} is paid`);
	const { to, text } = await mailServer.waitForMail(`${order.code}: too much`);
	expect(to).toBe(person);
	expect(text).toContain('costs 250,000, but 300,000 was received in 1 transfer,');
});

it('handles each transfer of one event for itself', async () => {
	const [paid, underpaid] = [await placeOrder(), await placeOrder()];
	await instance.control.transfers([
		{ amount: 1_000, description: 'DH987654' },
		{ amount: 200_000, description: underpaid.code },
		{ amount: 250_000, description: paid.code },
		{ amount: 250_000, description: paid.code },
	]);
	await mailServer.waitForMail(`${paid.code}: too much`);
	await waitForConfirmations();
	await mailServer.waitForMail(`Order ${paid.code} is paid`);
	expect(getMails(underpaid)).toEqual([[person, `${underpaid.code}: too little`]]);
	expect(mailServer.mails.map(({ subject }) => subject)).toContain('DH987654: no such order');
});

describe('a payer who wants three orders for the price of one', () => {
	/** Pays for three orders with one transfer that names all, and one more for each of two of them. */
	async function attack(orders: OrderPage[]): Promise<void> {
		const { control } = instance;
		const codes = orders.map(({ code }) => code);
		const [, second, third] = codes;
		await control.transfer({ amount: 250_000, description: codes.join(' ') });
		for (const code of [second, third]) {
			await control.transfer({ amount: 1_000, description: code });
		}
		const { to, text } = await mailServer.waitForMail(`${codes.join(', ')}: shared transfer`);
		expect(to).toBe(person);
		expect(text).toContain('A transfer names several orders, and counts for none.');
		for (const code of [second, third]) await mailServer.waitForMail(`${code}: too little`);
	}

	/** Expects that no order has been confirmed, and that they still wait for their money. */
	async function expectWaiting(orders: OrderPage[]): Promise<void> {
		await waitForConfirmations();
		for (const order of orders) {
			expect(getMails(order).map(([to]) => to)).not.toContain(customer);
			await waitForOrder(order, isWaitingForPayment);
		}
	}

	it('gets none, and accounting hears of each', async () => {
		const orders = [await placeOrder(), await placeOrder(), await placeOrder()];
		await attack(orders);
		await expectWaiting(orders);
	}, 120_000);

	it('gets no second order if the first one is paid', async () => {
		const [paid, ...others] = [await placeOrder(), await placeOrder(), await placeOrder()];
		await pay(paid);
		await mailServer.waitForMail(`Order ${paid.code} is paid`);
		await attack([paid, ...others]);
		await expectWaiting(others);
		expect(getMails(paid).filter(([to]) => to === customer)).toHaveLength(1);
	}, 120_000);
});

it('asks a person about a transfer that is not clear or has no code, once', async () => {
	const order = await placeOrder();
	await instance.control.transfers([
		{ amount: 250_000, description: `CK${order.code}` },
		{ amount: 33_333, description: 'chuyen tien mua hang' },
	]);
	const unclear = await mailServer.waitForMail('250,000: for which order?');
	expect(unclear.text).toContain(`${order.code} (the code is joined to other letters)`);
	const { to, text } = await mailServer.waitForMail('33,333: no payment code');
	expect(to).toBe(person);
	expect(text).toContain('33,333 received from NGUYEN VAN A');
	await pay(order);
	await mailServer.waitForMail(`Order ${order.code} is paid`);
	await waitForConfirmations();
	expect(countMails('for which order?')).toBe(1);
	expect(countMails('no payment code')).toBe(1);
});

it('looks again after a minute if the list does not show the transfer yet', async () => {
	const { control, editor } = instance;
	const order = await placeOrder();
	// Any other execution would confirm the order as well.
	await waitUntil(
		'no execution waits to look again',
		async () => await editor.executions(confirmations.id),
		(seen) => seen.every(({ status }) => status === 'success'),
	);
	const page = { page: 1, pageSize: 100, nextPage: null, prevPage: null, totalPages: 1 };
	const data = { ...page, totalRecords: 0, records: [] };
	await control.fault({
		kind: 'status',
		status: 200,
		path: '/v2/transactions',
		body: JSON.stringify({ error: 0, message: 'success', data }),
	});
	const { transaction } = await control.transfer({ amount: 250_000, description: order.code });
	await mailServer.waitForMail(`Order ${order.code} is paid`, { timeoutMs: LIMIT_TIMEOUT_MS });
	const isHandled = hasPassed(transaction.id, 'Money In');
	const { data: run } = await editor.waitForExecution(confirmations.id, isHandled);
	expect(run.resultData.runData['Match Payments']).toHaveLength(2);
	expect(run.resultData.runData['Resume Order']).toHaveLength(1);
	expect(getMails(order)).toHaveLength(1);
}, 300_000);

it('tells a person if the list never shows a transfer with the code of an order', async () => {
	const { code } = await placeOrder();
	const { editor } = instance;
	const example = await examples.importConfirmations((node) =>
		node.name === 'Wait a Minute' ? { ...node, parameters: { amount: 1, unit: 'seconds' } } : node,
	);
	const [pinned] = example.pinData!['Money In'];
	const json = { ...pinned.json, description: code, paymentCode: code };
	await editor.updateWorkflow(example.id, { pinData: { 'Money In': [{ json }] } });
	const id = await editor.runOnce(example.id, 'Money In');
	const { text } = await mailServer.waitForMail(`${code}: not listed`);
	expect(text).toContain('is still not in the list of transactions, so it does not count yet');
	const run = await editor.waitForExecution(example.id, (execution) => execution.id === id);
	expect(run.data.resultData.runData['Match Payments']).toHaveLength(4);
	expect(run.status).toBe('success');
});

it('tells a person about an order that expires while its payment is looked up', async () => {
	const { control } = instance;
	const order = await placeOrder(tea);
	await wait((TEA_SECONDS - 10) * 1000);
	// The list arrives after the order has expired, also if its time began some seconds later.
	await control.settings({ delayMs: 20_000 });
	try {
		await control.transfer({ amount: 120_000, description: order.code });
		await mailServer.waitForMail(`Order ${order.code} has expired`, {
			timeoutMs: LIMIT_TIMEOUT_MS,
		});
	} finally {
		await control.settings({ delayMs: 0 });
	}
	const tooLate = `${order.code}: too late`;
	const { to } = await mailServer.waitForMail(tooLate, { timeoutMs: LIMIT_TIMEOUT_MS });
	expect(to).toBe(person);
	await waitForConfirmations();
	expect(getMails(order)).toHaveLength(2);
}, 240_000);

it('does not take a call of the address of an order for a payment', async () => {
	const order = await placeOrder();
	const waiting = await waitForOrder(order, ({ status }) => status === 'waiting');
	const [{ resumeUrl }] = getItems(waiting, 'Store Order');
	await axios.post(String(resumeUrl), { status: 'paid' }, { proxy: false, timeout: 30_000 });
	await waitForOrder(
		order,
		({ status, data }) => status === 'waiting' && data.resultData.runData['Paid?'].length === 2,
	);
	await pay(order);
	await mailServer.waitForMail(`Order ${order.code} is paid`);
	expect(getMails(order)).toHaveLength(1);
	expect(await order.reload()).toBe('paid');
}, 180_000);

it('confirms an order whose page the customer has never loaded', async () => {
	await mailServer.waitForMail(`Order ${unseen.code} is paid`, { timeoutMs: LIMIT_TIMEOUT_MS });
	expect(getMails(unseen)).toContainEqual([customer, `Order ${unseen.code} is paid`]);
}, 180_000);

it('confirms a paid order when its time is up if n8n could not call its address', async () => {
	const { to, text } = await mailServer.waitForMail(`${unreachable.code}: paid, but not resumed`);
	expect(to).toBe(person);
	expect(text).toContain('ECONNREFUSED');
	const paid = `Order ${unreachable.code} is paid`;
	await mailServer.waitForMail(paid, { timeoutMs: LIMIT_TIMEOUT_MS });
	expect(getMails(unreachable)).toHaveLength(2);
}, 180_000);

describe('when n8n is killed while orders wait', () => {
	let paidAfterwards: OrderPage;
	let paidMeanwhile: OrderPage;
	/** The kill ends the execution that would have confirmed it. */
	let killed: OrderPage;
	let neverPaid: OrderPage;

	beforeAll(async () => {
		paidAfterwards = await placeOrder();
		paidMeanwhile = await placeOrder();
		killed = await placeOrder();
		neverPaid = await placeOrder(tea);
		await waitForConfirmations();
		const { control } = instance;
		await control.settings({ delayMs: 60_000 });
		await control.transfer({ amount: 250_000, description: killed.code });
		await waitUntilInNode(instance, confirmations, 'Match Payments');
		const whileDown = async () => {
			await control.settings({ delayMs: 0 });
			// The trigger must catch up: the service loses the event.
			await control.settings({ deliver: false });
			await pay(paidMeanwhile);
			await control.settings({ deliver: true });
		};
		await instance.restart('kill', { whileDown });
	}, 120_000);

	it('confirms an order that is paid after the restart', async () => {
		await pay(paidAfterwards);
		await mailServer.waitForMail(`Order ${paidAfterwards.code} is paid`);
		expect(getMails(paidAfterwards)).toHaveLength(1);
	}, 150_000);

	it('confirms an order that was paid while n8n was down and whose event was lost', async () => {
		await mailServer.waitForMail(`Order ${paidMeanwhile.code} is paid`);
		await waitForConfirmations();
		expect(getMails(paidMeanwhile)).toHaveLength(1);
	}, 150_000);

	it('confirms an order with the next transfer if n8n was killed, and once if that is retried', async () => {
		const { editor } = instance;
		await mailServer.waitForMail(`Order ${killed.code} is paid`);
		const executions = await editor.executions(confirmations.id);
		const crashed = executions.filter(({ status }) => status === 'crashed');
		expect(crashed).toHaveLength(1);
		await editor.retry(crashed[0]);
		const retried = await editor.waitForExecution(confirmations.id, ({ mode }) => mode === 'retry');
		expect(retried.status).toBe('success');
		expect(getItems(retried, 'Money In')).toMatchObject([{ paymentCode: killed.code }]);
		await waitForConfirmations();
		expect(getMails(killed)).toHaveLength(1);
	}, 150_000);

	it('tells the customer that an order has expired that was never paid', async () => {
		const expired = `Order ${neverPaid.code} has expired`;
		const { to, text } = await mailServer.waitForMail(expired, { timeoutMs: LIMIT_TIMEOUT_MS });
		expect(to).toBe(customer);
		expect(text).toContain('We have not received 120.000 ₫ for Tea, 200 g in time.');
		expect(getMails(neverPaid)).toHaveLength(1);
		expect(await neverPaid.reload()).toBe('expired');
	}, 180_000);

	it('tells a person about money that comes too late', async () => {
		await pay(neverPaid);
		const { to, text } = await mailServer.waitForMail(`${neverPaid.code}: too late`);
		expect(to).toBe(person);
		expect(text).toContain('has expired, and 120,000 was received from NGUYEN VAN AN');
		await waitForConfirmations();
		expect(getMails(neverPaid)).toHaveLength(2);
	});
});
