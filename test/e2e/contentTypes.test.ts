/* eslint-disable @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { gzipSync } from 'node:zlib';
import axios from 'axios';
import { generate } from '../bank/data';
import { eventBody, testTransaction } from '../bank/events';
import { useTestInstance } from '../support/n8n/testInstance';
import { hasPassed, triggerWorkflow } from '../support/n8n/workflows';

const instance = useTestInstance();
const [account] = generate(0, 1, 0).accounts;

function createEvent(id: number): string {
	const reference = `FT${id}`;
	return JSON.stringify(
		eventBody([{ ...testTransaction(account, Date.now()), id, reference }], 'array'),
	);
}

it('reads an event with any content type, also compressed, but no form with several parts', async () => {
	const { control, credential, editor } = instance;
	const input = triggerWorkflow({ triggerOn: 'all' }, credential);
	const workflow = await editor.activate(await editor.createWorkflow(input));
	const [{ url, secureToken }] = await control.webhooks();
	const send = async (body: string | Buffer, headers: Record<string, string>) => {
		const sent = { 'secure-token': secureToken, ...headers };
		const options = { headers: sent, validateStatus: () => true, proxy: false } as const;
		return (await axios.post(url, body, options)).status;
	};
	const types = ['application/json', 'text/plain', 'application/octet-stream', 'text/html', '/'];
	for (const [index, type] of types.entries()) {
		const plain = 1_000 + 2 * index;
		const compressed = plain + 1;
		const headers = { 'content-type': type };
		expect(await send(createEvent(plain), headers)).toBe(200);
		const gzip = gzipSync(createEvent(compressed));
		expect(await send(gzip, { ...headers, 'content-encoding': 'gzip' })).toBe(200);
		await editor.waitForExecution(workflow.id, hasPassed(plain));
		await editor.waitForExecution(workflow.id, hasPassed(compressed));
	}
	const form = { 'content-type': 'multipart/form-data; boundary=part' };
	const part = 'Content-Disposition: form-data; name="data"';
	expect(await send(`--part\r\n${part}\r\n\r\n[]\r\n--part--\r\n`, form)).toBe(400);
	// Not compressed, although the header says so.
	const broken = { 'content-type': 'application/octet-stream', 'content-encoding': 'gzip' };
	expect(await send(createEvent(2_000), broken)).toBe(400);
}, 120_000);
