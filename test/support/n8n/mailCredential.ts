import type { MailServer } from '../mailServer';
import type { Credential, N8nEditor } from './editor';

/** Stores a credential with which n8n's Send Email node mails to the server of the test. */
export async function createMailCredential(
	editor: N8nEditor,
	{ port }: MailServer,
): Promise<Credential> {
	const server = { host: '127.0.0.1', port, secure: false, disableStartTls: true };
	const data = { user: '', password: '', ...server };
	return await editor.createCredential({ name: 'Mail server of the test', type: 'smtp', data });
}
