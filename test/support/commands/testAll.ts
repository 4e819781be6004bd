/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a command for developers; it never runs inside n8n */
import path from 'node:path';
import { parseArgs } from 'node:util';

import { repositoryFolder } from '../folders';
import { assertInstalled, mutationSuite, runSuites, suites } from '../suites';

const help = `Runs every suite in order, also after one that failed, and prints one line for each.
What a suite prints goes to coverage/suites/.

  npm run test:all                    all suites
  npm run test:all -- e2e editor      those whose name contains one of these texts

  --skip <text>   leave out suites whose name contains this text; may be repeated
  --mutation      end with the mutation tests of all modules, which take many hours
  --list          print the suites, and run none
`;

async function main(): Promise<number> {
	const { positionals, values } = parseArgs({
		allowPositionals: true,
		options: {
			skip: { type: 'string', multiple: true, default: [] },
			mutation: { type: 'boolean', default: false },
			list: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) {
		process.stdout.write(help);
		return 0;
	}
	const texts = positionals.length > 0 ? positionals : [''];
	const contains = (parts: string[], name: string) => parts.some((part) => name.includes(part));
	const selected = suites.filter(
		({ name }) => contains(texts, name) && !contains(values.skip, name),
	);
	if (values.mutation) selected.push(mutationSuite);
	if (selected.length === 0) throw new Error('No suite has such a name. --list prints them.');
	if (values.list) {
		for (const { name, command } of selected) process.stdout.write(`${name}: ${command}\n`);
		return 0;
	}
	// A regular exit also ends the suite that is running.
	process.once('SIGINT', () => process.exit(130));
	process.once('SIGTERM', () => process.exit(143));
	await assertInstalled(selected).catch((error: Error) => {
		throw new Error(`${error.message}\nOr leave suites out: npm run test:all -- --skip <name>`);
	});
	process.stdout.write('What each suite prints goes to coverage/suites/.\n');
	const failures = await runSuites(selected, path.join(repositoryFolder, 'coverage/suites'));
	process.stdout.write(`${selected.length} suites, ${failures} failed\n`);
	return failures === 0 ? 0 : 1;
}

main().then(
	(exitCode) => (process.exitCode = exitCode),
	(error: Error) => {
		process.stderr.write(`${error.message}\n`);
		process.exitCode = 1;
	},
);
