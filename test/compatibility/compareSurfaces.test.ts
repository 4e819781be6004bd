import { compareSurfaces, type Change } from './compareSurfaces';
import { findViolation } from './records';
import { readSurface, type Parameters, type ParameterSurface, type Surface } from './surface';

const action = 'n8n-nodes-bank-transactions.bankTransactions';
const trigger = 'n8n-nodes-bank-transactions.bankTransactionsTrigger';

let recorded: Surface;

beforeAll(async () => {
	recorded = await readSurface();
});

function createEdited(edit: (surface: Surface) => void): Surface {
	const copy = JSON.parse(JSON.stringify(recorded)) as Surface;
	edit(copy);
	return copy;
}

/** Compares the surface with a copy that has been edited. */
function compareEdited(edit: (surface: Surface) => void): Change[] {
	return compareSurfaces(recorded, createEdited(edit));
}

const getMany = ({ nodes }: Surface) =>
	nodes[action].resources!.transaction.operations.getAll.parameters;
const ofTrigger = ({ nodes }: Surface) => nodes[trigger].parameters as Parameters;

it('finds no change between equal surfaces, in any order of choices', () => {
	expect(compareEdited(() => {})).toEqual([]);
	expect(compareEdited((surface) => ofTrigger(surface).triggerOn.options!.reverse())).toEqual([]);
});

it('notices every value that changes or disappears, and breaks nothing that only gains', () => {
	const findPaths = (value: unknown): string[][] =>
		typeof value === 'object' && value !== null
			? Object.entries(value).flatMap(([key, inner]) => [
					[key],
					...findPaths(inner).map((path) => [key, ...path]),
				])
			: [];
	const editAt = (path: string[], edit: (parent: Record<string, unknown>, key: string) => void) =>
		createEdited((surface) => {
			let parent = surface as unknown as Record<string, unknown>;
			for (const key of path.slice(0, -1)) parent = parent[key] as typeof parent;
			edit(parent, path.at(-1) as string);
		});
	const isLoose = (path: string[]) =>
		path.some((name) => ['required', 'shownIf', 'hiddenIf'].includes(name));
	const paths = findPaths(recorded);
	expect(paths.length).toBeGreaterThan(400);
	for (const path of paths) {
		const changed = editAt(path, (parent, key) => (parent[key] = 'something else'));
		const removed = editAt(path, (parent, key) => {
			if (Array.isArray(parent)) parent.splice(Number(key), 1);
			else delete parent[key];
		});
		for (const edited of [changed, removed]) {
			const levels = compareSurfaces(recorded, edited).map(({ level }) => level);
			if (isLoose(path)) expect(levels).not.toEqual([]);
			else expect(levels).toContain('major');
		}
	}
});

it.each<[Change['level'], string, (surface: Surface) => void]>([
	['major', 'limit was removed or renamed', (surface) => delete getMany(surface).limit],
	['major', 'type was "number" and is "json"', (surface) => (getMany(surface).limit.type = 'json')],
	['minor', '"refunds" is new', (surface) => ofTrigger(surface).triggerOn.options!.push('refunds')],
	['major', '0 was "main" and is', ({ nodes }) => (nodes[action].outputs = ['ai_tool', 'main'])],
	['minor', 'outputs > 1 is new', ({ nodes }) => nodes[action].outputs.push('main')],
	['minor', 'other is new', ({ nodes }) => (nodes[action].credentials.other = {})],
	['major', 'other is new', ({ nodes }) => (nodes[action].credentials.other = { required: true })],
	[
		'major',
		'hiddenIf was removed',
		({ nodes }) => delete nodes[action].credentials.bankTransactionsApi.hiddenIf,
	],
	['minor', 'branch is new', ({ nodes }) => (nodes[trigger].output!.branch = 'string')],
])('is a %s change: %s', (level, text, edit) => {
	expect(compareEdited(edit)).toContainEqual({ level, message: expect.stringContaining(text) });
});

describe('the conditions of a parameter', () => {
	it.each<[Change['level'], string, Partial<ParameterSurface>, Partial<ParameterSurface>]>([
		['major', 'gets one', {}, { shownIf: { delivery: ['polling'] } }],
		['minor', 'loses one', { shownIf: { delivery: ['polling'] } }, {}],
		[
			'major',
			'is shown for fewer values',
			{ shownIf: { delivery: ['polling', 'webhook'] } },
			{ shownIf: { delivery: ['polling'] } },
		],
		[
			'major',
			'depends on a second parameter',
			{ shownIf: { delivery: ['polling'] } },
			{ shownIf: { delivery: ['polling'], simplify: [true] } },
		],
		['major', 'is hidden for a value', {}, { hiddenIf: { delivery: ['polling'] } }],
		[
			'major',
			'is hidden for another value',
			{ hiddenIf: { delivery: ['polling'] } },
			{ hiddenIf: { delivery: ['polling', 'webhook'] } },
		],
	])('are a %s change if it %s, and the reverse is the opposite', (level, _case, before, after) => {
		const [one, other] = [before, after].map((conditions) =>
			createEdited((surface) => Object.assign(ofTrigger(surface).simplify, conditions)),
		);
		const opposite = level === 'major' ? 'minor' : 'major';
		expect(compareSurfaces(one, other).map((change) => change.level)).toEqual([level]);
		expect(compareSurfaces(other, one).map((change) => change.level)).toEqual([opposite]);
	});
});

describe('a new parameter', () => {
	const addBranch = (branch: Partial<ParameterSurface>, others: Parameters = {}) =>
		compareEdited((surface) => {
			ofTrigger(surface).triggerOn.options!.push('refunds');
			Object.assign(ofTrigger(surface), others, {
				branch: { type: 'string', default: '', required: true, ...branch },
			});
		}).find(({ message }) => message.endsWith('branch is new'))?.level;
	const kind = { kind: { type: 'options', default: 'usual' } };

	it.each<[string, Partial<ParameterSurface>]>([
		['is required and empty', {}],
		['has no default', { default: undefined }],
		['is an empty resource locator', { default: { mode: 'list', value: '' } }],
		['is shown for an option that they have', { shownIf: { triggerOn: ['refunds', 'all'] } }],
		['is shown for the default of another new one', { shownIf: { kind: ['usual'] } }],
		['is shown for a value of a switch', { shownIf: { simplify: [true] } }],
	])('breaks workflows if it %s', (_case, branch) => {
		expect(addBranch(branch, kind)).toBe('major');
	});

	it.each<[string, Partial<ParameterSurface>]>([
		['is optional', { required: undefined }],
		['has a default', { default: 'VND' }],
		['is shown only for a new option', { shownIf: { triggerOn: ['refunds'] } }],
		['is shown only for another value of a new one', { shownIf: { kind: ['other'] } }],
	])('breaks no workflow if it %s', (_case, branch) => {
		expect(addBranch(branch, kind)).toBe('minor');
	});
});

describe('the needed version', () => {
	const removeLimit = (surface: Surface) => void delete getMany(surface).limit;
	const addOption = (surface: Surface) => void ofTrigger(surface).triggerOn.options!.push('x');
	const addAndRemove = (surface: Surface) => [removeLimit(surface), addOption(surface)];

	const findFor = (recordedVersion: string, version: string, edit: (surface: Surface) => void) =>
		findViolation(
			{ version: recordedVersion, surface: recorded },
			{ version, surface: createEdited(edit) },
		);

	it.each<[string, string, string, (surface: Surface) => void]>([
		['1.4.2', '2.0.0', 'a removal', removeLimit],
		['1.9.2', '1.10.0', 'an addition', addOption],
		['1.0.0', '2.0.0', 'both', addAndRemove],
	])('after %s is %s for %s', (recordedVersion, needed, _case, edit) => {
		expect(findFor(recordedVersion, recordedVersion, edit)).toContain(`need version ${needed}`);
		expect(findFor(recordedVersion, needed, edit)).toBeUndefined();
		expect(findFor(recordedVersion, '10.0.0', edit)).toBeUndefined();
	});

	it('is any version if nothing changed', () => {
		expect(findFor('1.0.0', '1.0.0', () => {})).toBeUndefined();
		expect(findFor('1.0.0', '1.0.1', () => {})).toBeUndefined();
	});

	it('is part of a message that lists only what breaks', () => {
		expect(findFor('1.0.0', '1.0.0', addAndRemove)).toBe(
			[
				'These changes since 1.0.0 break saved workflows and need version 2.0.0, but package.json has 1.0.0:',
				`- nodes > ${action} > resources > transaction > operations > getAll > parameters > limit was removed or renamed`,
				'Keep the old names and values working, or run "npm version 2.0.0 --no-git-tag-version".',
				'If 1.0.0 has not been published yet, run "npm run record:surface".',
			].join('\n'),
		);
	});

	it('is part of a message that offers no new record of an earlier version', () => {
		expect(findFor('1.0.0', '1.0.1', addOption)).not.toContain('record:surface');
	});
});
