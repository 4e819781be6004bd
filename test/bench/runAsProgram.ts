/* eslint-disable @n8n/community-nodes/no-restricted-globals -- for programs beside n8n */

/**
 * Calls `main` with the arguments of this process, writes what it returns as JSON for `runToResult`, and
 * ends the process. If it fails, Node.js writes the error and ends with the status 1.
 */
export function runAsProgram<T>(main: (programArguments: string[]) => Promise<T>): void {
	void main(process.argv.slice(2)).then((result) => {
		process.stdout.write(JSON.stringify(result));
		process.exit(0);
	});
}
