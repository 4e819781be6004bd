/* eslint-disable @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import {
	isINodePropertyOptions,
	type ICredentialType,
	type IDisplayOptions,
	type INodeProperties,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import packageJson from '../../package.json';
import { repositoryFolder } from '../support/folders';
import type { OutputSchema } from '../support/outputSchema';

/** Everything that a saved workflow or credential may rely on. Labels and descriptions are not. */
export interface Surface {
	nodes: Record<string, NodeSurface>;
	credentials: Record<string, Parameters>;
}

export interface NodeSurface {
	versions: number[];
	inputs: string[];
	outputs: string[];
	usableAsTool: boolean;
	/** Each credential type, by name. */
	credentials: Record<string, DisplayConditions & { required?: true }>;
	/** The method and path of each webhook. */
	webhooks: Record<string, string>;
	/** The parameters and output of a node without operations. */
	parameters?: Parameters;
	output?: Output;
	/** The operations of the other nodes, by resource. */
	defaultResource?: string;
	resources?: Record<string, ResourceSurface>;
}

export interface ResourceSurface {
	defaultOperation: string;
	operations: Record<string, OperationSurface>;
}

export interface OperationSurface {
	parameters: Parameters;
	output: Output;
}

export type Parameters = Record<string, ParameterSurface>;

/** The types of each key of an output item, such as `number | null`; `a[].b` is inside a list. */
export type Output = Record<string, string>;

export interface ParameterSurface extends DisplayConditions {
	type: string;
	default?: unknown;
	required?: true;
	/** The values of a list of choices. */
	options?: unknown[];
	/** The modes of a resource locator. */
	modes?: string[];
	/** The parameters inside a collection. */
	fields?: Parameters;
}

export interface DisplayConditions {
	/** Shown only if all of these parameters have one of the values. */
	shownIf?: Conditions;
	/** Not shown if one of these parameters has one of the values. */
	hiddenIf?: Conditions;
}

export type Conditions = Record<string, unknown[]>;

/** Reads the surface of all nodes and credentials of the package, from their classes and schemas. */
export async function readSurface(): Promise<Surface> {
	const surface: Surface = { nodes: {}, credentials: {} };
	for (const file of packageJson.n8n.nodes) {
		const { description } = await createInstance<INodeType>(file);
		const outputs = await readOutputs(path.dirname(file).replace(/^dist\//, ''));
		const name = `${packageJson.name}.${description.name}`;
		surface.nodes[name] = toNodeSurface(description, outputs);
	}
	for (const file of packageJson.n8n.credentials) {
		const { name, properties } = await createInstance<ICredentialType>(file);
		surface.credentials[name] = toParameters(properties);
	}
	return surface;
}

/** Returns all operations of a node, or the node itself if it has none. */
export function getOperations(node: NodeSurface): Array<Partial<OperationSurface>> {
	if (!node.resources) return [node];
	return Object.values(node.resources).flatMap(({ operations }) => Object.values(operations));
}

/**
 * Returns the parameters and the output of an operation, or of the node itself if it has none. In a
 * saved workflow, a missing resource or operation is the default one.
 */
export function getOperation(
	node: NodeSurface,
	resource = node.defaultResource,
	operation?: string,
): Partial<OperationSurface> {
	if (resource === undefined) return node;
	const found = node.resources?.[resource];
	return found?.operations[operation ?? found.defaultOperation] ?? {};
}

/** Creates the class of a built file, such as `dist/nodes/A/A.node.js`, from its source. */
async function createInstance<T>(file: string): Promise<T> {
	const source = file.replace(/^dist\//, '').replace(/\.js$/, '.ts');
	const classes = (await import(path.join(repositoryFolder, source))) as Record<
		string,
		new () => T
	>;
	return new classes[path.basename(file).split('.')[0]]();
}

/** Reads the output schemas of a node; `output` is the name for a node without operations. */
async function readOutputs(nodeFolder: string): Promise<Map<string, Output>> {
	const folder = path.join(repositoryFolder, nodeFolder, '__schema__');
	const outputs = new Map<string, Output>();
	// A later version of the node describes its outputs in a folder of its own, and replaces these.
	for (const file of (await readdir(folder, { recursive: true })).sort()) {
		if (!file.endsWith('.json')) continue;
		const schema = JSON.parse(await readFile(path.join(folder, file), 'utf8')) as OutputSchema;
		const name = file.replace(/^v[^/]*\//, '').replace(/\.json$/, '');
		outputs.set(name, toOutput(schema));
	}
	return outputs;
}

function toOutput(schema: OutputSchema, parent = ''): Output {
	const output: Output = {};
	for (const [name, property] of Object.entries(schema.properties ?? {})) {
		const key = parent ? `${parent}.${name}` : name;
		output[key] = [property.type].flat().join(' | ');
		Object.assign(output, toOutput(property, key));
		if (property.items) Object.assign(output, toOutput(property.items, `${key}[]`));
	}
	return output;
}

function toNodeSurface(
	description: INodeTypeDescription,
	outputs: Map<string, Output>,
): NodeSurface {
	const { properties, version, inputs, outputs: connections, usableAsTool } = description;
	const node: NodeSurface = {
		versions: [version].flat(),
		inputs: toConnections(inputs),
		outputs: toConnections(connections),
		usableAsTool: Boolean(usableAsTool),
		credentials: Object.fromEntries(
			(description.credentials ?? []).map(({ name, required, displayOptions }) => [
				name,
				{ ...(required ? { required } : {}), ...toDisplayConditions(displayOptions) },
			]),
		),
		webhooks: Object.fromEntries(
			(description.webhooks ?? []).map((one) => [one.name, `${one.httpMethod} ${one.path}`]),
		),
	};
	const resource = properties.find(({ name }) => name === 'resource');
	if (!resource) {
		return { ...node, parameters: toParameters(properties), output: outputs.get('output') ?? {} };
	}
	return {
		...node,
		defaultResource: String(resource.default),
		resources: Object.fromEntries(
			getValues(resource).map((value) => [
				value,
				toResourceSurface(String(value), properties, outputs),
			]),
		),
	};
}

function toResourceSurface(
	resource: string,
	properties: INodeProperties[],
	outputs: Map<string, Output>,
): ResourceSurface {
	const shown = properties.flatMap((property) => applyChoice(property, 'resource', resource));
	const operation = shown.find(({ name }) => name === 'operation');
	const operations: ResourceSurface['operations'] = {};
	for (const value of operation ? getValues(operation).map(String) : []) {
		const fields = shown
			.flatMap((property) => applyChoice(property, 'operation', value))
			.filter(({ name }) => name !== 'resource' && name !== 'operation');
		operations[value] = {
			parameters: toParameters(fields),
			output: outputs.get(`${resource}/${value}`) ?? {},
		};
	}
	return { defaultOperation: String(operation?.default), operations };
}

/**
 * Returns a parameter without its conditions on another one that has this value, or nothing if it
 * is not shown then.
 */
function applyChoice(property: INodeProperties, name: string, value: string): INodeProperties[] {
	const { show = {}, hide = {} } = property.displayOptions ?? {};
	const { [name]: shownFor, ...otherShow } = show;
	const { [name]: hiddenFor, ...otherHide } = hide;
	if (shownFor && !shownFor.includes(value)) return [];
	if (hiddenFor?.includes(value)) return [];
	return [{ ...property, displayOptions: { show: otherShow, hide: otherHide } }];
}

/**
 * Returns the parameters by name. A notice holds no value.
 * @throws if a parameter is of a kind that the record would not describe completely.
 */
function toParameters(properties: INodeProperties[]): Parameters {
	const parameters: Parameters = {};
	for (const property of properties.filter(({ type }) => type !== 'notice')) {
		const { name, type, typeOptions } = property;
		if (name in parameters || type === 'fixedCollection' || typeOptions?.multipleValues) {
			throw new Error(`The record does not describe "${name}" yet: extend surface.ts.`);
		}
		parameters[name] = toParameter(property);
	}
	return parameters;
}

function toParameter(property: INodeProperties): ParameterSurface {
	const { type, displayOptions, required, modes } = property;
	const parameter: ParameterSurface = { type, default: property.default };
	if (required) parameter.required = true;
	if (type === 'options' || type === 'multiOptions') parameter.options = getValues(property);
	if (modes) parameter.modes = modes.map(({ name }) => name);
	Object.assign(parameter, toDisplayConditions(displayOptions));
	if (type === 'collection') parameter.fields = toParameters(property.options as INodeProperties[]);
	return parameter;
}

function toDisplayConditions({ show = {}, hide = {} }: IDisplayOptions = {}): DisplayConditions {
	return {
		...(Object.keys(show).length > 0 && { shownIf: show as Conditions }),
		...(Object.keys(hide).length > 0 && { hiddenIf: hide as Conditions }),
	};
}

function getValues({ options = [] }: INodeProperties) {
	return options.filter(isINodePropertyOptions).map(({ value }) => value);
}

/** Inputs and outputs that an expression computes count as one. */
function toConnections(
	connections: INodeTypeDescription['inputs'] | INodeTypeDescription['outputs'],
): string[] {
	return [connections].flat().map((one) => (typeof one === 'string' ? one : one.type));
}
