import { node } from './candidates';
import { print } from './print';
import { activateReader, read, type ReaderContext, type Reading } from './readers';

/** What was measured of payment requests with a PNG picture; each reading is one round's. */
export interface RequestFigures {
	requests: number;
	/** Our node in n8n, which stores the pictures. */
	readings: Reading[];
}

/** Measures the node in n8n. */
export async function measurePaymentRequests(
	requests: number,
	context: ReaderContext,
	rounds: number,
): Promise<RequestFigures> {
	const codes = node('Codes', 'n8n-nodes-base.set', 3.4, {
		parameters: {
			assignments: {
				assignments: [
					{
						id: 'code',
						name: 'code',
						type: 'array',
						value: `={{ Array.from({ length: ${requests} }, (_, index) => 'DH' + (1000 + index)) }}`,
					},
				],
			},
			options: {},
		},
	});
	const orders = node('Orders', 'n8n-nodes-base.splitOut', 1, {
		parameters: { fieldToSplitOut: 'code', options: {} },
	});
	const create = node('Create', 'n8n-nodes-bank-transactions.bankTransactions', 1, {
		parameters: {
			resource: 'paymentRequest',
			operation: 'create',
			accountSource: 'manual',
			bank: { __rl: true, mode: 'list', value: '970436' },
			accountNumber: '1023456789012',
			amount: '79000',
			paymentCode: '={{ $json.code }}',
		},
	});
	const reader = await activateReader(context, [codes, orders, create]);
	const readings: Reading[] = [];
	for (let round = 0; round <= rounds; round++) {
		const reading = await read(context, { ...reader, readingNode: create.name }, requests);
		print(`  ${requests} payment requests: node ${reading.node} ms`);
		// The first round is for warming up.
		if (round > 0) readings.push(reading);
	}
	await context.editor.deactivate(reader.workflow);
	return { requests, readings };
}
