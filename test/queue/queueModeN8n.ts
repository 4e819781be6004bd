/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import getPort from 'get-port';
import { createEnvironment } from '../support/n8n/environment';
import { repositoryFolder } from '../support/folders';
import { installN8n, type N8nInstallation } from '../support/n8n/install';
import { copyPackage, installCommunityPackage } from '../support/n8n/package';
import { n8nProgram } from '../support/n8n/n8nProgram';
import { startProgram, type Program } from '../support/processes/program';
import { startPostgres, startRedis, type Postgres, type Redis } from './services';

export const roles = ['main', 'webhook', 'worker one', 'worker two'] as const;
export type Role = (typeof roles)[number];

const commands = {
	main: 'start',
	webhook: 'webhook',
	'worker one': 'worker',
	'worker two': 'worker',
} as const;

/**
 * n8n in queue mode on 127.0.0.1: a main process, a webhook process and two workers, each with a
 * folder of its own as on a machine of its own, on a private Redis and PostgreSQL. Everything ends
 * with this process. n8n notices killed workers ten times faster than by default, and a killed process
 * is started again in its own folder.
 */
export class QueueModeN8n {
	private readonly running = new Map<Role, Program>();
	private readonly encryptionKey = randomBytes(24).toString('hex');

	private constructor(
		readonly installation: N8nInstallation,
		private readonly folder: string,
		private readonly ports: Record<Role, number>,
		readonly redis: Redis,
		readonly postgres: Postgres,
		private readonly recoveryMinutes: number,
	) {}

	/** Address of the editor and its calls. */
	get url(): string {
		return `http://127.0.0.1:${this.ports.main}`;
	}

	/** Address that receives the events. */
	get webhookUrl(): string {
		return `http://127.0.0.1:${this.ports.webhook}`;
	}

	/**
	 * Starts n8n. It looks for executions whose job is gone every `recoveryMinutes`; its default is 180.
	 * Throws an Error that says what to install, or the last lines of the log of what did not start.
	 */
	static async start(recoveryMinutes = 1): Promise<QueueModeN8n> {
		const installation = await installN8n((line) => void process.stdout.write(`${line}\n`));
		const folder = await mkdtemp(path.join(tmpdir(), 'bank-transactions-queue-'));
		await copyPackage(repositoryFolder, path.join(folder, 'package'));
		const redis = await startRedis(folder);
		const postgres = await startPostgres(folder);
		const [main, webhook, one, two] = await freePorts(roles.length);
		const ports = { main, webhook, 'worker one': one, 'worker two': two };
		const instance = new QueueModeN8n(
			installation,
			folder,
			ports,
			redis,
			postgres,
			recoveryMinutes,
		);
		// The main process makes the tables that the others look for.
		await instance.startRole('main');
		await Promise.all(roles.slice(1).map(async (role) => await instance.startRole(role)));
		return instance;
	}

	/** Kills one process at once; resolves with what it had logged since its start. */
	async killRole(role: Role): Promise<string> {
		const program = this.running.get(role);
		await program?.kill();
		return program?.log() ?? '';
	}

	/** Starts a stopped process in its former folder, with these command options. */
	async startRole(role: Role, options: string[] = []): Promise<void> {
		const folder = path.join(this.folder, role.replace(' ', '-'));
		await mkdir(folder, { recursive: true });
		await installCommunityPackage(
			path.join(this.folder, 'package'),
			path.join(folder, '.n8n/nodes'),
		);
		const n8n = n8nProgram(this.installation, commands[role]);
		const program = await startProgram({
			...n8n,
			args: [...n8n.args, ...options],
			folder,
			environment: await this.environment(role, folder),
			logFile: path.join(folder, 'n8n.log'),
		});
		this.running.set(role, program);
	}

	async end(): Promise<void> {
		await Promise.all([...this.running.values()].map(async (program) => await program.stop()));
		await this.redis.kill();
		await this.postgres.stop();
		await rm(this.folder, { recursive: true, force: true });
	}

	private async environment(role: Role, folder: string): Promise<NodeJS.ProcessEnv> {
		const taken = Object.values(this.ports);
		const brokerPort = await getPort({ host: '127.0.0.1', exclude: taken });
		return {
			...createEnvironment({ userFolder: folder, port: this.ports[role], url: this.url }),
			WEBHOOK_URL: `${this.webhookUrl}/`,
			N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true',
			N8N_ENCRYPTION_KEY: this.encryptionKey,
			EXECUTIONS_MODE: 'queue',
			QUEUE_BULL_REDIS_HOST: '127.0.0.1',
			QUEUE_BULL_REDIS_PORT: String(this.redis.port),
			// How soon the jobs of a killed worker are noticed: n8n's own times are ten times these.
			QUEUE_WORKER_LOCK_DURATION: '6000',
			QUEUE_WORKER_LOCK_RENEW_TIME: '1000',
			QUEUE_WORKER_STALLED_INTERVAL: '3000',
			N8N_EXECUTIONS_QUEUE_RECOVERY_INTERVAL: String(this.recoveryMinutes),
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: '127.0.0.1',
			DB_POSTGRESDB_PORT: String(this.postgres.port),
			DB_POSTGRESDB_USER: 'n8n',
			DB_POSTGRESDB_DATABASE: 'postgres',
			N8N_RUNNERS_BROKER_PORT: String(brokerPort),
			...this.installation.environment,
		};
	}
}

async function freePorts(count: number): Promise<number[]> {
	const ports: number[] = [];
	while (ports.length < count) ports.push(await getPort({ host: '127.0.0.1', exclude: ports }));
	return ports;
}
