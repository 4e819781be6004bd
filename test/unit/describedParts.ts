import type {
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INodeTypeDescription,
} from 'n8n-workflow';

import { BankTransactionsApi } from '../../credentials/BankTransactionsApi.credentials';
import { BankTransactions } from '../../nodes/BankTransactions/BankTransactions.node';
import { BankTransactionsTrigger } from '../../nodes/BankTransactionsTrigger/BankTransactionsTrigger.node';

/** A node or a credential: anything whose parameters the editor shows. */
export interface Described {
	properties: INodeProperties[];
}

type Choice = INodePropertyOptions | INodeProperties;

export const credential = new BankTransactionsApi();

export const nodes: Array<[string, INodeTypeDescription]> = [
	['action', new BankTransactions().description],
	['trigger', new BankTransactionsTrigger().description],
];

export const described: Array<[string, Described]> = [...nodes, ['credential', credential]];

/** Returns a parameter and all parameters nested in it. */
function flatten(property: INodeProperties): INodeProperties[] {
	const inner = (property.options ?? []).flatMap((option) => {
		if ('values' in option) return (option as INodePropertyCollection).values;
		return 'type' in option ? [option as INodeProperties] : [];
	});
	return [property, ...inner.flatMap(flatten)];
}

/** Returns every parameter, including those inside collections. */
export function getParameters({ properties }: Described): INodeProperties[] {
	return properties.flatMap(flatten);
}

/** Returns every list of choices: the options of a parameter, and the fields of a collection. */
export function getChoices(part: Described): Array<{ name: string; options: Choice[] }> {
	return getParameters(part).flatMap(({ name, options }) =>
		options && options.length > 1 ? [{ name, options: options as Choice[] }] : [],
	);
}

/** Returns the text that the editor shows for a choice. */
export function getLabel(choice: Choice): string {
	return 'displayName' in choice && choice.displayName ? choice.displayName : choice.name;
}

/** The labels that the editor shows of the nodes and the credential. */
export const labels = described.flatMap(([, part]) => [
	...getParameters(part).map(({ displayName }) => displayName),
	...getChoices(part).flatMap(({ options }) => options.map(getLabel)),
]);
