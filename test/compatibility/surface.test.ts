import type { INodeParameters, INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import { lte } from 'semver';

import packageJson from '../../package.json';
import { findViolation, listRecordedVersions, readRecord, readSavedWorkflow } from './records';
import {
	getOperation,
	getOperations,
	readSurface,
	toNodeSurface,
	type Parameters,
} from './surface';

describe('the current surface', () => {
	it('fits the version in package.json', async () => {
		const current = { version: packageJson.version, surface: await readSurface() };
		for (const version of await listRecordedVersions()) {
			const recorded = { version, surface: await readRecord(version) };
			const violation = findViolation(recorded, current);
			// Thrown, because Jest would escape each quote of an expected value.
			if (violation) throw new Error(violation);
		}
	});

	it('has no record of a version after that in package.json', async () => {
		const versions = await listRecordedVersions();
		expect(versions.length).toBeGreaterThan(0);
		for (const version of versions) expect(lte(version, packageJson.version)).toBe(true);
	});

	it('includes an output for every operation', async () => {
		const operations = Object.values((await readSurface()).nodes).flatMap(getOperations);
		expect(operations.length).toBeGreaterThan(5);
		for (const { output = {} } of operations) expect(Object.keys(output)).not.toEqual([]);
	});
});

describe('the workflow saved with a version', () => {
	/** Returns the names of the values that the recorded parameters do not have. */
	const findUnknown = (values: INodeParameters, parameters: Parameters): string[] =>
		Object.entries(values).flatMap(([name, value]) => {
			if (!Object.hasOwn(parameters, name)) return [name];
			const { fields } = parameters[name];
			return fields ? findUnknown(value as INodeParameters, fields) : [];
		});

	it('uses every operation of its recorded surface, and nothing that it does not have', async () => {
		for (const version of await listRecordedVersions()) {
			const { nodes } = await readRecord(version);
			const saved = await readSavedWorkflow(version);
			const unused = new Set(Object.values(nodes).flatMap(getOperations));
			for (const { type, parameters } of saved.nodes) {
				if (!Object.hasOwn(nodes, type)) continue;
				const { resource, operation, ...values } = parameters;
				const surface = getOperation(nodes[type], resource as string, operation as string);
				unused.delete(surface);
				expect(findUnknown(values, surface.parameters ?? {})).toEqual([]);
			}
			expect({ version, unused: [...unused] }).toEqual({ version, unused: [] });
		}
	});
});

describe('the surface of a described node', () => {
	const base: INodeTypeDescription = {
		displayName: 'Example',
		name: 'example',
		group: ['transform'],
		version: [1, 2],
		description: 'An example',
		defaults: { name: 'Example' },
		inputs: '={{ ["main"] }}',
		outputs: ['main', { type: 'ai_tool' }],
		properties: [],
	};
	const field = (name: string, more: Partial<INodeProperties> = {}): INodeProperties => ({
		displayName: name,
		name,
		type: 'string',
		default: '',
		...more,
	});
	const choice = (name: string, values: string[], more: Partial<INodeProperties> = {}) => {
		const options = values.map((value) => ({ name: value, value }));
		return field(name, { type: 'options', options, default: values[0], ...more });
	};
	const read = (properties: INodeProperties[]) =>
		toNodeSurface({ ...base, properties }, new Map([['order/get', { id: 'number' }]]));

	it('lists its versions and connections', () => {
		expect(read([])).toMatchObject({
			versions: [1, 2],
			inputs: ['={{ ["main"] }}'],
			outputs: ['main', 'ai_tool'],
			usableAsTool: false,
		});
	});

	it('lists the credentials that it needs, with their conditions', () => {
		const displayOptions = { hide: { account: ['none'] } };
		const credentials = [{ name: 'key', required: true, displayOptions }, { name: 'other' }];
		expect(toNodeSurface({ ...base, credentials }, new Map()).credentials).toEqual({
			key: { required: true, hiddenIf: { account: ['none'] } },
			other: {},
		});
	});

	it('lists under an operation what is shown for it, with the other conditions', () => {
		const order = { resource: ['order'] };
		const { resources } = read([
			choice('resource', ['order', 'shop']),
			choice('operation', ['get', 'list'], { displayOptions: { show: order } }),
			choice('operation', ['open'], { displayOptions: { show: { resource: ['shop'] } } }),
			field('everywhere'),
			field('ofGet', { displayOptions: { show: { ...order, operation: ['get'], raw: [true] } } }),
			field('notOfGet', { displayOptions: { hide: { operation: ['get'], raw: [false] } } }),
			{ ...field('notice'), type: 'notice' },
		]);
		const everywhere = { type: 'string', default: '' };
		const notOfGet = { ...everywhere, hiddenIf: { raw: [false] } };
		expect(resources).toEqual({
			order: {
				defaultOperation: 'get',
				operations: {
					get: {
						parameters: { everywhere, ofGet: { ...everywhere, shownIf: { raw: [true] } } },
						output: { id: 'number' },
					},
					list: { parameters: { everywhere, notOfGet }, output: {} },
				},
			},
			shop: {
				defaultOperation: 'open',
				operations: { open: { parameters: { everywhere, notOfGet }, output: {} } },
			},
		});
	});

	it('lists the fields of collections and of groups, and values that may repeat', () => {
		const { parameters } = read([
			field('groups', {
				type: 'fixedCollection',
				default: {},
				typeOptions: { multipleValues: true },
				options: [
					{ name: 'pair', displayName: 'Pair', values: [field('key', { required: true })] },
				],
			}),
			field('more', { type: 'collection', default: {}, options: [field('note')] }),
		]);
		expect(parameters).toEqual({
			groups: {
				type: 'fixedCollection',
				default: {},
				multiple: true,
				fields: {
					pair: {
						type: 'group',
						fields: { key: { type: 'string', default: '', required: true } },
					},
				},
			},
			more: {
				type: 'collection',
				default: {},
				fields: { note: { type: 'string', default: '' } },
			},
		});
	});

	it('tells parameters with one name apart by their conditions', () => {
		const { parameters } = read([
			field('value', { displayOptions: { show: { kind: ['text'] } } }),
			field('value', { type: 'number', default: 0, displayOptions: { show: { kind: ['sum'] } } }),
		]);
		expect(parameters).toEqual({
			'value if {"kind":["text"]}': { type: 'string', default: '', shownIf: { kind: ['text'] } },
			'value if {"kind":["sum"]}': { type: 'number', default: 0, shownIf: { kind: ['sum'] } },
		});
	});
});
