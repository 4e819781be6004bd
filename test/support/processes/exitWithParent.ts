/* eslint-disable @n8n/community-nodes/no-restricted-globals -- test code, which never runs inside a node */

// Loaded into a program before its own code. Its standard input is a pipe from the process that
// started it, which the system closes even if that process was killed.
// The program's own threads load this file too, and have no such pipe.
if (process.getBuiltinModule('node:worker_threads').isMainThread) {
	process.stdin.once('close', () => process.kill(0, 'SIGKILL'));
	process.stdin.resume().unref();
}
