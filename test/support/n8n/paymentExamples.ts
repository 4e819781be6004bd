import type { INode } from 'n8n-workflow';
import { importedExample } from '../exampleFiles';
import type { MailServer } from '../mailServer';
import { createTableByHand, type SelectTable } from './dataTables';
import { createMailCredential } from './mailCredential';
import type { Credential, Workflow } from './editor';
import type { TestInstance } from './testInstance';

/** The account that the practice bank has linked first, and that the orders are paid to. */
const accountNumber = '0908123456789';

/** An n8n that has a credential for the practice bank. */
type N8nWithCredential = Pick<TestInstance, 'editor' | 'credential' | 'installation'>;

/** Imports the examples `request-payment` and `confirm-payment` as a user does who follows their notes. */
export class PaymentExamples {
	private constructor(
		private readonly instance: N8nWithCredential,
		/** Without it, the nodes that send mails stay deactivated. */
		private readonly mailCredential: Credential | undefined,
		private readonly selectTable: SelectTable,
	) {}

	/** Creates a credential for the mail server if there is one, and in n8n 1 the data table. */
	static async setUp(
		instance: N8nWithCredential,
		mailServer?: MailServer,
	): Promise<PaymentExamples> {
		const { editor, installation } = instance;
		const mailCredential = mailServer && (await createMailCredential(editor, mailServer));
		const selectTable = installation.version.startsWith('1.')
			? await createTableByHand(instance, 'request-payment')
			: (node: INode) => node;
		return new PaymentExamples(instance, mailCredential, selectTable);
	}

	/** `timeToPay` is an argument of Luxon's `plus`, such as `seconds: 20`. */
	async importRequests(timeToPay = 'minutes: 15'): Promise<Workflow> {
		return await this.import('request-payment', (node) => {
			if (node.name === 'Prepare Order') return replaceInParameters(node, 'minutes: 15', timeToPay);
			if (node.name !== 'Create Payment Request') return node;
			const linkedAccount = { __rl: true, mode: 'list', value: accountNumber };
			return { ...node, parameters: { ...node.parameters, linkedAccount } };
		});
	}

	/** `change` applies to each node after the user has set it up. */
	async importConfirmations(change = (node: INode) => node): Promise<Workflow> {
		return await this.import('confirm-payment', change);
	}

	private async import(name: string, change: (node: INode) => INode): Promise<Workflow> {
		const { editor, credential } = this.instance;
		const example = await importedExample(name, credential);
		const nodes = example.nodes.map((node) => this.selectMailCredential(this.selectTable(node)));
		return await editor.createWorkflow({ ...example, nodes: nodes.map(change) });
	}

	private selectMailCredential(node: INode): INode {
		if (!node.type.endsWith('.emailSend') || this.mailCredential === undefined) return node;
		const { type, id, name } = this.mailCredential;
		return { ...node, disabled: false, credentials: { [type]: { id, name } } };
	}
}

/** Returns a node with another text in its parameters, as they are in JSON. */
export function replaceInParameters(node: INode, from: string, to: string): INode {
	const parameters = JSON.stringify(node.parameters).replaceAll(from, to);
	return { ...node, parameters: JSON.parse(parameters) as INode['parameters'] };
}
