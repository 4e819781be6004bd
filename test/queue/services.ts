/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import getPort from 'get-port';
import { startGroup } from '../support/processes/processGroup';
import { startProgram, type Program } from '../support/processes/program';

const run = promisify(execFile);
const address = '127.0.0.1';
const debianPostgres = '/usr/lib/postgresql';
const systemFolders = ['/usr/local/bin', '/usr/bin', '/bin', '/usr/sbin', '/sbin'];
const remedy =
	'Queue mode needs Redis and PostgreSQL, and setpriv of util-linux. On Debian and Ubuntu: "apt-get install redis-server postgresql util-linux". The tests start instances of their own.';

export interface Redis extends Program {
	port: number;
	/** Lets everybody read, and holds back what they write, for this long. */
	pauseWrites(milliseconds: number): Promise<void>;
}

export interface Postgres extends Program {
	port: number;
	/** The rows of a query as text, columns apart by "|". Throws what PostgreSQL says. */
	query(sql: string): Promise<string[]>;
	/** Keeps everybody else from reading and writing a table, until the returned function is called. */
	lock(table: string): Promise<() => Promise<void>>;
}

/** Starts a Redis of its own, which keeps nothing on disk. Throws an Error that says what to install. */
export async function startRedis(folder: string): Promise<Redis> {
	const port = await getPort({ host: address });
	const [setpriv, redis] = [await find('setpriv'), await find('redis-server')];
	const options = ['--port', String(port), '--bind', address, '--save', '', '--appendonly', 'no'];
	const program = await startProgram({
		name: 'redis-server',
		command: setpriv,
		args: ['--pdeathsig', 'KILL', redis, ...options],
		folder,
		environment: { PATH: process.env.PATH },
		logFile: path.join(folder, 'redis.log'),
		readyLine: 'Ready to accept connections',
	});
	const client = await find('redis-cli');
	const pauseWrites = async (milliseconds: number) => {
		await run(client, ['-e', '-p', String(port), 'CLIENT', 'PAUSE', String(milliseconds), 'WRITE']);
	};
	return { ...program, port, pauseWrites };
}

/**
 * Starts a PostgreSQL of its own with an empty database. As root it runs as the user `postgres`,
 * because it refuses to run as root. Throws an Error that says what to install.
 */
export async function startPostgres(folder: string): Promise<Postgres> {
	const port = await getPort({ host: address });
	const setpriv = await find('setpriv');
	const programs = await Promise.all(['initdb', 'postgres', 'psql'].map(find));
	const [initdb, postgres, psql] = programs;
	const isRoot = process.getuid?.() === 0;
	const asUser = isRoot ? ['--reuid', 'postgres', '--regid', 'postgres', '--init-groups'] : [];
	const home = path.join(folder, 'postgres');
	await mkdir(home);
	if (isRoot) {
		await chmod(folder, 0o711);
		await run('chown', ['postgres', home]);
	}
	const environment = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', PGCONNECT_TIMEOUT: '10' };
	const data = path.join(home, 'data');
	const setUp = ['--pgdata', data, '--username', 'n8n', '--auth', 'trust', '--no-sync'];
	await run(setpriv, [...asUser, initdb, ...setUp], { cwd: home, env: environment });
	const settings = {
		listen_addresses: address,
		port: String(port),
		unix_socket_directories: '',
		fsync: 'off',
	};
	const program = await startProgram({
		name: 'postgres',
		command: setpriv,
		args: [
			...asUser,
			...['--pdeathsig', 'INT', postgres, '-D', data],
			...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
		],
		folder: home,
		environment,
		logFile: path.join(folder, 'postgres.log'),
		readyLine: 'database system is ready to accept connections',
	});
	const connection = ['-h', address, '-p', String(port), '-U', 'n8n', '-d', 'postgres'];
	const query = async (sql: string) => {
		const ask = [...connection, '--no-psqlrc', '--tuples-only', '--no-align', '--command', sql];
		const { stdout } = await run(psql, ask, { env: environment, maxBuffer: 64 * 1024 * 1024 });
		return stdout.split('\n').filter((row) => row !== '');
	};
	const lock = async (table: string) => {
		const session = startGroup(psql, [...connection, '--no-psqlrc'], { env: environment });
		const ended = once(session, 'exit');
		session.stdin?.write(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE; SELECT 'locked';\n`);
		for await (const output of session.stdout ?? []) {
			if (String(output).includes('locked')) break;
		}
		return async () => {
			session.stdin?.end('ROLLBACK;\n');
			await ended;
		};
	};
	return { ...program, port, query, lock };
}

/** Throws an Error that says what to install unless all of these programs are there. */
export async function assertServices(): Promise<void> {
	await Promise.all(
		['setpriv', 'redis-server', 'redis-cli', 'initdb', 'postgres', 'psql'].map(find),
	);
}

/** Debian keeps the programs of PostgreSQL in a folder for each release: the newest counts. */
async function find(name: string): Promise<string> {
	const releases = await readdir(debianPostgres).catch(() => []);
	const newest = releases.sort((one, other) => Number(other) - Number(one));
	const folders = [
		...newest.map((release) => path.join(debianPostgres, release, 'bin')),
		...(process.env.PATH ?? '').split(path.delimiter),
		...systemFolders,
	];
	const found = folders.map((folder) => path.join(folder, name)).find(existsSync);
	if (found !== undefined) return found;
	throw new Error(`There is no ${name} on this machine. ${remedy}`);
}
