import type {
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INodeTypeDescription,
} from 'n8n-workflow';

import { BankTransactionsApi } from '../../credentials/BankTransactionsApi.credentials';
import { BankTransactions } from '../../nodes/BankTransactions/BankTransactions.node';
import { BankTransactionsTrigger } from '../../nodes/BankTransactionsTrigger/BankTransactionsTrigger.node';

/** Anything that shows parameters in the editor. */
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

/** A parameter and all that lie inside it. */
function withInner(property: INodeProperties): INodeProperties[] {
	const inner = (property.options ?? []).flatMap((option) => {
		if ('values' in option) return (option as INodePropertyCollection).values;
		return 'type' in option ? [option as INodeProperties] : [];
	});
	return [property, ...inner.flatMap(withInner)];
}

/** Every parameter, those inside collections too. */
export function parametersOf({ properties }: Described): INodeProperties[] {
	return properties.flatMap(withInner);
}

/** The lists of choices: plain options, and the fields that a collection offers. */
export function choicesOf(part: Described): Array<{ name: string; options: Choice[] }> {
	return parametersOf(part).flatMap(({ name, options }) =>
		options && options.length > 1 ? [{ name, options: options as Choice[] }] : [],
	);
}

/** What a person reads of a choice. */
export function labelOf(choice: Choice): string {
	return 'displayName' in choice && choice.displayName ? choice.displayName : choice.name;
}
