import type { INode } from 'n8n-workflow';

/** A step that makes it likely that a kill interrupts an execution that has claimed its transactions. */
export const pause: INode = {
	id: 'pause',
	name: 'Pause',
	type: 'n8n-nodes-base.wait',
	typeVersion: 1.1,
	position: [200, 0],
	parameters: { amount: 0.5, unit: 'seconds' },
};
