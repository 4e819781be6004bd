/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs in Node beside n8n, never inside a node */

interface Sqlite {
	DatabaseSync: new (file: string) => {
		exec(sql: string): void;
		prepare(sql: string): { all(...values: string[]): unknown[] };
		close(): void;
	};
}

/** Runs one SQL statement on a database file, and writes the rows to standard output as JSON. */
function answerQuery([file, sql, ...values]: string[]): void {
	const { DatabaseSync } = process.getBuiltinModule('node:sqlite') as unknown as Sqlite;
	const database = new DatabaseSync(file);
	// n8n may write at the same time.
	database.exec('PRAGMA busy_timeout = 10000');
	process.stdout.write(JSON.stringify(database.prepare(sql).all(...values)));
	database.close();
}

answerQuery(process.argv.slice(2));
