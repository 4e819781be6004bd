/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs in the process of the tests, never inside a node */
import { addEventHandler } from 'jest-circus';

// n8n's engine ends its timers when its process exits. Here it outlives a test file, and each of these
// timers would keep all modules of the file in memory.
addEventHandler(({ name }) => {
	if (name === 'run_finish') process.emit('exit', 0);
});
