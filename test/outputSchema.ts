/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs in Node beside n8n, never inside a node */
import path from 'node:path';

import { repositoryFolder } from './host/folders';

/** The part of JSON Schema with which n8n's editor shows what a node gives out before it ran. */
export interface OutputSchema {
	type: string | string[];
	properties?: Record<string, OutputSchema>;
	items?: OutputSchema;
	/** Of the form of these files; n8n's own carry it at the top. */
	version?: number;
}

/** The file under `nodes/` that holds a schema. */
export function schemaFile(name: string): string {
	return path.join(repositoryFolder, 'nodes', `${name}.json`);
}

/** One schema that all of these values keep to. */
export function schemaOf(values: unknown[]): OutputSchema {
	const kinds = [...new Set(values.map(kindOf))].sort(nullLast);
	const schema: OutputSchema = { type: kinds.length === 1 ? kinds[0] : kinds };
	if (kinds.includes('object')) schema.properties = propertiesOf(values.filter(isObject));
	const entries = values.filter(Array.isArray).flat();
	if (entries.length > 0) schema.items = schemaOf(entries);
	return schema;
}

function propertiesOf(objects: object[]): Record<string, OutputSchema> {
	const keys = new Set(objects.flatMap(Object.keys));
	const valuesOf = (key: string) =>
		objects.flatMap((object) => (key in object ? [object[key as keyof typeof object]] : []));
	return Object.fromEntries([...keys].map((key) => [key, schemaOf(valuesOf(key))]));
}

function kindOf(value: unknown): string {
	if (value === null) return 'null';
	return Array.isArray(value) ? 'array' : typeof value;
}

function isObject(value: unknown): value is object {
	return kindOf(value) === 'object';
}

/** The editor shows the first of several kinds. */
function nullLast(one: string, other: string): number {
	return Number(one === 'null') - Number(other === 'null') || one.localeCompare(other);
}
