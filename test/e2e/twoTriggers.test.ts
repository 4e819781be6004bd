import type { INode, INodeParameters } from 'n8n-workflow';
import type { TransferInput } from '../bank/types';
import { startRecorder, type Recorder } from '../support/recorder';
import { recordingWorkflow } from '../support/n8n/recordingWorkflow';
import { useTestInstance } from '../support/n8n/testInstance';
import { waitUntil } from '../support/waitFor';
import { connectInOrder } from '../support/n8n/workflows';

/** Short, so that both triggers check the list all the time. */
const options = { catchUpInterval: 0.1 };
const withCode = { amount: 1_000, description: 'DH1042' };
const withoutCode = { amount: 1_000, description: 'Luong thang 11' };

const instance = useTestInstance();
let forOrders: Recorder;
let forAll: Recorder;

beforeAll(async () => {
	[forOrders, forAll] = await Promise.all([startRecorder(), startRecorder()]);
});

afterAll(async () => {
	await Promise.all([forOrders?.close(), forAll?.close()]);
});

/** A trigger and its last node, under names of their own. */
function branch(name: string, parameters: INodeParameters, recorder: Recorder): INode[] {
	const { nodes } = recordingWorkflow(parameters, instance.credential, recorder.url);
	return nodes.map((node) => ({
		...node,
		id: `${node.id} ${name}`,
		name: `${node.name} ${name}`,
	}));
}

it('works beside another one of the same workflow', async () => {
	const { control, editor } = instance;
	const onlyOrders = { ...options, onlyWithPaymentCode: true, paymentCode: { prefix: 'DH' } };
	const orders = branch('Orders', { triggerOn: 'all', options: onlyOrders }, forOrders);
	const all = branch('All', { triggerOn: 'all', options }, forAll);
	const connections = { ...connectInOrder(orders), ...connectInOrder(all) };
	const expected = { orders: [] as number[], all: [] as number[] };

	const transfer = async (input: TransferInput) => (await control.transfer(input)).transaction.id;
	/** One transfer for both triggers and one for the second of them. */
	const transferBoth = async (deliver: boolean) => {
		const forBoth = await transfer({ ...withCode, deliver });
		expected.orders.push(forBoth);
		expected.all.push(forBoth, await transfer({ ...withoutCode, deliver }));
	};
	const expectStarts = async () => {
		const ids = ({ arrivals }: Recorder) =>
			arrivals.map(({ id }) => id).sort((one, other) => one - other);
		const read = () => ({ orders: ids(forOrders), all: ids(forAll) });
		await waitUntil(
			'both triggers have started the workflow',
			read,
			(seen) =>
				seen.orders.length >= expected.orders.length && seen.all.length >= expected.all.length,
		);
		expect(read()).toEqual(expected);
	};

	const workflow = await editor.createWorkflow({
		name: 'Two triggers',
		nodes: [...orders, ...all],
		connections,
	});
	let active = await editor.activate(workflow);
	expect(await control.webhooks()).toHaveLength(2);

	await transferBoth(true);
	await expectStarts();
	await transferBoth(false);
	await expectStarts();
	await instance.restart('kill', { whileDown: async () => await transferBoth(true) });
	await expectStarts();
	await transferBoth(true);
	await expectStarts();
	expect(await control.webhooks()).toHaveLength(2);

	// What is caught up last shows that nothing before it starts the workflow again.
	active = await editor.publish(active, { nodes: all, connections: connectInOrder(all) });
	expect(await control.webhooks()).toEqual([
		expect.objectContaining({ url: expect.stringContaining(`/${all[0].webhookId}/`) }),
	]);
	expected.all.push(await transfer(withCode), await transfer({ ...withCode, deliver: false }));
	await expectStarts();

	await editor.deactivate(active);
	expect(await control.webhooks()).toEqual([]);
}, 180_000);
