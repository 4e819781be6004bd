/* eslint-disable @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { isDeepStrictEqual } from 'node:util';

import type { ParameterSurface, Surface } from './surface';

/** A difference between two surfaces, and the part of the version that has to rise for it. */
export interface Change {
	level: 'major' | 'minor';
	/** The place and what happened there: `nodes > … > limit was removed or renamed`. */
	message: string;
}

type Entries = Record<string, unknown>;

/** Returns every difference. `major` changes break workflows that rely on the recorded surface. */
export function compareSurfaces(recorded: Surface, current: Surface): Change[] {
	return compareEntries({ ...recorded }, { ...current }, []);
}

function compareEntries(recorded: Entries, current: Entries, parents: string[]): Change[] {
	const names = new Set([...Object.keys(recorded), ...Object.keys(current)]);
	return [...names].flatMap((name): Change[] => {
		const [was, is] = [recorded[name], current[name]];
		const path = [...parents, name];
		const toChange = (isMajor: boolean, text: string): Change[] => [
			{ level: isMajor ? 'major' : 'minor', message: `${path.join(' > ')} ${text}` },
		];
		if (isDeepStrictEqual(was, is)) return [];
		if (is === undefined) return toChange(breaksIfRemoved(path), 'was removed or renamed');
		if (was === undefined) return toChange(breaksIfAdded(path, recorded, current), 'is new');
		const [before, after] = [toEntries(was, name), toEntries(is, name)];
		if (before && after) return compareEntries(before, after, path);
		return toChange(true, `was ${JSON.stringify(was)} and is ${JSON.stringify(is)}`);
	});
}

/** Returns the parts of a value that are compared one by one. The order of choices does not matter. */
function toEntries(value: unknown, name: string): Entries | undefined {
	// n8n does not save a value that is the default, and a connection names a position.
	if (typeof value !== 'object' || value === null || name === 'default') return undefined;
	const isOrdered = ['inputs', 'outputs'].includes(name);
	if (!Array.isArray(value) || isOrdered) return { ...value };
	return Object.fromEntries(value.map((one) => [JSON.stringify(one), true]));
}

/** A condition shows a parameter in fewer cases: n8n does not pass on what is not shown. */
function isCondition([...path]: string[]): boolean {
	const isInHiddenIf = path.at(-3) === 'hiddenIf';
	return isInHiddenIf || path.slice(-2).some((name) => ['shownIf', 'hiddenIf'].includes(name));
}

/** The conditions of a node's credential say when the editor asks for it. */
function isOfCredential([root, , part]: string[]): boolean {
	return root === 'nodes' && part === 'credentials';
}

function breaksIfRemoved(path: string[]): boolean {
	if (isCondition(path)) return isOfCredential(path);
	return path.at(-1) !== 'required';
}

function breaksIfAdded(path: string[], recorded: Entries, current: Entries): boolean {
	if (isCondition(path)) return !isOfCredential(path);
	const name = path.at(-1) as string;
	if (name === 'required') return mustBeFilledIn(current);
	if (path.at(-3) === 'shownIf') return false;
	return (
		mustBeFilledIn(current[name] as ParameterSurface) &&
		isShownInSaved(current[name] as ParameterSurface, recorded, current)
	);
}

/** Returns true if n8n refuses to run a workflow that was saved without the parameter. */
function mustBeFilledIn({ required, default: value }: Partial<ParameterSurface>): boolean {
	const isLocator = typeof value === 'object' && value !== null && 'value' in value;
	const content = isLocator ? value.value : value;
	return Boolean(required) && (content === undefined || content === null || content === '');
}

/** Returns false if a new parameter is shown only for a value that no saved workflow can have. */
function isShownInSaved(
	{ shownIf = {} }: ParameterSurface,
	recorded: Entries,
	current: Entries,
): boolean {
	return Object.entries(shownIf).every(([name, values]) => {
		const was = recorded[name] as ParameterSurface | undefined;
		const is = current[name] as ParameterSurface | undefined;
		const possible = was ? was.options : [is?.default];
		return possible === undefined || values.some((value) => possible.includes(value));
	});
}
