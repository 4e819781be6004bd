import type { INodeParameters } from 'n8n-workflow';

import packageJson from '../../package.json';
import { compareVersions } from '../support/versions';
import { findViolation, listRecordedVersions, readRecord, readSavedWorkflow } from './records';
import { getOperation, getOperations, readSurface, type Parameters } from './surface';

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
		for (const version of versions) {
			expect(compareVersions(version, packageJson.version)).toBeLessThanOrEqual(0);
		}
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
