/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- test code, which never runs inside a node */
import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';

/**
 * Starts a program as the leader of its own process group, so that what it starts can be ended with
 * it. The whole group is killed when this process exits.
 */
export function startGroup(command: string, args: string[], options: SpawnOptions): ChildProcess {
	const child = spawn(command, args, { ...options, detached: true });
	const killWithThisProcess = () => signalGroup(child, 'SIGKILL');
	process.once('exit', killWithThisProcess);
	child.once('close', () => process.off('exit', killWithThisProcess));
	return child;
}

/** Sends a signal to the program and to all that it started; false when none of them is left. */
export function signalGroup(child: ChildProcess, signal: NodeJS.Signals | 0): boolean {
	if (child.pid === undefined) return false;
	try {
		return process.kill(-child.pid, signal);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
		throw error;
	}
}
