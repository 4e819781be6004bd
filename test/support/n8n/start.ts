/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { parseArgs } from 'node:util';
import { newSession, startTasks, type Session } from './startTasks';

const help = `Starts a practice bank and a real n8n with this package, and sends a transfer through a workflow.

  --bank-port <port>  port of the practice bank (4010)
  --n8n-port <port>   port of n8n (5678)
  --once              stop after the first transfer; status 0 only if it came through
  --help              show this text
`;

function print(text: string): void {
	process.stdout.write(`${text}\n`);
}

function readPort(text: string): number {
	const port = Number(text);
	if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
	throw new Error(`"${text}" is no port: give a number from 1 to 65535.`);
}

function showReceived({ received }: Session): void {
	print('');
	print('The workflow received:');
	print(`  time         ${received.time}`);
	print(`  amount       ${received.amount}`);
	print(`  description  ${received.description}`);
	print(`  reference    ${received.reference}`);
	print(`and made of it: ${received.line}`);
}

function showAddresses({ n8n, bank, signIn, workflow }: Session): void {
	print('');
	print(`n8n            ${n8n.url}/workflow/${workflow.id}`);
	print(`  e-mail       ${signIn.email}`);
	print(`  password     ${signIn.password}`);
	print(`Practice bank  ${bank.url}/`);
	print(`  base URL     ${bank.url}`);
	print(`  API key      ${bank.apiKey}`);
	print('');
	print('Make a transfer on the page of the practice bank, and see it under Executions in n8n.');
	print('Ctrl-C stops both. The next start begins with an empty n8n again: export what you keep.');
}

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			'bank-port': { type: 'string', default: '4010' },
			'n8n-port': { type: 'string', default: '5678' },
			once: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) return print(help);
	const session = newSession(readPort(values['bank-port']), readPort(values['n8n-port']));

	const stopAndExit = async (status: number) => {
		await session.stop();
		process.exit(status);
	};
	process.once('SIGINT', () => void stopAndExit(130));
	process.once('SIGTERM', () => void stopAndExit(143));

	try {
		await startTasks(session).run();
	} catch {
		// The list of steps has shown what failed.
		if (session.n8n) print(`\nThe log of n8n: ${session.n8n.logFile}`);
		await stopAndExit(1);
	}
	showReceived(session);
	if (values.once) await stopAndExit(0);
	showAddresses(session);
}

main().catch((error: Error) => {
	process.stderr.write(`${error.message}\n`);
	process.exit(1);
});
