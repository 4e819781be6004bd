/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs in Node beside n8n, never inside a node */
import { setUpMilliseconds } from '../support/n8n/testInstance';
import { Life, type Trouble } from './workflowLifecycle';
import { looks, print, repeated, startScene, without, type Scene } from './recordedWorkflow';
import { waitUntil } from '../support/waitFor';

/** What a service in trouble answers, and what the practice bank is told for it. */
const status = (code: number): Trouble => ({ kind: 'status', status: code });
const html: Trouble = { kind: 'html' };
const faults: Array<[name: string, trouble: Trouble]> = [
	['429 with Retry-After', { ...status(429), retryAfter: '1' }],
	['a reset after the work was done', { kind: 'reset', carriedOut: true }],
	['HTML', html],
	['429 without Retry-After', status(429)],
	['500', status(500)],
	['503', status(503)],
	['a reset', { kind: 'reset' }],
	['cut JSON', { kind: 'cut' }],
	// It costs half a minute each time, the longest that the node waits.
	['a hang', { kind: 'hang' }],
];
const rounds = Number(process.env.FAULT_ROUNDS ?? faults.length);
/** Minutes. */
const catchUpInterval = 0.05;
const longestTest = 5 * 60_000;

let scene: Scene;
let life: Life;

beforeAll(async () => {
	scene = await startScene({ triggerOn: 'all', options: { catchUpInterval } });
	life = new Life(scene);
	// A look reads several pages, so that a fault can strike in the middle of it.
	await scene.control.settings({ maximumPageSize: 20 });
}, setUpMilliseconds);

afterAll(async () => await scene.end(), 60_000);

it.each(faults.slice(0, rounds))(
	'%s during activation, catch-up and deactivation costs nothing',
	async (_name, fault) => {
		const isHang = fault.kind === 'hang';
		await life.strike(fault, 'POST', '/v2/webhooks');
		await life.activate();
		await scene.control.clearFaults();
		await life.expectOneHook();

		await looks(scene, 1);
		await life.strike({ ...fault, times: isHang ? 1 : 2 }, 'GET', '/v2/transactions');
		await life.arrival(await life.transfer({ deliver: false }));
		await life.strike({ ...fault, after: 1 }, 'GET', '/v2/transactions');
		await life.expectBothWays();
		await scene.control.clearFaults();

		const log = scene.n8n.log();
		await life.strike({ ...fault, times: isHang ? 1 : null }, 'DELETE', '/v2/webhooks');
		await life.deactivate();
		await scene.control.clearFaults();
		await life.expectNoHookOrItsName(log);

		// The next life begins with reading the hook that was left, or with deleting by its URL.
		for (const method of ['GET', 'DELETE']) await life.strike(fault, method, '/v2/webhooks');
		await life.activate();
		await scene.control.clearFaults();
		await life.expectOneHook();
		await life.expectBothWays();
		await life.deactivate();
		expect(await scene.control.hooks()).toEqual([]);
		life.expectNothingElse();
	},
	longestTest,
);

it(
	'starts nothing old where the list could not be read at the activation',
	async () => {
		// Nobody waits for this one: the workflow is not active.
		await scene.control.transfer({ amount: 5_000 });
		await life.strike(status(500), 'GET', '/v2/transactions');
		await life.activate();
		await life.expectBothWays();
		await looks(scene, 2);
		await life.deactivate();
		life.expectNothingElse();
	},
	longestTest,
);

describe('in one life of the workflow', () => {
	beforeAll(async () => await life.activate(), longestTest);
	afterEach(async () => {
		await looks(scene, 2);
		life.expectNothingElse();
	}, longestTest);

	it.each(['404', 'error', 'null'] as const)(
		'a hook that somebody deleted comes back with a restart (an unknown id answers with %s)',
		async (unknownId) => {
			await scene.control.settings({ unknownId });
			const [{ id }] = await scene.control.hooks();
			await scene.control.removeHook(id);
			await life.arrival(await life.transfer());
			await scene.restart('kill');
			await life.expectOneHook();
			await life.expectBothWays();
		},
		longestTest,
	);

	it(
		'a revoked key holds transactions up until it is restored',
		async () => {
			await scene.control.settings({ keyRevoked: true });
			const id = await life.transfer({ deliver: false });
			await waitUntil(
				'a look that the service refused',
				async () => await scene.control.requests(),
				(requests) => requests.at(-1)?.status === 401,
			);
			expect(life.arrivedIds()).not.toContain(id);
			await scene.control.settings({ keyRevoked: false });
			await life.arrival(id);
		},
		longestTest,
	);

	it(
		'a key that is revoked over a restart costs nothing either',
		async () => {
			await scene.control.settings({ keyRevoked: true });
			await scene.restart('stop');
			const id = await life.transfer();
			await scene.control.settings({ keyRevoked: false });
			await life.arrival(id);
			await life.expectOneHook();
			await life.expectBothWays();
		},
		longestTest,
	);

	it.each(['GET', 'PUT'])(
		'a restart while the service answers %s with faults heals by itself',
		async (method) => {
			await life.strike({ ...status(500), times: 2 }, method, '/v2/webhooks');
			await life.strike({ ...html, times: 1 }, method, '/v2/webhooks');
			await scene.restart('kill');
			const id = await life.transfer();
			await life.arrival(id);
			await life.expectOneHook();
			await life.expectBothWays();
		},
		longestTest,
	);

	it(
		'a new WEBHOOK_URL moves the hook',
		async () => {
			life.base = life.base.replace('127.0.0.1', 'localhost');
			const missed: number[] = [];
			await scene.restart('stop', {
				webhookUrl: `${life.base}/`,
				whileDown: async () => void missed.push(await life.transfer()),
			});
			await life.expectOneHook();
			await life.expectBothWays();
			for (const id of missed) await life.arrival(id);
		},
		longestTest,
	);

	it(
		'lost static data costs nothing',
		async () => {
			const missed: number[] = [];
			await scene.restart('stop', {
				whileDown: async () => {
					missed.push(await life.transfer());
					await scene.database.loseStaticData(scene.workflow.id);
				},
			});
			await life.expectOneHook();
			await life.expectBothWays();
			for (const id of missed) await life.arrival(id);
		},
		longestTest,
	);
});

it(
	'nothing is left at the service when the workflow is deactivated',
	async () => {
		await life.deactivate();
		expect(await scene.control.hooks()).toEqual([]);
		const history = await scene.control.hookHistory();
		expect(Math.max(...history.map(({ hooksWithThisUrl }) => hooksWithThisUrl))).toBe(1);
		const missing = without(life.expected, life.arrivedIds());
		print(
			`Service faults: ${life.figures.activations} activations, ${life.figures.refused} of them refused at first, ${life.figures.named} hooks left and named at a deactivation; ${life.expected.length} transactions, ${missing.length} missing, ${repeated(life.arrivedIds()).length} twice`,
		);
		expect(missing).toEqual([]);
		life.expectNothingElse();
	},
	longestTest,
);
