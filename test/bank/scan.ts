import type { FastifyRequest } from 'fastify';
import type { Ledger } from './ledger';
import { readQrPicture } from './qrPicture';
import { Refusal } from './refusal';
import type { Account } from './types';
import { readVietQr, type PaymentRequest } from './vietQr';

/** Parses the body of a form with a file. */
export async function parseForm({ headers }: FastifyRequest, body: Buffer): Promise<FormData> {
	const form = new Response(new Uint8Array(body), {
		headers: { 'content-type': headers['content-type'] ?? '' },
	});
	return await form.formData().catch(() => {
		throw new Refusal('The form cannot be read');
	});
}

/** Reads the payment request of a form, from the picture of its code or from its text. */
export async function readScan(form: FormData): Promise<PaymentRequest> {
	const [picture, text] = [form.get('picture'), form.get('text')];
	if (typeof text === 'string' && text.trim() !== '') return readVietQr(text);
	if (typeof picture === 'object' && picture !== null && picture.size > 0) {
		return readVietQr(readQrPicture(Buffer.from(await picture.arrayBuffer())));
	}
	throw new Refusal('Choose a picture of a QR code, or enter its text');
}

/** Returns the account that a request wants paid. Throws a Refusal if it is not one of this bank. */
export function findPayee({ bin, accountNumber }: PaymentRequest, ledger: Ledger): Account {
	const account = ledger.findAccount(accountNumber);
	if (!account || String(account.bin) !== bin) {
		throw new Refusal(
			`The request asks for money to the account ${accountNumber} at the bank ${bin}, which is not one of the practice accounts`,
		);
	}
	if (!account.connected) {
		throw new Refusal(`The account ${accountNumber} is not connected to the service`);
	}
	return account;
}
