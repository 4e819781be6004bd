/* eslint-disable @n8n/community-nodes/no-restricted-globals -- test code, which never runs inside a node */
import { WorkflowLifecycle, type ServiceFault } from './workflowLifecycle';
import { print, repeated, useRecordedSetup, without } from './recordedSetup';
import { waitUntil } from '../support/waitFor';
import { waitForChecks } from './waitForChecks';

/** The faults of the service, and the settings of the practice bank for them. */
const status = (code: number): ServiceFault => ({ kind: 'status', status: code });
const html: ServiceFault = { kind: 'html' };
const faults: Array<[name: string, trouble: ServiceFault]> = [
	['429 with Retry-After', { ...status(429), retryAfter: '1' }],
	['a reset after the work was done', { kind: 'reset', carriedOut: true }],
	['HTML', html],
	['429 without Retry-After', status(429)],
	['500', status(500)],
	['503', status(503)],
	['a reset', { kind: 'reset' }],
	['cut JSON', { kind: 'cut' }],
	// These two cost half a minute each time, the longest that the node waits.
	['a hang', { kind: 'hang' }],
	['an answer that trickles', { kind: 'trickle' }],
];
const rounds = Number(process.env.FAULT_ROUNDS ?? faults.length);
/** Minutes. */
const catchUpInterval = 0.05;

const setup = useRecordedSetup({ triggerOn: 'all', options: { catchUpInterval } });
jest.setTimeout(5 * 60_000);
let lifecycle: WorkflowLifecycle;

beforeAll(async () => {
	lifecycle = new WorkflowLifecycle(setup);
	// A check reads several pages, so that a fault can strike in the middle of it.
	await setup.control.settings({ maximumPageSize: 20 });
});

it.each(faults.slice(0, rounds))(
	'loses nothing to %s during activation, catching up and deactivation',
	async (_name, fault) => {
		const isHang = fault.kind === 'hang' || fault.kind === 'trickle';
		await lifecycle.injectFault(fault, 'POST', '/v2/webhooks');
		await lifecycle.activate();
		await setup.control.clearFaults();
		await lifecycle.expectOneWebhook();

		await waitForChecks(setup.control, 1);
		await lifecycle.injectFault({ ...fault, times: isHang ? 1 : 2 }, 'GET', '/v2/transactions');
		await lifecycle.waitForArrival(await lifecycle.transfer({ deliver: false }));
		await lifecycle.injectFault({ ...fault, after: 1 }, 'GET', '/v2/transactions');
		await lifecycle.expectAlive();
		await setup.control.clearFaults();

		const log = setup.n8n.log();
		await lifecycle.injectFault({ ...fault, times: isHang ? 1 : null }, 'DELETE', '/v2/webhooks');
		await lifecycle.deactivate();
		await setup.control.clearFaults();
		await lifecycle.expectNoWebhookOrItsName(log);

		// The next activation begins with reading the remaining webhook, or with deleting by its URL.
		for (const method of ['GET', 'DELETE'])
			await lifecycle.injectFault(fault, method, '/v2/webhooks');
		await lifecycle.activate();
		await setup.control.clearFaults();
		await lifecycle.expectAlive();
		await lifecycle.deactivate();
		expect(await setup.control.webhooks()).toEqual([]);
		lifecycle.expectNothingElse();
	},
);

it('starts nothing old if the list could not be read at the activation', async () => {
	// Nobody waits for this one: the workflow is not active.
	await setup.control.transfer({ amount: 5_000 });
	await lifecycle.injectFault(status(500), 'GET', '/v2/transactions');
	await lifecycle.activate();
	await lifecycle.expectAlive();
	await waitForChecks(setup.control, 2);
	await lifecycle.deactivate();
	lifecycle.expectNothingElse();
});

describe('while the workflow stays active', () => {
	beforeAll(async () => await lifecycle.activate());
	afterEach(async () => {
		await waitForChecks(setup.control, 2);
		lifecycle.expectNothingElse();
	});

	it.each(['404', 'error', 'null'] as const)(
		'restores a deleted webhook with a restart (an unknown ID answers with %s)',
		async (unknownId) => {
			await setup.control.settings({ unknownId });
			const [{ id }] = await setup.control.webhooks();
			await setup.control.removeWebhook(id);
			await lifecycle.waitForArrival(await lifecycle.transfer());
			await setup.restart('kill');
			await lifecycle.expectAlive();
		},
	);

	it('holds transactions back while the key is revoked', async () => {
		await setup.control.settings({ keyRevoked: true });
		const id = await lifecycle.transfer({ deliver: false });
		await waitUntil(
			'a check that the service refused',
			async () => await setup.control.requests(),
			(requests) => requests.at(-1)?.status === 401,
		);
		expect(lifecycle.arrivedIds()).not.toContain(id);
		await setup.control.settings({ keyRevoked: false });
		await lifecycle.waitForArrival(id);
	});

	it('loses nothing if the key is revoked during a restart', async () => {
		await setup.control.settings({ keyRevoked: true });
		await setup.restart('stop');
		await lifecycle.transfer();
		await setup.control.settings({ keyRevoked: false });
		await lifecycle.expectAlive();
	});

	it.each(['GET', 'PUT'])(
		'recovers from a restart while the service answers %s with faults',
		async (method) => {
			await lifecycle.injectFault({ ...status(500), times: 2 }, method, '/v2/webhooks');
			await lifecycle.injectFault({ ...html, times: 1 }, method, '/v2/webhooks');
			await setup.restart('kill');
			await lifecycle.transfer();
			await lifecycle.expectAlive();
		},
	);

	it('moves the webhook to a new WEBHOOK_URL', async () => {
		lifecycle.base = lifecycle.base.replace('127.0.0.1', 'localhost');
		await setup.restart('stop', {
			webhookUrl: `${lifecycle.base}/`,
			whileDown: async () => void (await lifecycle.transfer()),
		});
		await lifecycle.expectAlive();
	});

	it('loses nothing if static data is lost', async () => {
		await setup.restart('stop', {
			whileDown: async () => {
				await lifecycle.transfer();
				await setup.database.loseStaticData(setup.workflow.id);
			},
		});
		await lifecycle.expectAlive();
	});
});

it('leaves nothing at the service when the workflow is deactivated', async () => {
	await lifecycle.deactivate();
	expect(await setup.control.webhooks()).toEqual([]);
	const history = await setup.control.webhookHistory();
	expect(Math.max(...history.map(({ webhooksWithThisUrl }) => webhooksWithThisUrl))).toBe(1);
	const missing = without(lifecycle.expected, lifecycle.arrivedIds());
	print(
		`Service faults: ${lifecycle.figures.activations} activations, ${lifecycle.figures.refused} of them refused at first, ${lifecycle.figures.named} webhooks left and named at a deactivation; ${lifecycle.expected.length} transactions, ${missing.length} missing, ${repeated(lifecycle.arrivedIds()).length} twice`,
	);
	expect(missing).toEqual([]);
	lifecycle.expectNothingElse();
});
