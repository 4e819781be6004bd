/* eslint-disable @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import path from 'node:path';

import { repositoryFolder } from './folders';

/** The subset of JSON Schema with which n8n's editor shows the output of a node before it has run. */
export interface OutputSchema {
	type: string | string[];
	properties?: Record<string, OutputSchema>;
	items?: OutputSchema;
	/** Version of the file format, as in n8n's own schema files. */
	version?: number;
}

/** Returns the path of a schema file under `nodes/`. */
export function getSchemaFile(name: string): string {
	return path.join(repositoryFolder, 'nodes', `${name}.json`);
}

/** Returns a schema that all of these values match. */
export function createSchema(values: unknown[]): OutputSchema {
	const kinds = [...new Set(values.map(getKind))].sort(nullLast);
	const schema: OutputSchema = { type: kinds.length === 1 ? kinds[0] : kinds };
	if (kinds.includes('object')) schema.properties = createProperties(values.filter(isObject));
	const entries = values.filter(Array.isArray).flat();
	if (entries.length > 0) schema.items = createSchema(entries);
	return schema;
}

function createProperties(objects: object[]): Record<string, OutputSchema> {
	const keys = new Set(objects.flatMap(Object.keys));
	const getValues = (key: string) =>
		objects.flatMap((object) => (key in object ? [object[key as keyof typeof object]] : []));
	return Object.fromEntries([...keys].map((key) => [key, createSchema(getValues(key))]));
}

function getKind(value: unknown): string {
	if (value === null) return 'null';
	return Array.isArray(value) ? 'array' : typeof value;
}

function isObject(value: unknown): value is object {
	return getKind(value) === 'object';
}

/** Sorts `null` last, because the editor shows the first of several types. */
function nullLast(one: string, other: string): number {
	return Number(one === 'null') - Number(other === 'null') || one.localeCompare(other);
}
