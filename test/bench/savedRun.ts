/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a program of its own beside n8n */

interface Sqlite {
	DatabaseSync: new (file: string) => {
		exec(sql: string): void;
		prepare(sql: string): { get(...values: string[]): { data: string } | undefined };
		close(): void;
	};
}

/** What the program prints of each node that ran. */
export interface SavedNode {
	/** What n8n says that it took, in milliseconds. */
	executionTime: number;
	/** How many items it gave to its first output. */
	items: number;
}

type Flat = Record<string, string>;

/**
 * Reads the newest saved run of a workflow straight from n8n's database. To ask n8n for it would have
 * n8n parse all the items again, which takes its memory and time while others are measured.
 */
function readRun([file, workflowId]: string[]): Record<string, SavedNode> {
	const { DatabaseSync } = process.getBuiltinModule('node:sqlite') as unknown as Sqlite;
	const database = new DatabaseSync(file);
	// n8n may write at the same time.
	database.exec('PRAGMA busy_timeout = 10000');
	const row = database
		.prepare(
			'SELECT data FROM execution_data JOIN execution_entity ON execution_entity.id = executionId WHERE workflowId = ? ORDER BY execution_entity.id DESC LIMIT 1',
		)
		.get(workflowId);
	database.close();
	if (row === undefined) throw new Error(`No run of workflow ${workflowId} is saved`);

	// n8n writes it flat: in place of each object, list and text stands the number of its place.
	const places = JSON.parse(row.data) as unknown[];
	const at = <T>(place: unknown) => places[Number(place)] as T;
	const root = at<Flat>(0);
	const runData = at<Flat>(at<Flat>(root.resultData).runData);
	const nodes = Object.entries(runData).map(([name, runs]): [string, SavedNode] => {
		const run = at<Flat>(at<string[]>(runs)[0]);
		const outputs = at<string[]>(at<Flat>(run.data).main);
		const items = at<unknown[]>(outputs[0]).length;
		return [name, { executionTime: Number(run.executionTime), items }];
	});
	return Object.fromEntries(nodes);
}

process.stdout.write(JSON.stringify(readRun(process.argv.slice(2))));
