import { compareSurfaces } from './compareSurfaces';
import { findViolation } from './records';
import {
	getOperations,
	readSurface,
	type CredentialSurface,
	type NodeSurface,
	type Output,
	type Parameters,
	type ParameterSurface,
	type Surface,
} from './surface';

const action = 'n8n-nodes-bank-transactions.bankTransactions';
const trigger = 'n8n-nodes-bank-transactions.bankTransactionsTrigger';

let recorded: Surface;

beforeAll(async () => {
	recorded = await readSurface();
});

/** Compares the surface with a copy that has been edited. */
function compareEdited(edit: (surface: Surface) => void) {
	return compareSurfaces(recorded, createEdited(edit));
}

function createEdited(edit: (surface: Surface) => void): Surface {
	const copy = JSON.parse(JSON.stringify(recorded)) as Surface;
	edit(copy);
	return copy;
}

/** Returns every list of parameters: of operations, nodes and credentials, and inside collections. */
function getParameterLists(surface: Surface): Parameters[] {
	const withInner = (parameters: Parameters): Parameters[] => [
		parameters,
		...Object.values(parameters).flatMap(({ fields }) => (fields ? withInner(fields) : [])),
	];
	const all = [
		...Object.values(surface.nodes)
			.flatMap(getOperations)
			.map(({ parameters }) => parameters)
			.filter((parameters) => parameters !== undefined),
		...Object.values(surface.credentials),
	];
	return all.flatMap(withInner);
}

function getOutputs(surface: Surface): Output[] {
	return Object.values(surface.nodes)
		.flatMap(getOperations)
		.map(({ output }) => output)
		.filter((output) => output !== undefined);
}

/**
 * Calls `check` once for every entry of the lists, with the name of the entry and a function that
 * edits the same list of a copy.
 */
function forEachEntry<T>(
	getLists: (surface: Surface) => Array<Record<string, T>>,
	check: (
		name: string,
		entry: T,
		edit: (change: (list: Record<string, T>) => void) => Surface,
	) => void,
): void {
	let count = 0;
	getLists(recorded).forEach((list, index) => {
		for (const [name, entry] of Object.entries(list)) {
			count++;
			check(name, entry, (change) =>
				createEdited((surface) => change(getLists(surface)[index] as Record<string, T>)),
			);
		}
	});
	expect(count).toBeGreaterThan(0);
}

/** Expects exactly one change, of this level and with this text. */
function expectChange(before: Surface, after: Surface, level: string, text: string): void {
	expect(compareSurfaces(before, after)).toEqual([
		{ level, message: expect.stringContaining(text) },
	]);
}

it('finds no change between equal surfaces', () => {
	expect(compareEdited(() => {})).toEqual([]);
});

it('notices every value of the surface that changes or disappears', () => {
	const findPaths = (value: unknown): string[][] =>
		typeof value === 'object' && value !== null
			? Object.entries(value).flatMap(([key, inner]) =>
					findPaths(inner).map((path) => [key, ...path]),
				)
			: [[]];
	const editAt = (path: string[], edit: (parent: Record<string, unknown>, key: string) => void) =>
		createEdited((surface) => {
			const parent = path
				.slice(0, -1)
				.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], surface);
			edit(parent as Record<string, unknown>, path.at(-1) as string);
		});
	const paths = findPaths(recorded);
	const unnoticed = paths.filter((path) => {
		const changed = editAt(path, (parent, key) => (parent[key] = 'something else'));
		const removed = editAt(path, (parent, key) => {
			if (Array.isArray(parent)) parent.splice(Number(key), 1);
			else delete parent[key];
		});
		return [changed, removed].some((edited) => compareSurfaces(recorded, edited).length === 0);
	});
	expect(paths.length).toBeGreaterThan(200);
	expect(unnoticed).toEqual([]);
});

describe('a parameter or credential field', () => {
	it('breaks workflows if it is removed or renamed', () => {
		forEachEntry(getParameterLists, (name, _entry, edit) => {
			const without = edit((list) => delete list[name]);
			expectChange(recorded, without, 'major', `parameter "${name}" was removed`);
		});
	});

	it('breaks workflows if its type changes', () => {
		forEachEntry<ParameterSurface>(getParameterLists, (name, { type }, edit) => {
			const edited = edit((list) => (list[name].type = 'json'));
			expectChange(recorded, edited, 'major', `its type was "${type}" and is "json"`);
		});
	});

	it('breaks workflows if its default changes', () => {
		forEachEntry<ParameterSurface>(getParameterLists, (name, entry, edit) => {
			const edited = edit((list) => (list[name].default = 'another'));
			const text = `"${name}": its default was ${JSON.stringify(entry.default)} and is "another"`;
			expectChange(recorded, edited, 'major', text);
		});
	});

	it('breaks workflows if an option or a mode is removed, but not if one is added', () => {
		let count = 0;
		forEachEntry<ParameterSurface>(getParameterLists, (name, entry, edit) => {
			for (const key of ['options', 'modes'] as const) {
				entry[key]?.forEach((value, index) => {
					count++;
					const without = edit((list) => list[name][key]?.splice(index, 1));
					const text = `${key.slice(0, -1)} ${JSON.stringify(value)}`;
					expectChange(recorded, without, 'major', `${text} was removed`);
					expectChange(without, recorded, 'minor', `${text} is new`);
				});
			}
		});
		expect(count).toBeGreaterThan(10);
	});

	it('breaks workflows if it becomes required without a default', () => {
		const isEmpty = ({ required, default: value }: ParameterSurface) => !required && value === '';
		let count = 0;
		forEachEntry<ParameterSurface>(getParameterLists, (name, entry, edit) => {
			if (!isEmpty(entry)) return;
			count++;
			const required = edit((list) => (list[name].required = true));
			expectChange(recorded, required, 'major', 'it is now required and has no default');
			expectChange(required, recorded, 'minor', 'it is no longer required');
		});
		expect(count).toBeGreaterThan(5);
	});

	it('does not break workflows if it becomes required with a default', () => {
		const required = createEdited(({ credentials }) => {
			credentials.bankTransactionsApi.scheme.required = true;
		});
		expectChange(recorded, required, 'minor', 'it is now required and has a default');
	});

	it('breaks workflows if it takes several values instead of one', () => {
		forEachEntry<ParameterSurface>(getParameterLists, (name, _entry, edit) => {
			const multiple = edit((list) => (list[name].multiple = true));
			expectChange(recorded, multiple, 'major', 'its multiple values was not set and is true');
		});
	});

	it.each<[string, string, Partial<ParameterSurface>, Partial<ParameterSurface>]>([
		['major', 'it gets a condition', {}, { shownIf: { delivery: ['polling'] } }],
		[
			'major',
			'it is shown for fewer values',
			{ shownIf: { delivery: ['polling', 'webhook'] } },
			{ shownIf: { delivery: ['polling'] } },
		],
		[
			'major',
			'it depends on a second parameter',
			{ shownIf: { delivery: ['polling'] } },
			{ shownIf: { delivery: ['polling'], simplify: [true] } },
		],
		[
			'major',
			'it depends on another parameter',
			{ shownIf: { delivery: ['polling'] } },
			{ shownIf: { simplify: [true] } },
		],
		['major', 'it is hidden for a value', {}, { hiddenIf: { delivery: ['polling'] } }],
		[
			'major',
			'it is hidden for another value',
			{ hiddenIf: { delivery: ['polling'] } },
			{ hiddenIf: { delivery: ['polling', 'webhook'] } },
		],
		[
			'minor',
			'it is shown for more values',
			{ shownIf: { delivery: ['polling'] } },
			{ shownIf: { delivery: ['polling', 'webhook'] } },
		],
		['minor', 'it loses its condition', { shownIf: { delivery: ['polling'] } }, {}],
		[
			'minor',
			'it is hidden for fewer values',
			{ hiddenIf: { delivery: ['polling', 'webhook'] } },
			{ hiddenIf: { delivery: ['polling'] } },
		],
	])('is a %s change if %s', (level, _case, before, after) => {
		const withSimplify = (conditions: Partial<ParameterSurface>) =>
			createEdited(({ nodes }) =>
				Object.assign(nodes[trigger].parameters?.simplify as object, conditions),
			);
		expectChange(withSimplify(before), withSimplify(after), level, 'it was shown');
	});

	it('is described with its conditions', () => {
		const [{ message }] = compareEdited(({ nodes }) => {
			const { interval } = nodes[trigger].parameters as Parameters;
			interval.shownIf = { delivery: ['polling'], simplify: [true] };
			interval.hiddenIf = { triggerOn: ['all'] };
		});
		expect(message).toBe(
			`node "${trigger}": parameter "interval": it was shown if "delivery" is "polling" and is shown if "delivery" is "polling" and if "simplify" is true and unless "triggerOn" is "all"`,
		);
	});

	it('does not depend on the order of its options and conditions', () => {
		const create = (triggerOn: Partial<ParameterSurface>) =>
			createEdited(({ nodes }) =>
				Object.assign(nodes[trigger].parameters?.triggerOn as object, triggerOn),
			);
		const one = create({
			options: ['all', 'incoming'],
			shownIf: { simplify: [true], delivery: ['polling', 'webhook'] },
		});
		const other = create({
			options: ['incoming', 'all'],
			shownIf: { delivery: ['webhook', 'polling'], simplify: [true] },
		});
		expect(compareSurfaces(one, other)).toEqual([]);
	});

	it.each<[string, ParameterSurface]>([
		['minor', { type: 'string', default: '' }],
		['minor', { type: 'string', default: 'VND', required: true }],
		['minor', { type: 'boolean', default: false, required: true }],
		['major', { type: 'string', default: '', required: true }],
		['major', { type: 'string', required: true }],
		['major', { type: 'resourceLocator', default: { mode: 'list', value: '' }, required: true }],
	])('is a %s change if it is new: %j', (level, parameter) => {
		forEachEntry(getParameterLists, (_name, _entry, edit) => {
			const extended = edit((list) => (list.branch = parameter));
			expectChange(recorded, extended, level, 'parameter "branch" is new');
		});
	});
});

describe('a new required parameter without a default', () => {
	const addBranch = (conditions: Partial<ParameterSurface>, others: Parameters = {}) =>
		compareEdited(({ nodes }) => {
			const branch = { type: 'string', default: '', required: true as const, ...conditions };
			const parameters = nodes[trigger].parameters as Parameters;
			parameters.triggerOn.options?.push('refunds');
			Object.assign(parameters, others, { branch });
		}).find(({ message }) => message.includes('"branch" is new'))?.level;
	const kind = (value: string): Parameters => ({ kind: { type: 'options', default: value } });

	it('breaks no workflow if it is shown only for a new option', () => {
		expect(addBranch({ shownIf: { triggerOn: ['refunds'] } })).toBe('minor');
	});

	it('breaks no workflow if it is shown only for another value than the default of a new parameter', () => {
		expect(addBranch({ shownIf: { kind: ['other'] } }, kind('usual'))).toBe('minor');
	});

	it('breaks workflows if it is shown for an option or a default that they have', () => {
		expect(addBranch({ shownIf: { triggerOn: ['refunds', 'all'] } })).toBe('major');
		expect(addBranch({ shownIf: { kind: ['usual'] } }, kind('usual'))).toBe('major');
		expect(addBranch({ shownIf: { simplify: [true] } })).toBe('major');
	});
});

describe('an output key', () => {
	it('breaks workflows if it is removed, but not if it is added', () => {
		forEachEntry(getOutputs, (name, _type, edit) => {
			const without = edit((output) => delete output[name]);
			expectChange(recorded, without, 'major', `output key "${name}" was removed`);
			expectChange(without, recorded, 'minor', `output key "${name}" is new`);
		});
	});

	it.each([
		['number', 'string', 'major'],
		['number', 'number | null', 'major'],
		['number | null', 'number', 'minor'],
	])('that was %s and is %s is a %s change', (before, after, level) => {
		forEachEntry(getOutputs, (name, _type, edit) => {
			const one = edit((output) => (output[name] = before));
			const other = edit((output) => (output[name] = after));
			expectChange(one, other, level, `its type was ${before} and is ${after}`);
		});
	});
});

describe('a node', () => {
	it('breaks workflows if a node, resource, operation or credential type is removed', () => {
		const getNodes = (surface: Surface) => [surface.nodes];
		const getResources = (surface: Surface) =>
			Object.values(surface.nodes)
				.map(({ resources }) => resources)
				.filter((resources) => resources !== undefined);
		const getAllOperations = (surface: Surface) =>
			getResources(surface).flatMap((resources) =>
				Object.values(resources).map(({ operations }) => operations),
			);
		const getCredentials = (surface: Surface) => [surface.credentials];
		const kinds: Array<[string, (surface: Surface) => Array<Record<string, unknown>>]> = [
			['node', getNodes],
			['resource', getResources],
			['operation', getAllOperations],
			['credential', getCredentials],
		];
		for (const [kind, getLists] of kinds) {
			forEachEntry(getLists, (name, _entry, edit) => {
				const without = edit((list) => delete list[name]);
				expectChange(recorded, without, 'major', `${kind} "${name}" was removed`);
				expectChange(without, recorded, 'minor', `${kind} "${name}" is new`);
			});
		}
	});

	it.each<[string, string, (node: NodeSurface) => void]>([
		['major', 'version 1 was removed', (node) => (node.versions = [2])],
		['minor', 'version 2 is new', (node) => (node.versions = [1, 2])],
		['major', 'its input 0 was "main" and is not set', (node) => (node.inputs = [])],
		['major', 'its output 0 was "main"', (node) => (node.outputs = ['ai_tool', 'main'])],
		['minor', 'output of type "main" is new', (node) => (node.outputs = ['main', 'main'])],
		['major', 'it is no longer usable as a tool', (node) => (node.usableAsTool = false)],
		['major', 'credential type "bankTransactionsApi" was', (node) => (node.credentials = {})],
		[
			'major',
			'"other" is new and must be',
			(node) => (node.credentials.other = { required: true }),
		],
		['minor', 'credential type "other" is new', (node) => (node.credentials.other = {})],
		['minor', 'it is now optional', (node) => delete node.credentials.bankTransactionsApi.required],
		['major', 'its default resource was', (node) => (node.defaultResource = 'user')],
		[
			'major',
			'its default operation was "create" and is "get"',
			(node) => Object.assign(node.resources?.webhook as object, { defaultOperation: 'get' }),
		],
	])('has a %s change: %s', (level, text, edit) => {
		const changes = compareEdited(({ nodes }) => void edit(nodes[action]));
		expect(changes).toContainEqual({ level, message: expect.stringContaining(text) });
	});

	it('breaks workflows if it needs a credential in further cases, but not in fewer', () => {
		const withCredential = (credential: CredentialSurface) =>
			createEdited(({ nodes }) => (nodes[action].credentials.bankTransactionsApi = credential));
		const always = withCredential({ required: true });
		const sometimes = withCredential({ required: true, hiddenIf: { accountSource: ['manual'] } });
		const optional = withCredential({ hiddenIf: { accountSource: ['manual'] } });
		const text = 'it was shown always and is shown unless "accountSource" is "manual"';
		expectChange(always, sometimes, 'minor', text);
		expectChange(sometimes, always, 'major', 'and is shown always');
		expectChange(optional, withCredential({}), 'minor', 'and is shown always');
		expectChange(optional, sometimes, 'major', 'it is now required');
	});

	it('breaks registered webhooks if the address of a webhook changes', () => {
		const edited = createEdited(({ nodes }) => (nodes[trigger].webhooks.default = 'POST other'));
		const text = 'its address was "POST webhook" and is "POST other"';
		expectChange(recorded, edited, 'major', text);
	});
});

describe('the needed version', () => {
	const removeLimit = ({ nodes }: Surface) =>
		delete nodes[action].resources?.transaction.operations.getAll.parameters.limit;
	const addOption = ({ nodes }: Surface) => nodes[trigger].parameters?.triggerOn.options?.push('x');
	const addAndRemove = (surface: Surface) => [removeLimit(surface), addOption(surface)];

	const findFor = (recordedVersion: string, version: string, edit: (surface: Surface) => unknown) =>
		findViolation(
			{ version: recordedVersion, surface: recorded },
			{ version, surface: createEdited(edit) },
		);

	it.each<[string, string, string, (surface: Surface) => unknown]>([
		['1.0.0', '2.0.0', 'a removal', removeLimit],
		['1.4.2', '2.0.0', 'a removal', removeLimit],
		['1.0.0', '1.1.0', 'an addition', addOption],
		['1.4.2', '1.5.0', 'an addition', addOption],
		['1.0.0', '2.0.0', 'both', addAndRemove],
	])('after %s is %s for %s', (recordedVersion, needed, _case, edit) => {
		expect(findFor(recordedVersion, recordedVersion, edit)).toContain(`need version ${needed}`);
		expect(findFor(recordedVersion, needed, edit)).toBeUndefined();
		expect(findFor(recordedVersion, '3.0.0', edit)).toBeUndefined();
	});

	it('is not reached by a minor or patch version if something was removed', () => {
		expect(findFor('1.0.0', '1.1.0', removeLimit)).toContain('package.json has 1.1.0');
		expect(findFor('1.0.0', '1.0.1', addOption)).toContain('package.json has 1.0.1');
	});

	it('is any version if nothing changed', () => {
		expect(findFor('1.0.0', '1.0.0', () => {})).toBeUndefined();
		expect(findFor('1.0.0', '1.0.1', () => {})).toBeUndefined();
	});

	it('is part of a message that lists only what breaks', () => {
		expect(findFor('1.0.0', '1.0.0', addAndRemove)).toBe(
			[
				'These changes since 1.0.0 break saved workflows and need version 2.0.0, but package.json has 1.0.0:',
				`- node "${action}": resource "transaction": operation "getAll": parameter "limit" was removed or renamed`,
				'Keep the old names and values working, or run "npm version 2.0.0 --no-git-tag-version".',
				'If 1.0.0 has not been published yet, run "npm run record:surface".',
			].join('\n'),
		);
	});

	it('is part of a message that offers no new record of an earlier version', () => {
		expect(findFor('1.0.0', '1.0.1', addOption)).not.toContain('record:surface');
	});

	it('is part of a message that lists additions if nothing breaks', () => {
		expect(findFor('1.0.0', '1.0.0', addOption)).toBe(
			[
				'These changes since 1.0.0 add to the public surface and need version 1.1.0, but package.json has 1.0.0:',
				`- node "${trigger}": parameter "triggerOn": option "x" is new`,
				'Run "npm version 1.1.0 --no-git-tag-version".',
				'If 1.0.0 has not been published yet, run "npm run record:surface".',
			].join('\n'),
		);
	});
});
