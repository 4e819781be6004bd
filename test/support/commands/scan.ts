/* eslint-disable no-console, @n8n/community-nodes/no-restricted-globals -- a command for developers, which prints and sets its exit code; it never runs inside n8n */
import { ESLint } from 'eslint';
import {
	buildScanConfig,
	SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';

/**
 * Runs the rules with which n8n judges a package that asks to be verified over our sources, with
 * inline exceptions switched off. n8n's own command counts errors alone; here a warning fails too.
 */
async function scan(): Promise<number> {
	const eslint = new ESLint({
		allowInlineConfig: false,
		overrideConfigFile: true,
		overrideConfig: await buildScanConfig(),
	});
	const results = await eslint.lintFiles(SOURCE_FILE_PATTERNS);
	const errors = results.reduce((sum, { errorCount }) => sum + errorCount, 0);
	const warnings = results.reduce((sum, { warningCount }) => sum + warningCount, 0);
	console.log(await (await eslint.loadFormatter('stylish')).format(results));
	console.log(`n8n scan: ${results.length} files, ${errors} errors, ${warnings} warnings`);
	return results.length > 0 && errors + warnings === 0 ? 0 : 1;
}

void scan().then((exitCode) => (process.exitCode = exitCode));
