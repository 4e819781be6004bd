/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs before n8n's engine in a test process, never inside a node */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// The engine keeps its settings in the home folder, unless it is told otherwise before it loads.
process.env.N8N_USER_FOLDER = mkdtempSync(join(tmpdir(), 'bank-transactions-engine-'));
process.env.N8N_LOG_LEVEL = 'silent';
