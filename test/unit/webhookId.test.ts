import { NodeHelpers, NodeOperationError, type INode } from 'n8n-workflow';

import { assertWebhookId } from '../../nodes/BankTransactionsTrigger/webhook/webhookId';

const createNode = (name: string, webhookId?: string) =>
	({ name, webhookId, type: 'bank', typeVersion: 1, parameters: {} }) as unknown as INode;

/** n8n looks for the decoded path that arrives, and stores the encoded one. */
function isAnswered(node: INode): boolean {
	const path = NodeHelpers.getNodeWebhookPath('workflow', node, 'webhook');
	return decodeURIComponent(path) === path;
}

const names = ['Money In', 'Tiền vào', 'a/b', '50%', 'a%20b', "Shop's", 'MONEY_IN'];

it.each(names)('accepts a node named %s with a webhook ID, or if n8n answers anyway', (name) => {
	const withId = createNode(name, '0b1d3a3c-6f0e-4f0a-9c2f-8f7e0b0f5a11');
	expect(isAnswered(withId)).toBe(true);
	expect(() => assertWebhookId(withId)).not.toThrow();
	const check = () => assertWebhookId(createNode(name));
	if (isAnswered(createNode(name))) expect(check).not.toThrow();
	else expect(check).toThrow(NodeOperationError);
});
