/** The inputs of the actions that the workflows use, from the `action.yml` of version 5.0.0. */
const ACTION_INPUTS: Record<string, string[]> = {
	'actions/checkout': [
		'clean',
		'fetch-depth',
		'fetch-tags',
		'filter',
		'github-server-url',
		'lfs',
		'path',
		'persist-credentials',
		'ref',
		'repository',
		'set-safe-directory',
		'show-progress',
		'sparse-checkout',
		'sparse-checkout-cone-mode',
		'ssh-key',
		'ssh-known-hosts',
		'ssh-strict',
		'ssh-user',
		'submodules',
		'token',
	],
	'actions/setup-node': [
		'always-auth',
		'architecture',
		'cache',
		'cache-dependency-path',
		'check-latest',
		'mirror',
		'mirror-token',
		'node-version',
		'node-version-file',
		'package-manager-cache',
		'registry-url',
		'scope',
		'token',
	],
};

/**
 * Validates a workflow file as GitHub's own editor extension does: its schema, the names in its
 * expressions, and the inputs of its actions. Returns a line per finding, warnings included, or an
 * empty list.
 */
export async function validateWorkflow(file: string, text: string): Promise<string[]> {
	// These packages are ES modules without an entry for require().
	const { registerLogger, validate } = await import('@actions/languageservice');
	const { TextDocument } = await import('vscode-languageserver-textdocument');
	const findings: string[] = [];
	const report = (message: string) => void findings.push(`${file}: ${message}`);
	// The validator only logs what stops it, and would return an empty list.
	registerLogger({ error: report, warn: report, info() {}, log() {} });
	const document = TextDocument.create(toWorkflowUri(file), 'yaml', 1, text);
	const diagnostics = await validate(document, {
		actionsMetadataProvider: {
			fetchActionMetadata: async ({ owner, name }) => {
				const inputs = ACTION_INPUTS[`${owner}/${name}`];
				if (!inputs) report(`the inputs of ${owner}/${name} are not known to this check`);
				const toInput = (input: string) => [input, { description: '' }];
				return { name, description: '', inputs: Object.fromEntries((inputs ?? []).map(toInput)) };
			},
		},
	});
	for (const { message, range } of diagnostics) {
		// The YAML parser adds the lines in question to its message.
		findings.push(`${file}:${range.start.line + 1}: ${String(message).split('\n')[0]}`);
	}
	return findings;
}

/** The validator recognises a workflow by its folder, and keeps one parsed file per address. */
function toWorkflowUri(file: string): string {
	return `file:///.github/workflows/${file}`;
}
