import { exampleNames, readExample } from '../support/exampleFiles';

const stickyNote = 'n8n-nodes-base.stickyNote';

/** What runs in any n8n, without an account at another service. */
const ownMeans =
	/^n8n-nodes-base\.(manualTrigger|scheduleTrigger|n8nTrigger|errorTrigger|stopAndError|set|splitOut|merge|if|filter|wait|aggregate|stickyNote)$/;

it('contains six examples', async () => {
	expect(await exampleNames()).toEqual([
		'confirm-orders',
		'daily-reconciliation',
		'month-to-sheet',
		'retry-crashed-executions',
		'stale-webhooks',
		'unmatched-payments',
	]);
});

describe('every example', () => {
	it('explains itself in notes', async () => {
		for (const name of await exampleNames()) {
			const { nodes } = await readExample(name);
			const notes = nodes.filter(({ type }) => type === stickyNote);
			expect(notes.length).toBeGreaterThan(1);
			for (const { parameters } of notes) expect(String(parameters.content)).toMatch(/\w{3}/);
		}
	});

	it('has pinned data on each of its triggers and nowhere else', async () => {
		for (const name of await exampleNames()) {
			const { nodes, pinData } = await readExample(name);
			const triggers = nodes.filter(({ type }) => /trigger$/i.test(type));
			expect(Object.keys(pinData ?? {})).toEqual(triggers.map((trigger) => trigger.name));
			expect(triggers.length).toBeGreaterThan(0);
		}
	});

	it('disables nodes that need another service, so that it runs at once', async () => {
		for (const name of await exampleNames()) {
			const { nodes } = await readExample(name);
			const foreign = nodes.filter(
				({ type }) => !ownMeans.test(type) && !type.startsWith('n8n-nodes-bank-transactions.'),
			);
			expect(foreign.filter(({ disabled }) => !disabled)).toEqual([]);
			expect(foreign.filter(({ type }) => !type.startsWith('n8n-nodes-base.'))).toEqual([]);
		}
	});

	it('contains no credential and no webhook address', async () => {
		for (const name of await exampleNames()) {
			for (const node of (await readExample(name)).nodes) {
				expect(Object.keys(node)).not.toContain('credentials');
				expect(Object.keys(node)).not.toContain('webhookId');
			}
		}
	});

	it('removes nothing unless the user enables it', async () => {
		const all = await Promise.all((await exampleNames()).map(readExample));
		const removing = all
			.flatMap(({ nodes }) => nodes)
			.filter(({ parameters }) => String(parameters.operation).startsWith('delete'));
		expect(removing.map(({ name, disabled }) => [name, disabled])).toEqual([['Remove It', true]]);
	});
});
