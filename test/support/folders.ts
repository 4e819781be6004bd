/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import path from 'node:path';

export const repositoryFolder = path.resolve(__dirname, '../..');

/** What `npm start` and the end-to-end tests keep between two runs; git ignores it. */
export const hostFolder = path.join(repositoryFolder, '.n8n-host');
