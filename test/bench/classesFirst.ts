/* eslint-disable @n8n/community-nodes/no-restricted-imports -- loaded into a program of its own beside n8n */
import Module from 'node:module';

// Loaded into a program before its own code. `BankTransactions.node` means the class, and not the JSON
// file beside it that n8n reads: so this ending is tried last.
const { _extensions: loaders } = Module as unknown as { _extensions: NodeJS.Dict<unknown> };
const { '.json': loader } = loaders;
delete loaders['.json'];
loaders['.json'] = loader;
