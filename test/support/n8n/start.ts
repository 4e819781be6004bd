/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { parseArgs } from 'node:util';
import { newSession, startTasks, type Session } from './startTasks';

const help = `Starts a practice bank and a real n8n with this package, and sends a transfer through a workflow.
n8n keeps its data for the next start; each port of n8n has its own.

  --bank-port <port>  port of the practice bank (4010)
  --n8n-port <port>   port of n8n (5678)
  --fresh             empty the data of this port first
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
	print(`
The workflow received:
  time         ${received.time}
  amount       ${received.amount}
  description  ${received.description}
  reference    ${received.reference}
and made of it: ${received.line}`);
}

/** Ends with the address of the order form. */
function showAddresses({ n8n, bank, signIn, orderFormUrl }: Session): void {
	print(`
n8n            ${n8n.url}/home/workflows
  e-mail       ${signIn.email}
  password     ${signIn.password}
Practice bank  ${bank.url}/
  base URL     ${bank.url}
  API key      ${bank.apiKey}

Ctrl-C stops both. The next start continues with these workflows and executions;
"npm start -- --fresh" empties n8n. The practice bank forgets your transfers.

Order here, paste the picture of the QR code into the page of the practice bank, and pay:
${orderFormUrl}`);
}

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			'bank-port': { type: 'string', default: '4010' },
			'n8n-port': { type: 'string', default: '5678' },
			fresh: { type: 'boolean', default: false },
			once: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) return print(help);
	const session = newSession({
		bankPort: readPort(values['bank-port']),
		n8nPort: readPort(values['n8n-port']),
		fresh: values.fresh,
	});

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
		if (session.kept) print('If the data of the last start are the cause: npm start -- --fresh');
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
