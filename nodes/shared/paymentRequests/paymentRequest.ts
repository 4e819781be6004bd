import { dropHalfCharacters } from '../values';
import type { TransferContent } from './transferContent';
import { createVietQr } from './vietQr';

/** An account that a payment goes to. */
export interface Payee {
	/** Six digits. */
	bankBin: string;
	/** Empty if unknown. */
	bankName: string;
	accountNumber: string;
	/** Empty if unknown. */
	accountName: string;
}

/** A payment to ask for. */
export interface PaymentOrder extends Omit<TransferContent, 'codeEnd'> {
	/** Whole dong. Without it, the payer enters the amount. */
	amount?: number;
}

/** What a payer needs, and what the output item contains. */
export interface PaymentRequest {
	paymentCode: string;
	content: string;
	amount: number | null;
	currency: 'VND';
	bankBin: string;
	bankName: string;
	accountNumber: string;
	accountName: string;
	/** The text of the QR code. */
	qrContent: string;
	/** A picture of the QR code on a public server, which learns all of this when it is opened. */
	imageUrl: string;
}

const QUICK_LINK = 'https://img.vietqr.io/image';

/** Returns a payment request. Nothing is sent anywhere. */
export function createPaymentRequest(payee: Payee, order: PaymentOrder): PaymentRequest {
	const { bankBin, bankName, accountNumber } = payee;
	const accountName = dropHalfCharacters(payee.accountName).trim();
	const { paymentCode, content, amount } = order;
	return {
		paymentCode,
		content,
		amount: amount ?? null,
		currency: 'VND',
		bankBin,
		bankName,
		accountNumber,
		accountName,
		qrContent: createVietQr({ bankBin, accountNumber, amount, content }),
		imageUrl: createImageUrl({ ...payee, accountName }, order),
	};
}

function createImageUrl(payee: Payee, { content, amount }: PaymentOrder): string {
	const parameters = [
		['amount', amount === undefined ? '' : String(amount)],
		['addInfo', content],
		['accountName', payee.accountName],
	].filter(([, value]) => value !== '');
	const query = parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
	return `${QUICK_LINK}/${payee.bankBin}-${payee.accountNumber}-compact2.png?${query}`;
}
