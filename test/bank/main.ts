/* eslint-disable @n8n/community-nodes/no-restricted-imports, no-console -- a program of its own beside n8n */
import process from 'node:process';
import { parseArgs } from 'node:util';
import { startBank } from './bank';
import { formChoices, isFormChoice } from './chosenForm';

const MAX_PORT = 65_535;
const MAX_TRANSACTIONS = 200_000;

function wholeNumber(name: string, text: string, maximum: number): number {
	if (/^\d+$/.test(text) && Number(text) <= maximum) return Number(text);
	throw new RangeError(`${name} must be a whole number from 0 to ${maximum}, not "${text}"`);
}

function readOptions() {
	const { values } = parseArgs({
		options: {
			port: { type: 'string', default: '4010' },
			transactions: { type: 'string', default: '3000' },
			'description-form': { type: 'string', default: 'plain' },
		},
	});
	const { port, transactions, 'description-form': descriptionForm } = values;
	if (!isFormChoice(descriptionForm)) {
		const names = formChoices.map(({ name }) => name).join(', ');
		throw new RangeError(`description-form must be one of ${names}, not "${descriptionForm}"`);
	}
	return {
		descriptionForm,
		port: wholeNumber('port', port, MAX_PORT),
		transactions: wholeNumber('transactions', transactions, MAX_TRANSACTIONS),
	};
}

async function main(): Promise<void> {
	const { descriptionForm, ...options } = readOptions();
	const bank = await startBank(options);
	await bank.control.settings({ descriptionForm });
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.on(signal, () => void bank.close());
	}
	console.log(`The practice bank is open. It holds ${options.transactions} transactions.

  Page to look at and to make transfers   ${bank.url}/
  Base URL for the credential             ${bank.url}
  Practice API key                        ${bank.apiKey}

Ctrl-C closes it.`);
}

main().catch((error: NodeJS.ErrnoException & { port?: number }) => {
	console.error(
		error.code === 'EADDRINUSE'
			? `Port ${error.port} is taken. Close what uses it, or choose another: npm run bank -- --port 4011`
			: error.message,
	);
	process.exitCode = 1;
});
