/* eslint-disable @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { isDeepStrictEqual } from 'node:util';

import type {
	Conditions,
	CredentialSurface,
	DisplayConditions,
	NodeSurface,
	OperationSurface,
	Output,
	Parameters,
	ParameterSurface,
	ResourceSurface,
	Surface,
} from './surface';

/** A difference between two surfaces, and the part of the version that has to rise for it. */
export interface Change {
	level: 'major' | 'minor';
	/** What changed, such as `parameter "limit" was removed or renamed`, with its place before it. */
	message: string;
}

/** Returns every difference. `major` changes break workflows that rely on the recorded surface. */
export function compareSurfaces(recorded: Surface, current: Surface): Change[] {
	return [
		...compareEntries(recorded.nodes, current.nodes, {
			place: 'node',
			compare: compareNodes,
		}),
		...compareEntries(recorded.credentials, current.credentials, {
			place: 'credential',
			compare: compareParameters,
		}),
	];
}

interface EntryComparison<T> {
	/** What an entry is, for messages: `parameter`. */
	place: string;
	/** Compares two entries of one name; messages come without the name. */
	compare: (recorded: T, current: T) => Change[];
	/** The level of an entry that is new; `minor` by default. */
	getLevelOfNew?: (entry: T) => Change['level'];
}

function compareEntries<T>(
	recorded: Record<string, T> = {},
	current: Record<string, T> = {},
	{ place, compare, getLevelOfNew = () => 'minor' }: EntryComparison<T>,
): Change[] {
	const names = new Set([...Object.keys(recorded), ...Object.keys(current)]);
	return [...names].flatMap((name): Change[] => {
		const title = `${place} "${name}"`;
		if (!Object.hasOwn(current, name)) return [major(`${title} was removed or renamed`)];
		if (!Object.hasOwn(recorded, name)) {
			const level = getLevelOfNew(current[name]);
			const reason = level === 'major' ? ' and must be filled in' : '';
			return [{ level, message: `${title} is new${reason}` }];
		}
		return compare(recorded[name], current[name]).map(({ level, message }) => ({
			level,
			message: `${title}: ${message}`,
		}));
	});
}

function compareNodes(recorded: NodeSurface, current: NodeSurface): Change[] {
	return [
		...compareLists('version', recorded.versions, current.versions),
		...comparePositions('input', recorded.inputs, current.inputs),
		...comparePositions('output', recorded.outputs, current.outputs),
		...compareFlags(recorded.usableAsTool, current.usableAsTool, 'usable as a tool'),
		...compareEntries(recorded.credentials, current.credentials, {
			place: 'credential type',
			compare: compareCredentials,
			getLevelOfNew: ({ required }) => (required ? 'major' : 'minor'),
		}),
		...compareEntries(recorded.webhooks, current.webhooks, {
			place: 'webhook',
			compare: (one, other) => compareValues('address', one, other),
		}),
		...compareOperations(recorded, current),
		...compareValues('default resource', recorded.defaultResource, current.defaultResource),
		...compareEntries(recorded.resources, current.resources, {
			place: 'resource',
			compare: compareResources,
		}),
	];
}

/** A saved workflow has no credential if the editor did not ask for it. */
function compareCredentials(recorded: CredentialSurface, current: CredentialSurface): Change[] {
	const changes: Change[] = [];
	if (recorded.required !== current.required) {
		changes.push(current.required ? major('it is now required') : minor('it is now optional'));
	}
	const message = describeChangedConditions(recorded, current);
	if (message) {
		const isNewlyNeeded = current.required && !isShownWherever(current, recorded);
		changes.push(isNewlyNeeded ? major(message) : minor(message));
	}
	return changes;
}

function compareResources(recorded: ResourceSurface, current: ResourceSurface): Change[] {
	return [
		...compareValues('default operation', recorded.defaultOperation, current.defaultOperation),
		...compareEntries(recorded.operations, current.operations, {
			place: 'operation',
			compare: compareOperations,
		}),
	];
}

function compareOperations(
	recorded: Partial<OperationSurface>,
	current: Partial<OperationSurface>,
): Change[] {
	return [
		...compareParameters(recorded.parameters, current.parameters),
		...compareOutputs(recorded.output, current.output),
	];
}

function compareOutputs(recorded?: Output, current?: Output): Change[] {
	return compareEntries(recorded, current, {
		place: 'output key',
		compare: (one, other) => {
			if (one === other) return [];
			const known = one.split(' | ');
			// A workflow that handles more types than there are works as before.
			const isNarrower = other.split(' | ').every((type) => known.includes(type));
			const level = isNarrower ? 'minor' : 'major';
			return [{ level, message: `its type was ${one} and is ${other}` }];
		},
	});
}

function compareParameters(recorded?: Parameters, current?: Parameters): Change[] {
	return compareEntries(recorded, current, {
		place: 'parameter',
		compare: compareParameter,
		getLevelOfNew: (parameter) =>
			mustBeFilledIn(parameter) && isShownInSaved(parameter, recorded, current) ? 'major' : 'minor',
	});
}

/** Returns false if a new parameter is shown only for a value that no saved workflow can have. */
function isShownInSaved(
	{ shownIf = {} }: ParameterSurface,
	recorded: Parameters = {},
	current: Parameters = {},
): boolean {
	return Object.entries(shownIf).every(([name, values]) => {
		const options = recorded[name]?.options;
		if (options) return values.some((value) => includes(options, value));
		const isNew = !recorded[name] && current[name];
		return !isNew || includes(values, current[name].default);
	});
}

function compareParameter(recorded: ParameterSurface, current: ParameterSurface): Change[] {
	return [
		...compareValues('type', recorded.type, current.type),
		// n8n does not save a value that is the default.
		...compareValues('default', recorded.default, current.default),
		...compareRequired(recorded, current),
		...compareValues('multiple values', recorded.multiple, current.multiple),
		...compareLists('option', recorded.options, current.options),
		...compareLists('mode', recorded.modes, current.modes),
		...compareConditions(recorded, current),
		...compareParameters(recorded.fields, current.fields),
	];
}

function compareRequired(recorded: ParameterSurface, current: ParameterSurface): Change[] {
	if (recorded.required === current.required) return [];
	if (!current.required) return [minor('it is no longer required')];
	return mustBeFilledIn(current)
		? [major('it is now required and has no default')]
		: [minor('it is now required and has a default')];
}

/** Returns true if n8n refuses to run a workflow that was saved without the parameter. */
function mustBeFilledIn({ required, default: value }: ParameterSurface): boolean {
	const isLocator = typeof value === 'object' && value !== null && 'value' in value;
	const content = isLocator ? value.value : value;
	return Boolean(required) && (content === undefined || content === null || content === '');
}

/** n8n does not pass on the value of a parameter that is not shown. */
function compareConditions(recorded: DisplayConditions, current: DisplayConditions): Change[] {
	const message = describeChangedConditions(recorded, current);
	if (!message) return [];
	return [isShownWherever(recorded, current) ? minor(message) : major(message)];
}

function describeChangedConditions(
	recorded: DisplayConditions,
	current: DisplayConditions,
): string | undefined {
	const was = describeConditions(recorded);
	const is = describeConditions(current);
	return was === is ? undefined : `it was shown ${was} and is shown ${is}`;
}

/** Returns true if `other` is shown in all cases in which `one` is. */
function isShownWherever(one: DisplayConditions, other: DisplayConditions): boolean {
	// All conditions of `shownIf` must hold, so each of the other must follow from one of this.
	const isShown = Object.entries(other.shownIf ?? {}).every(([name, values]) =>
		one.shownIf?.[name]?.every((value) => includes(values, value)),
	);
	// One condition of `hiddenIf` is enough, so each of the other must be among those of this.
	const isNotHidden = Object.entries(other.hiddenIf ?? {}).every(([name, values]) =>
		values.every((value) => includes(one.hiddenIf?.[name], value)),
	);
	return isShown && isNotHidden;
}

function describeConditions({ shownIf = {}, hiddenIf = {} }: DisplayConditions): string {
	const describe = (word: string, conditions: Conditions) =>
		Object.entries(conditions)
			.sort(([one], [other]) => one.localeCompare(other))
			.map(([name, values]) => `${word} "${name}" is ${values.map(toText).sort().join(' or ')}`);
	const all = [...describe('if', shownIf), ...describe('unless', hiddenIf)];
	return all.length > 0 ? all.join(' and ') : 'always';
}

function compareLists(word: string, recorded: unknown[] = [], current: unknown[] = []): Change[] {
	const removed = recorded.filter((value) => !includes(current, value));
	const added = current.filter((value) => !includes(recorded, value));
	return [
		...removed.map((value) => major(`${word} ${toText(value)} was removed`)),
		...added.map((value) => minor(`${word} ${toText(value)} is new`)),
	];
}

/** A connection in a workflow names the position of an input or output. */
function comparePositions(word: string, recorded: string[], current: string[] = []): Change[] {
	return [
		...recorded.flatMap((type, index) => compareValues(`${word} ${index}`, type, current[index])),
		...current.slice(recorded.length).map((type) => minor(`${word} of type "${type}" is new`)),
	];
}

function compareFlags(recorded: boolean, current: boolean, meaning: string): Change[] {
	if (recorded === current) return [];
	return [current ? minor(`it is now ${meaning}`) : major(`it is no longer ${meaning}`)];
}

function compareValues(word: string, recorded: unknown, current: unknown): Change[] {
	if (isDeepStrictEqual(recorded, current)) return [];
	return [major(`its ${word} was ${toText(recorded)} and is ${toText(current)}`)];
}

function includes(values: unknown[] | undefined, value: unknown): boolean {
	return (values ?? []).some((one) => isDeepStrictEqual(one, value));
}

function toText(value: unknown): string {
	return JSON.stringify(value) ?? 'not set';
}

function major(message: string): Change {
	return { level: 'major', message };
}

function minor(message: string): Change {
	return { level: 'minor', message };
}
