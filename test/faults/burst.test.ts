/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { Agent } from 'node:http';
import axios from 'axios';
import type { ListRecord } from '../bank/types';
import { webhookUrl, print, repeated, shuffled, useRecordedSetup, without } from './recordedSetup';
import { waitUntil } from '../support/waitFor';

const events = Number(process.env.BURST_EVENTS ?? 2_000);
const repeats = Math.floor(events / 4);
const transactions = events - repeats;
const concurrency = 16;
/** Minutes: events that n8n dropped under the load are caught up. */
const catchUpInterval = 1;

const setup = useRecordedSetup({ triggerOn: 'all', options: { catchUpInterval } });

beforeAll(async () => {
	await setup.editor.activate(setup.workflow);
});

/**
 * Books each transfer when its first event is due, and sends its events concurrently. The
 * bank itself sends no events. Resolves with the milliseconds until each answer.
 */
async function send(places: number[], booked: Map<number, Promise<ListRecord>>): Promise<number[]> {
	const [{ secureToken }] = await setup.control.webhooks();
	const client = axios.create({
		headers: { 'secure-token': secureToken },
		httpAgent: new Agent({ keepAlive: true, maxSockets: concurrency }),
		proxy: false,
	});
	const url = webhookUrl(setup);
	const times: number[] = [];
	const book = async (place: number) =>
		(await setup.control.transfer({ amount: 1_000 + place, deliver: false })).transaction;
	const work = async () => {
		for (let place = places.pop(); place !== undefined; place = places.pop()) {
			const booking = booked.get(place) ?? book(place);
			booked.set(place, booking);
			const data = [await booking];
			const started = performance.now();
			const answer = await client.post(url, { error: 0, data });
			times.push(performance.now() - started);
			expect(answer.data).toEqual({ success: true });
		}
	};
	await Promise.all(Array.from({ length: concurrency }, work));
	return times.sort((one, other) => one - other);
}

it(`takes ${events} events at ${concurrency} at a time, ${repeats} of them repeats`, async () => {
	const { recorder, database, workflow } = setup;
	const places = Array.from({ length: transactions }, (_, place) => place);
	// Shuffled, so that a repeat can come right after the first event or much later.
	const again = shuffled(places).slice(0, repeats);
	const booked = new Map<number, Promise<ListRecord>>();
	const started = Date.now();
	const times = await send(shuffled([...places, ...again]), booked);
	const seconds = (Date.now() - started) / 1000;
	const ids = (await Promise.all(booked.values())).map(({ id }) => id);
	const arrivedIds = () => recorder.arrivals.map(({ id }) => id);
	await waitUntil(
		'all transactions at the last node',
		() => without(ids, arrivedIds()).length,
		(missing) => missing === 0,
		{ timeoutMs: 300_000 },
	);
	const allSeconds = (Date.now() - started) / 1000;
	const executions = await database.executions(workflow.id);
	const byCatchUp = new Set(
		executions.filter(({ mode }) => mode === 'trigger').map(({ id }) => id),
	);
	const caughtUp = recorder.arrivals.filter(({ execution }) => byCatchUp.has(execution)).length;
	// A process without memory hands over all listed transactions again: the claims prevent repeats.
	await setup.restart('stop');
	await waitUntil(
		'the catch-up check after the restart',
		async () => (await database.executions(workflow.id)).slice(executions.length),
		(later) => later.some(({ mode, status }) => mode === 'trigger' && status === 'success'),
	);

	const at = (share: number) => Math.round(times[Math.ceil(times.length * share) - 1]);
	print(
		`Burst: ${events} events at ${concurrency} at a time, ${repeats} repeats: ${new Set(arrivedIds()).size} transactions at the last node, ${repeated(arrivedIds()).length} twice, ${executions.length} executions, ${caughtUp} caught up; answers p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, max ${at(1)} ms; all answered in ${seconds.toFixed(1)} s, all through in ${allSeconds.toFixed(1)} s`,
	);
	expect(repeated(arrivedIds())).toEqual([]);
	expect(without(arrivedIds(), ids)).toEqual([]);
	expect(arrivedIds()).toHaveLength(transactions);
	expect(times).toHaveLength(events);
}, 900_000);
