/* eslint-disable @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { ICredentialType, INodeTypeDescription } from 'n8n-workflow';
import { repositoryFolder } from '../support/folders';
import { useTestInstance } from '../support/n8n/testInstance';
import { runAction } from '../support/n8n/workflows';

const run = promisify(execFile);
const packageName = 'n8n-nodes-bank-transactions';
let folder: string;
let tarball: string;

/** The files of a folder of the repository with one of these endings, by their paths in it. */
async function sources(name: string, ending: RegExp): Promise<string[]> {
	const files = await readdir(path.join(repositoryFolder, name), { recursive: true });
	return files.filter((file) => ending.test(file)).map((file) => `${name}/${file}`);
}

beforeAll(async () => {
	folder = await mkdtemp(path.join(tmpdir(), 'bank-transactions-packed-'));
	const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', folder], {
		cwd: repositoryFolder,
	});
	tarball = path.join(folder, stdout.trim());
});

afterAll(async () => await rm(folder, { recursive: true, force: true }));

describe('the packed file', () => {
	it('contains what was built from each source and nothing else', async () => {
		const compiled = [
			...(await sources('nodes', /\.ts$/)),
			...(await sources('credentials', /\.ts$/)),
		].flatMap((file) => ['.js', '.d.ts'].map((ending) => file.replace(/\.ts$/, ending)));
		const copied = [...(await sources('nodes', /\.json$/)), ...(await sources('icons', /\.svg$/))];
		const built = [...compiled, ...copied].map((file) => `dist/${file}`);
		// npm always packs every README.
		const expected = ['LICENSE.md', 'README.md', 'README.vi.md', 'package.json', ...built];

		const { stdout } = await run('tar', ['-tzf', tarball]);
		const held = stdout.trim().split('\n');
		expect(held.sort()).toEqual(expected.map((file) => `package/${file}`).sort());
		expect(copied.filter((file) => file.includes('__schema__'))).not.toEqual([]);
	});
});

describe('the package installed by npm', () => {
	const installPackage = async (nodesFolder: string) => {
		await mkdir(nodesFolder, { recursive: true });
		// n8n brings the peer itself; offline, so that a dependency would be missed.
		const options = ['--offline', '--legacy-peer-deps', '--prefix', nodesFolder];
		await run('npm', ['install', tarball, ...options], { cwd: nodesFolder });
		const installed = await readdir(path.join(nodesFolder, 'node_modules'));
		expect(installed.filter((name) => !name.startsWith('.'))).toEqual([packageName]);
	};
	const instance = useTestInstance({ installPackage });

	it('serves both nodes and the credential type, with icons that can be fetched', async () => {
		const { editor } = instance;
		const nodes = await editor.served<INodeTypeDescription[]>('/types/nodes.json');
		const ours = nodes.filter(({ name }) => name.startsWith(`${packageName}.`));
		// The third is the tool that n8n derives from the action node.
		expect(ours.map(({ name }) => name.slice(packageName.length + 1)).sort()).toEqual([
			'bankTransactions',
			'bankTransactionsTool',
			'bankTransactionsTrigger',
		]);
		const credentials = await editor.served<ICredentialType[]>('/types/credentials.json');
		const type = credentials.find(({ name }) => name === 'bankTransactionsApi');
		expect(type?.displayName).toBe('Bank Transactions API');

		for (const { iconUrl } of [...ours, type as ICredentialType]) {
			expect(Object.keys(iconUrl as object)).toEqual(['light', 'dark']);
			for (const url of Object.values(iconUrl as Record<string, string>)) {
				expect(await editor.served<string>(`/${url}`)).toContain('<svg');
			}
		}
	});

	it('loads the codex, so that the nodes are found by their purpose', async () => {
		const nodes = await instance.editor.served<INodeTypeDescription[]>('/types/nodes.json');
		for (const name of ['bankTransactions', 'bankTransactionsTrigger']) {
			const node = nodes.find((one) => one.name === `${packageName}.${name}`);
			expect(node?.codex?.categories).toEqual(['Finance & Accounting']);
			expect(node?.codex?.alias).toEqual(expect.arrayContaining(['casso', 'reconcile']));
		}
	});

	it('serves the output schema of an operation before it has run', async () => {
		const schema = 'transaction/getAll.json';
		const file = path.join(repositoryFolder, 'nodes/BankTransactions/__schema__/v1.0.0', schema);
		const served = await instance.editor.served(
			`/schemas/${packageName}.bankTransactions/1.0.0/${schema}`,
		);
		expect(served).toEqual(JSON.parse(await readFile(file, 'utf8')));
	});

	it('runs an operation', async () => {
		const [user] = await runAction(instance, { resource: 'user', operation: 'get' });
		expect(user).toMatchObject({ business: (await instance.control.state()).business });
	});
});
