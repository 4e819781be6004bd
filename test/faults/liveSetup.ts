/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { INode, INodeParameters } from 'n8n-workflow';
import { startTestInstance, type TestInstance } from '../support/n8n/testInstance';
import { triggerName } from '../support/n8n/workflows';
import { installBuiltPackage } from '../support/n8n/n8nProcess';
import { startCustomer, type Customer } from './customer';
import { Database } from './database';
import { catchUpInterval, LiveWorkflow, type LiveParts, type LiveTrigger } from './liveWorkflow';
import { installSingleNodePackage } from '../support/n8n/singleNodePackage';
import { startSharedAddress, type SharedAddress } from './sharedAddress';
import { waitUntil } from '../support/waitFor';

/** A trigger that starts nothing while the tests run. */
export const yearlySchedule: INode = {
	id: 'schedule',
	name: 'Once a Year',
	type: 'n8n-nodes-base.scheduleTrigger',
	typeVersion: 1.2,
	position: [0, 400],
	parameters: { rule: { interval: [{ field: 'cronExpression', expression: '0 0 1 1 *' }] } },
};

/** A trigger that n8n cannot start. */
export const invalidSchedule: INode = {
	...yearlySchedule,
	name: 'Never',
	parameters: { rule: { interval: [{ field: 'cronExpression', expression: 'never' }] } },
};

/** Parameters of a trigger that catches up frequently. */
export function withOptions(options: INodeParameters = {}): INodeParameters {
	return { triggerOn: 'all', options: { catchUpInterval, ...options } };
}

const siblingPackage = 'n8n-nodes-reconnecting-trigger';

/** The seed of the first practice bank; every customer has another. */
let lastSeed = 1;

/** One running n8n, and the customers and workflows that a test makes and that end with it. */
export class LiveSetup {
	readonly database: Database;

	private readonly endings: Array<() => Promise<void>> = [];

	private readonly lostFile: string;

	private readonly connectedFile: string;

	private constructor(readonly instance: TestInstance) {
		const { installation, userFolder } = instance;
		this.database = new Database(installation, userFolder);
		this.lostFile = path.join(userFolder, 'connection-lost');
		this.connectedFile = path.join(userFolder, 'connected');
	}

	static async start(): Promise<LiveSetup> {
		const installPackage = async (nodesFolder: string) => {
			await installBuiltPackage(nodesFolder);
			const source = path.join(__dirname, 'reconnectingTrigger/ReconnectingTrigger.node.ts');
			await installSingleNodePackage(siblingPackage, source, nodesFolder);
		};
		// Not all that n8n can log: only what its user would see.
		const environment = {};
		return new LiveSetup(await startTestInstance({ transactions: 0, environment, installPackage }));
	}

	/** The same n8n, for parts that outlive one test. */
	scope(): LiveSetup {
		return new LiveSetup(this.instance);
	}

	/** A customer with so much money of the last 2.5 days, unless `days` says otherwise. */
	async customer(name: string, history = 25, days?: number): Promise<Customer> {
		lastSeed += 1;
		const customer = await startCustomer(name, lastSeed);
		this.endings.push(async () => await customer.bank.close());
		await customer.addHistory(history, days);
		return customer;
	}

	/** A customer with a history of the last two days as the service shows it, on all accounts. */
	async busyCustomer(name: string, transactions: number): Promise<Customer> {
		lastSeed += 1;
		const customer = await startCustomer(name, lastSeed, { transactions, historyDays: 2 });
		this.endings.push(async () => await customer.bank.close());
		return customer;
	}

	async sharedAddress(...customers: Customer[]): Promise<SharedAddress> {
		const address = await startSharedAddress(customers.map(({ bank }) => bank));
		this.endings.push(address.close);
		return address;
	}

	/** What a workflow with the trigger in it is made of; nothing else is in it. */
	async trigger(customer: Customer, options?: INodeParameters): Promise<LiveTrigger> {
		const credential = await customer.createCredential(this.instance.editor);
		return { name: triggerName, parameters: withOptions(options), credential };
	}

	/** Saves a workflow, which a test publishes. */
	async workflow(parts: Partial<LiveParts>): Promise<LiveWorkflow> {
		const live = await LiveWorkflow.create(this.instance.editor, parts);
		this.endings.push(async () => await live.end());
		return live;
	}

	webhookUrl(live: LiveWorkflow): string {
		return live.webhookUrl(this.instance.n8n.url);
	}

	/** What n8n logs from now on. */
	logFromNow(): () => string {
		const before = this.instance.n8n.log().length;
		return () => this.instance.n8n.log().slice(before);
	}

	/** The customer no longer has the webhook, or a line of the log says where it is. */
	async expectWebhookGoneOrNamed(customer: Customer, url: string, log: string): Promise<void> {
		const lines = log.split('\n').filter((line) => line.includes(url));
		const unnamed = (await customer.findWebhooks(url)).filter(
			({ id }) => !lines.some((line) => new RegExp(`\\b${id}\\b`).test(line)),
		);
		expect(unnamed).toEqual([]);
	}

	/** Another trigger, which loses its connection on demand. */
	get sibling(): INode {
		const { lostFile, connectedFile } = this;
		return {
			id: 'reconnecting',
			name: 'Reconnecting Trigger',
			type: `${siblingPackage}.reconnectingTrigger`,
			typeVersion: 1,
			position: [0, 200],
			parameters: { lostFile, connectedFile },
		};
	}

	/** The sibling loses its connection; resolves when n8n has started it again. */
	async loseConnection(): Promise<void> {
		await rm(this.connectedFile);
		await writeFile(this.lostFile, '');
		await waitUntil(
			'n8n starts the other trigger again after a lost connection',
			() => existsSync(this.connectedFile),
			Boolean,
		);
	}

	/** Ends what was made since the last time. */
	async endParts(): Promise<void> {
		for (const end of this.endings.splice(0).reverse()) await end();
	}
}
