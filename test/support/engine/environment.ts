/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs before n8n's engine in a test process, never inside a node */
import { join } from 'node:path';

const { ENGINE_FOLDER = '', JEST_WORKER_ID = '' } = process.env;

// The engine keeps its settings in the home folder unless this is set before it loads.
process.env.N8N_USER_FOLDER = join(ENGINE_FOLDER, JEST_WORKER_ID);
process.env.N8N_LOG_LEVEL = 'silent';
