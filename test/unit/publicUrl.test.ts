import { NodeOperationError, type INode } from 'n8n-workflow';

import {
	assertCallable,
	findUrlIssue,
} from '../../nodes/BankTransactionsTrigger/webhook/publicUrl';

const SERVICE = 'https://oauth.casso.vn';
const PUBLIC_URL = 'https://n8n.example.com/webhook/1';

it.each(['http://localhost:5678/webhook/1', 'https://192.168.1.4/webhook/1', 'https://n8n.lan/1'])(
	'says that the service cannot reach %s, and what to set',
	(url) => {
		const issue = findUrlIssue(url, SERVICE);
		expect(issue?.message).toBe(`The service cannot reach n8n at ${new URL(url).host}`);
		expect(issue?.description).toContain('WEBHOOK_URL');
		expect(issue?.description).toContain("'Polling'");
	},
);

it('says that a public URL needs https, because of the token', () => {
	const url = 'http://n8n.example.com/webhook/1';
	const issue = findUrlIssue(url, SERVICE);
	expect(issue?.message).toBe(
		`The webhook URL ${url} does not use https, so anyone on the network could read the token of each event`,
	);
	expect(issue?.description).toContain('WEBHOOK_URL');
});

it.each(['http://localhost:5678/webhook/1', 'http://n8n.example.com/webhook/1', PUBLIC_URL])(
	'lets a service in the own network call %s',
	(url) => {
		expect(findUrlIssue(url, 'http://127.0.0.1:4010')).toBeUndefined();
	},
);

it('refuses a URL with an issue, and says what to do', () => {
	const node = { name: 'Bank', type: 'bank', typeVersion: 1 } as INode;
	const url = 'http://n8n.example.com/webhook/1';
	const { message, description } = findUrlIssue(url, SERVICE) ?? {};
	const refuse = () => assertCallable(node, url, SERVICE);
	expect(refuse).toThrow(NodeOperationError);
	expect(refuse).toThrow(expect.objectContaining({ message, description }));
	expect(() => assertCallable(node, PUBLIC_URL, SERVICE)).not.toThrow();
});
