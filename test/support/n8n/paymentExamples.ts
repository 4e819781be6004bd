import type { INode } from 'n8n-workflow';
import { importedExample } from '../exampleFiles';
import type { MailServer } from '../mailServer';
import { createDataTable, type SelectTable } from './dataTables';
import { createMailCredential } from './mailCredential';
import type { Credential, Workflow, WorkflowInput } from './editor';
import type { TestInstance } from './testInstance';

/** The account that the practice bank has linked first, and that the orders are paid to. */
const accountNumber = '0908123456789';

/** Imports the examples `request-payment` and `confirm-payment` as a user does who follows their notes. */
export class PaymentExamples {
	private constructor(
		private readonly instance: TestInstance,
		private readonly mailCredential: Credential,
		private readonly selectTable: SelectTable,
	) {}

	/** Creates the data table and a credential for the mail server. */
	static async setUp(instance: TestInstance, mailServer: MailServer): Promise<PaymentExamples> {
		const mailCredential = await createMailCredential(instance.editor, mailServer);
		const selectTable = await createDataTable(instance, 'request-payment');
		return new PaymentExamples(instance, mailCredential, selectTable);
	}

	/** `timeToPay` is an argument of Luxon's `plus`, such as `seconds: 20`. */
	async importRequests(timeToPay = 'minutes: 15'): Promise<Workflow> {
		const changed = await this.importAndSetUp('request-payment', (node) => {
			if (node.name === 'Prepare Order') return replaceInParameters(node, 'minutes: 15', timeToPay);
			if (node.name !== 'Create Payment Request') return node;
			const linkedAccount = { __rl: true, mode: 'list', value: accountNumber };
			return { ...node, parameters: { ...node.parameters, linkedAccount } };
		});
		return await this.instance.editor.createWorkflow(changed);
	}

	/** `change` applies to each node after the user has set it up. */
	async importConfirmations(change = (node: INode) => node): Promise<Workflow> {
		return await this.instance.editor.createWorkflow(
			await this.importAndSetUp('confirm-payment', change),
		);
	}

	private async importAndSetUp(
		name: string,
		change: (node: INode) => INode,
	): Promise<WorkflowInput> {
		const example = await importedExample(name, this.instance.credential);
		const { type, id, name: mailName } = this.mailCredential;
		const nodes = example.nodes.map((node) => {
			if (node.type.endsWith('.emailSend')) {
				return { ...node, disabled: false, credentials: { [type]: { id, name: mailName } } };
			}
			return this.selectTable(node);
		});
		return { ...example, nodes: nodes.map((node) => change(node)) };
	}
}

function replaceInParameters(node: INode, from: string, to: string): INode {
	const parameters = JSON.stringify(node.parameters).replaceAll(from, to);
	return { ...node, parameters: JSON.parse(parameters) as INode['parameters'] };
}
