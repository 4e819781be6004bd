/* eslint-disable @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Attachment } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { waitUntil, type WaitOptions } from './waitFor';

/** A mail as its recipient sees it. */
export interface Mail {
	/** Address of the recipient. */
	to: string;
	subject: string;
	text: string;
	attachments: Attachment[];
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;

/** Starts a mail server on 127.0.0.1 that accepts every mail and delivers none. */
export async function startMailServer() {
	const mails: Mail[] = [];
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ['STARTTLS'],
		onData(stream, { envelope }, done) {
			const receive = async () => {
				const mail = await PostalMime.parse(await buffer(stream));
				const { subject = '', text = '', attachments } = mail;
				for (const { address } of envelope.rcptTo) {
					mails.push({ to: address, subject, text: text.trim(), attachments });
				}
			};
			receive().then(() => done(), done);
		},
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		port: (server.server.address() as AddressInfo).port,
		/** All mails so far, oldest first. */
		mails,
		/** Waits for the first mail with this subject. */
		waitForMail: async (subject: string, options?: WaitOptions) => {
			const find = () => mails.find((mail) => mail.subject === subject);
			const description = `a mail has the subject "${subject}"`;
			await waitUntil(
				description,
				() => mails,
				() => find() !== undefined,
				options,
			);
			return find() as Mail;
		},
		close: async () => await new Promise<void>((resolve) => server.close(resolve)),
	};
}
