/* eslint-disable @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';

import { BankTransactions } from '../../nodes/BankTransactions/BankTransactions.node';
import { repositoryFolder } from '../support/folders';
import { getSchemaFile, createSchema } from '../support/outputSchema';
import { collectOutputs } from './outputs';

let outputs: Record<string, IDataObject[]>;

beforeAll(async () => {
	outputs = await collectOutputs();
});

it('every operation and the trigger have a schema file, and there are no other files', async () => {
	const operations = new BankTransactions().description.properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ displayOptions, options = [] }) =>
			(options as INodePropertyOptions[]).map(
				({ value }) => `${displayOptions?.show?.resource?.[0]}/${value}`,
			),
		)
		.map((name) => `BankTransactions/__schema__/v1.0.0/${name}`);
	const expected = [...operations, 'BankTransactionsTrigger/__schema__/v1.0.0/output'].sort();
	const files = await readdir(path.join(repositoryFolder, 'nodes'), { recursive: true });
	const stored = files.filter((file) => /__schema__.*\.json$/.test(file));
	expect(stored.map((file) => file.replace(/\.json$/, '')).sort()).toEqual(expected);
	expect(Object.keys(outputs).sort()).toEqual(expected);
});

it('the stored schemas describe the current outputs (update them with npm run schemas)', async () => {
	for (const [name, items] of Object.entries(outputs)) {
		expect(items.length).toBeGreaterThan(0);
		const stored = JSON.parse(await readFile(getSchemaFile(name), 'utf8')) as object;
		expect({ name, ...stored }).toEqual({ name, ...createSchema(items), version: 1 });
	}
});
