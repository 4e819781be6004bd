/** What StrykerJS shares with the test files of a run, and what we add. */
interface MutationRun {
	activeMutant?: string;
	noticedMutant?: string;
}

/** Returns what is shared, from the global object of a test file, or undefined outside a mutation test. */
export function getMutationRun(global: object): MutationRun | undefined {
	const shared = global as Record<string, unknown>;
	// Without a test that covers the module, StrykerJS runs all of them, and shares nothing with them.
	return shared[String(shared.__strykerGlobalNamespace__)] as MutationRun | undefined;
}

/** True once a test has failed because of the change that is being tried. */
export function isNoticed(run: MutationRun | undefined): boolean {
	return run?.activeMutant !== undefined && run.noticedMutant === run.activeMutant;
}
