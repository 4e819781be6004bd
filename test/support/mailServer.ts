/* eslint-disable @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import type { AddressInfo } from 'node:net';
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

export interface MailServer {
	port: number;
	/** All mails so far, oldest first. */
	mails: Mail[];
	/** Waits for the first mail with this subject. */
	waitForMail(subject: string, options?: WaitOptions): Promise<Mail>;
	close(): Promise<void>;
}

/** Starts a mail server on 127.0.0.1 that accepts every mail and delivers none. */
export async function startMailServer(): Promise<MailServer> {
	const mails: Mail[] = [];
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ['STARTTLS'],
		onData(stream, { envelope }, done) {
			const receive = async () => {
				const {
					subject = '',
					text = '',
					attachments,
				} = await PostalMime.parse(await readAll(stream));
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
		mails,
		waitForMail: async (subject, options) => {
			const isIt = (mail: Mail) => mail.subject === subject;
			const description = `a mail has the subject "${subject}"`;
			const list = await waitUntil(
				description,
				() => mails,
				(seen) => seen.some(isIt),
				options,
			);
			return list.find(isIt) as Mail;
		},
		close: async () => await new Promise<void>((resolve) => server.close(resolve)),
	};
}

async function readAll(stream: NodeJS.ReadableStream): Promise<Buffer> {
	const parts: Buffer[] = [];
	for await (const part of stream) parts.push(part as Buffer);
	return Buffer.concat(parts);
}
