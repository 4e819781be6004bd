/* eslint-disable @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'yaml';

type Values = Record<string, string>;

/** A step of a job that runs commands, with its expressions evaluated. */
export interface Step {
	/** What GitHub shows: the step's name, or the first line of its commands. */
	title: string;
	run: string;
	env: Values;
}

/** A job, or one combination of its matrix. */
export interface Job {
	/** Such as `ci.yml, n8n (node 20, n8n 1.123.x)`. */
	title: string;
	/** The major release of Node.js that the job sets up. */
	nodeRelease: string;
	steps: Step[];
}

export interface Workflow {
	file: string;
	/** True if a pushed tag starts the workflow; otherwise it runs on a branch. */
	isForTags: boolean;
	jobs: Job[];
}

interface RawStep {
	name?: string;
	uses?: string;
	with?: Record<string, unknown>;
	run?: string;
	env?: Values;
}

interface RawJob {
	name?: string;
	'runs-on': string;
	strategy?: { 'fail-fast'?: boolean; matrix: Record<string, unknown[]> };
	steps: RawStep[];
	[key: string]: unknown;
}

interface RawWorkflow {
	on: { push?: { tags?: string[]; branches?: string[] } };
	jobs: Record<string, RawJob>;
	[key: string]: unknown;
}

/** What changes nothing here: rights, limits and the order of jobs are GitHub's part. */
const WORKFLOW_KEYS = ['name', 'on', 'permissions', 'concurrency', 'jobs'];
const JOB_KEYS = [
	'name',
	'runs-on',
	'timeout-minutes',
	'strategy',
	'environment',
	'permissions',
	'steps',
];
const STEP_KEYS = ['name', 'uses', 'with', 'run', 'env'];
const ACTIONS = ['actions/checkout', 'actions/setup-node'];

/**
 * Reads the jobs of a workflow file and their steps, one job per combination of a matrix.
 * @throws Error if the workflow uses something that does not run outside GitHub, such as `if`.
 */
export async function readWorkflow(folder: string, file: string): Promise<Workflow> {
	const raw = parse(await readFile(path.join(folder, file), 'utf8')) as RawWorkflow;
	assertKeys(file, raw, WORKFLOW_KEYS);
	const jobs: Job[] = [];
	for (const [id, job] of Object.entries(raw.jobs)) {
		const title = `${file}, ${id}`;
		assertKeys(title, job, JOB_KEYS);
		if (job['runs-on'] !== 'ubuntu-latest') {
			throw new Error(`${title}: runs-on must be ubuntu-latest, not ${job['runs-on']}`);
		}
		for (const matrix of expandMatrix(title, job.strategy?.matrix)) {
			jobs.push(await readJob(title, job, matrix));
		}
	}
	return { file, isForTags: raw.on.push?.tags !== undefined, jobs };
}

async function readJob(title: string, job: RawJob, matrix: Values): Promise<Job> {
	const evaluate = async (text: string) => await evaluateExpressions(text, { matrix });
	let nodeRelease = '';
	const steps: Step[] = [];
	for (const raw of job.steps) {
		assertKeys(title, raw, STEP_KEYS);
		if (raw.uses !== undefined) {
			const [action] = raw.uses.split('@');
			if (!ACTIONS.includes(action)) throw new Error(`${title}: ${action} does not run here`);
			const release = raw.with?.['node-version'];
			if (release !== undefined) nodeRelease = await evaluate(String(release));
			continue;
		}
		const env: Values = {};
		for (const [name, value] of Object.entries(raw.env ?? {})) {
			env[name] = await evaluate(String(value));
		}
		const run = await evaluate(raw.run ?? '');
		steps.push({ title: raw.name ?? `Run ${run.trim().split('\n')[0]}`, run, env });
	}
	if (!nodeRelease) throw new Error(`${title}: no step sets up Node.js`);
	const combination = Object.entries(matrix).map(([key, value]) => `${key} ${value || 'default'}`);
	const suffix = combination.length > 0 ? ` (${combination.join(', ')})` : '';
	return { title: `${title}${suffix}`, nodeRelease, steps };
}

/** Returns each combination of a matrix, or a single empty one if there is no matrix. */
function expandMatrix(title: string, matrix: Record<string, unknown[]> = {}): Values[] {
	const { include, ...lists } = matrix;
	if ('exclude' in matrix || (include && Object.keys(lists).length > 0)) {
		throw new Error(`${title}: a matrix may have lists or "include", not both, and no "exclude"`);
	}
	if (include) return include as Values[];
	return Object.entries(lists).reduce<Values[]>(
		(combinations, [key, values]) =>
			combinations.flatMap((one) => values.map((value) => ({ ...one, [key]: String(value) }))),
		[{}],
	);
}

/** Replaces each `${{ }}` by its value, as GitHub's own evaluator computes it. */
async function evaluateExpressions(text: string, contexts: object): Promise<string> {
	// An ES module without an entry for require().
	const { data, Evaluator, Lexer, Parser } = await import('@actions/expressions');
	const values = JSON.parse(JSON.stringify(contexts), data.reviver) as InstanceType<
		typeof data.Dictionary
	>;
	return text.replace(/\$\{\{(.*?)\}\}/gs, (_match, expression: string) => {
		const { tokens } = new Lexer(expression).lex();
		const parsed = new Parser(tokens, Object.keys(contexts), []).parse();
		return new Evaluator(parsed, values).evaluate().coerceString();
	});
}

function assertKeys(title: string, value: object, known: string[]): void {
	const unknown = Object.keys(value).filter((key) => !known.includes(key));
	if (unknown.length > 0) throw new Error(`${title}: "${unknown[0]}" does not run here`);
}
