import { NodeOperationError, type INode } from 'n8n-workflow';

import { assertCallable } from '../../nodes/BankTransactionsTrigger/webhook/publicUrl';

const node = { name: 'Bank', type: 'bank', typeVersion: 1 } as INode;
const check = (url: string, service: string) => () => assertCallable(node, url, service);

const unreachable = /^The service cannot reach n8n at (localhost:5678|192\.168\.1\.4|n8n\.lan)$/;
const unencrypted =
	/^The webhook URL http:.+ does not use https, so anyone on the network could read the token/;

it.each([
	['http://localhost:5678/webhook/1', unreachable, /WEBHOOK_URL.*'Polling'/],
	['https://192.168.1.4/webhook/1', unreachable, /WEBHOOK_URL.*'Polling'/],
	['https://n8n.lan/1', unreachable, /WEBHOOK_URL.*'Polling'/],
	['http://n8n.example.com/webhook/1', unencrypted, /WEBHOOK_URL/],
])('a public service may not call %s, one in the own network may', (url, message, description) => {
	const checkPublic = check(url, 'https://oauth.casso.vn');
	expect(checkPublic).toThrow(NodeOperationError);
	expect(checkPublic).toThrow(
		expect.objectContaining({
			message: expect.stringMatching(message),
			description: expect.stringMatching(description),
		}),
	);
	expect(check(url, 'http://127.0.0.1:4010')).not.toThrow();
});

it('any service may call a public URL with https', () => {
	for (const service of ['https://oauth.casso.vn', 'http://127.0.0.1:4010']) {
		expect(check('https://n8n.example.com/webhook/1', service)).not.toThrow();
	}
});
