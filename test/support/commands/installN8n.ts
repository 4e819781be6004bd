/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a command for developers; it never runs inside n8n */
import { installN8n } from '../n8n/install';

/** Installs n8n as `npm start` does, without starting it. */
installN8n((line) => void process.stdout.write(`${line}\n`)).catch((error: Error) => {
	process.stderr.write(`${error.message}\n`);
	process.exitCode = 1;
});
