/* eslint-disable @n8n/community-nodes/no-restricted-globals -- test code, which never runs inside a node */
import fc from 'fast-check';
import { sendHostile } from './hostileRequest';
import { hostileRequests, xmlRequests, type HostileCase } from './hostileRequests';
import { print, useRecordedSetup, webhookUrl } from './recordedSetup';
import { waitUntil } from '../support/waitFor';

const forgeries = Number(process.env.FORGERIES ?? 10_000);
const seed = Number(process.env.FORGERY_SEED ?? Date.now() % 1_000_000_000);
const concurrency = 8;
/** Number of requests generated at once, since some are large. */
const batch = 250;
const xmlForgeries = 8;
const xmlWaitMs = 10_000;

// n8n's most verbose log, to find secrets in it.
const environment = { N8N_LOG_LEVEL: 'debug' };
const setup = useRecordedSetup({ triggerOn: 'all' }, { environment });

beforeAll(async () => {
	print(`Forgery: the seed is ${seed}`);
	await setup.editor.activate(setup.workflow);
});

function* hostileCases(token: string): Generator<HostileCase> {
	const requests = hostileRequests(token);
	for (let made = 0; made < forgeries; made += batch) {
		const numRuns = Math.min(batch, forgeries - made);
		yield* fc.sample(requests, { seed: seed + made, numRuns });
	}
}

/** Allowed statuses by sender. */
function isAllowed({ who, method }: HostileCase, status: number): boolean {
	if (method === 'OPTIONS') return status === 204;
	return who === 'sender' ? status >= 400 && status < 500 : status >= 400;
}

/**
 * n8n answers other methods than the webhook's own before it reads the body, and closes: to one who
 * still writes a large body, the closing may come before the answer.
 */
function isCutOff({ method }: HostileCase, problem: string): boolean {
	return method !== 'POST' && /ECONNRESET|EPIPE/.test(problem);
}

function describeCase({ who, method, headers, body }: HostileCase): string {
	const start = body.subarray(0, 300).toString('latin1');
	return `${who} ${method} ${JSON.stringify(headers)} with ${body.length} bytes: ${start}`;
}

/** Resolves with the number of requests without a response. */
async function sendXml(url: string): Promise<number> {
	const answers = await Promise.allSettled(
		fc
			.sample(xmlRequests, { seed, numRuns: xmlForgeries })
			.map(async (hostile) => await sendHostile(url, hostile, xmlWaitMs)),
	);
	return answers.filter(({ status }) => status === 'rejected').length;
}

it(`starts nothing for ${forgeries} hostile requests`, async () => {
	const { control, database, workflow, recorder } = setup;
	const [{ secureToken }] = await control.webhooks();
	const url = webhookUrl(setup);
	// The trigger begins with an execution of its own, which passes nothing.
	const ownExecutions = await waitUntil(
		'the execution that records what is listed',
		async () => await database.executions(workflow.id),
		(executions) => executions.some(({ status }) => status === 'success'),
	);
	const answers = new Map<string, number>();
	const wrong: string[] = [];
	const cases = hostileCases(secureToken);
	const work = async () => {
		for (const hostile of cases) {
			const status = await sendHostile(url, hostile).catch((error: Error) => error.message);
			const name = `${hostile.who} ${status}`;
			answers.set(name, (answers.get(name) ?? 0) + 1);
			const isRight =
				typeof status === 'number' ? isAllowed(hostile, status) : isCutOff(hostile, status);
			if (!isRight) wrong.push(`${status} for ${describeCase(hostile)}`);
		}
	};
	await Promise.all(Array.from({ length: concurrency }, work));

	const unanswered = await sendXml(url);

	const executions = (await database.executions(workflow.id)).slice(ownExecutions.length);
	const log = setup.n8n.log();
	const leaked = [secureToken, setup.bank.apiKey].filter((secret) => log.includes(secret));
	const counts = [...answers].sort().map(([name, count]) => `${name}: ${count}`);
	print(
		`Forgery: ${forgeries} hostile requests (seed ${seed}): ${executions.length} executions, ${leaked.length} secrets in the log; answers ${counts.join(', ')}; of ${xmlForgeries} more as XML n8n itself left ${unanswered} unanswered`,
	);
	expect(wrong.slice(0, 5)).toEqual([]);
	expect(executions).toEqual([]);
	expect(recorder.arrivals).toEqual([]);
	expect(leaked).toHaveLength(0);

	const { transaction } = await control.transfer({ amount: 1_000 });
	await waitUntil(
		'a true event still starts the workflow',
		() => recorder.arrivals.map(({ id }) => id),
		(ids) => ids.includes(transaction.id),
	);
	expect(await database.executions(workflow.id)).toHaveLength(ownExecutions.length + 1);
}, 3_600_000);
