/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { ExecutionStatus, WorkflowExecuteMode } from 'n8n-workflow';
import type { N8nInstallation } from '../support/n8n/install';
import { createClaimCheck } from '../support/n8n/claimCheck';

const run = promisify(execFile);
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

export interface ExecutionRow {
	id: string;
	status: ExecutionStatus;
	mode: WorkflowExecuteMode;
	/** The execution that this one retries, if any. */
	retryOf: string | null;
	/** 0 if n8n was killed before it stored what the execution was started with. */
	hasData: 0 | 1;
}

/** n8n's own SQLite database, accessed from outside, while n8n is running or stopped. */
export class Database {
	private readonly file: string;

	constructor(
		private readonly installation: N8nInstallation,
		userFolder: string,
	) {
		this.file = path.join(userFolder, '.n8n/database.sqlite');
	}

	/** Every execution of the workflow, oldest first. */
	async executions(workflowId: string): Promise<ExecutionRow[]> {
		return await this.query<ExecutionRow>(
			`SELECT CAST(id AS TEXT) AS id, status, mode, CAST(retryOf AS TEXT) AS retryOf,
				EXISTS (SELECT 1 FROM execution_data WHERE executionId = execution_entity.id) AS hasData
				FROM execution_entity WHERE workflowId = ? ORDER BY execution_entity.id`,
			workflowId,
		);
	}

	/** Tells of an id whether an execution of the workflow claimed it. */
	async claims(workflowId: string): Promise<(id: number) => boolean> {
		const rows = await this.query<{ value: string }>(
			'SELECT value FROM processed_data WHERE workflowId = ?',
			workflowId,
		);
		const values = rows.map(({ value }) => value);
		return createClaimCheck(values, await this.readStaticData(workflowId));
	}

	/** The static data of the workflow; empty if n8n has stored none yet. */
	async staticData<T extends object>(workflowId: string): Promise<Partial<T>> {
		return JSON.parse((await this.readStaticData(workflowId)) ?? '{}') as Partial<T>;
	}

	/** How much n8n stores for the workflow, in characters. */
	async sizes(workflowId: string): Promise<{ staticData: number; claims: number }> {
		const [sizes] = await this.query<{ staticData: number; claims: number }>(
			`SELECT coalesce(length(staticData), 0) AS staticData,
				(SELECT coalesce(sum(length(value)), 0) FROM processed_data
					WHERE processed_data.workflowId = workflow_entity.id) AS claims
				FROM workflow_entity WHERE id = ?`,
			workflowId,
		);
		return sizes;
	}

	/** Empties the static data of the workflow; n8n must be stopped. */
	async loseStaticData(workflowId: string): Promise<void> {
		const changed = await this.query<{ id: string }>(
			'UPDATE workflow_entity SET staticData = NULL WHERE id = ? RETURNING id',
			workflowId,
		);
		if (changed.length !== 1) throw new Error(`There is no workflow ${workflowId}`);
	}

	private async readStaticData(workflowId: string): Promise<string | null> {
		const [{ staticData }] = await this.query<{ staticData: string | null }>(
			'SELECT staticData FROM workflow_entity WHERE id = ?',
			workflowId,
		);
		return staticData;
	}

	private async query<T>(sql: string, ...values: string[]): Promise<T[]> {
		// n8n's driver is built for n8n's Node.js, not for every one that may run the tests.
		const script = path.join(__dirname, 'databaseQuery.ts');
		const { node, n8n } = this.installation;
		const { stdout } = await run(node, ['--no-warnings', script, n8n, this.file, sql, ...values], {
			maxBuffer: MAX_OUTPUT_BYTES,
		});
		return JSON.parse(stdout) as T[];
	}
}
