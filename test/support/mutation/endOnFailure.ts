/* eslint-disable @n8n/community-nodes/no-restricted-globals -- test code, which never runs inside a node */
import fc from 'fast-check';
import { addEventHandler } from 'jest-circus';

import { waiting } from '../waitFor';
import { getMutationRun, isNoticed } from './mutationRun';

// A mutation test is decided by the first test that fails: what follows would only take time.
const run = getMutationRun(globalThis);

addEventHandler((event) => {
	if (run !== undefined && event.name === 'test_done' && event.test.errors.length > 0) {
		run.noticedMutant = run.activeMutant;
	}
	if (event.name === 'test_start' && isNoticed(run)) event.test.mode = 'skip';
});

// Few examples notice most changes, and a counterexample need not be the smallest one.
fc.configureGlobal({ ...fc.readConfigureGlobal(), numRuns: 20, endOnFailure: true });

waiting.timeoutMs = 5_000;
