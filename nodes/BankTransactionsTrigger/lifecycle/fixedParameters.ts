import type { IDataObject, INode, INodeProperties } from 'n8n-workflow';

import type { ErrorText } from '../../shared/http/errors';
import { isRecord } from '../../shared/types';
import { triggerProperties } from '../properties';

/**
 * Returns which parameters hold an expression although they take none (`noDataExpression`). The editor
 * offers none there, but a file that was imported may have one.
 */
export function findExpressionIssues({ name, parameters }: INode): ErrorText[] {
	return findExpressions(triggerProperties, parameters).map((parameter) => ({
		message: `${parameter} of "${name}" takes no expression`,
		description:
			'Which transactions start the workflow is decided when it is published. Enter a fixed value, and publish the workflow again.',
	}));
}

/** Returns the names of the parameters, such as `'Prefix' of 'Payment Code'`. */
function findExpressions(
	properties: INodeProperties[],
	values: IDataObject,
	suffix = '',
): string[] {
	return properties.flatMap((property) => {
		const { name, displayName, type, noDataExpression } = property;
		const value = values[name];
		if (type === 'collection' && isRecord(value)) {
			const fields = (property.options ?? []) as INodeProperties[];
			const group = name === 'options' ? '' : ` of '${displayName}'`;
			return findExpressions(fields, value as IDataObject, group);
		}
		return noDataExpression && isExpression(value) ? [`'${displayName}'${suffix}`] : [];
	});
}

/** n8n removes the `=` in front, except in an account (docs/n8n-engine.md#expressions). */
function isExpression(value: unknown): boolean {
	if (isRecord(value)) return isExpression(value.value);
	return typeof value === 'string' && (value.startsWith('=') || value.includes('{{'));
}
