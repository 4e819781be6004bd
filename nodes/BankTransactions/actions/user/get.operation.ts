import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { serviceRequest } from '../../../shared/http/serviceRequest';
import { toNodeApiError } from '../../../shared/http/errors';
import { isRecord } from '../../../shared/types';
import { toItem, type Operation } from '../operation';

/** Reads the owner of the API key and the linked bank accounts. */
export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get user information',
		description:
			'Retrieve the user and the business that the API key belongs to, and the linked accounts',
	},
	fields: [],
	execute,
};

async function execute(this: IExecuteFunctions, itemIndex: number): Promise<INodeExecutionData[]> {
	const subject = 'user information';
	const data = await serviceRequest(this, {
		method: 'GET',
		path: '/v2/userInfo',
		subject,
		itemIndex,
	});
	if (!isRecord(data)) {
		const about = { subject, host: 'the service', itemIndex };
		const fault = { kind: 'unreadable', status: 200, text: 'no user' } as const;
		throw toNodeApiError(this.getNode(), fault, about);
	}
	return [toItem(data, itemIndex)];
}
