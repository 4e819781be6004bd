/* eslint-disable @n8n/community-nodes/no-restricted-globals -- test code, which never runs inside a node */

// No types and no imports in this file: n8n's Node.js runs it as it is, and may not know TypeScript.
const [n8n, file, sql, ...values] = process.argv.slice(2);
const { createRequire } = process.getBuiltinModule('node:module');
const { promisify } = process.getBuiltinModule('node:util');

// n8n's own driver, since not every Node.js that n8n runs under has one.
const { Database } = createRequire(n8n)('sqlite3');
const database = new Database(file);
// n8n may write at the same time.
database.configure('busyTimeout', 10_000);
const query = promisify(database.all.bind(database));

/** Runs one SQL statement on a database file, and writes the rows to standard output as JSON. */
Promise.resolve(query(sql, values)).then((rows) => {
	process.stdout.write(JSON.stringify(rows));
	database.close();
});
