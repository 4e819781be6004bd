import { Refusal } from './refusal';

/** What a VietQR code asks for. */
export interface PaymentRequest {
	bin: string;
	accountNumber: string;
	/** Undefined if the payer decides. */
	amount?: number;
	content: string;
}

const NO_REQUEST = 'This is not a VietQR payment request';
const NAPAS = 'A000000727';
const CRC_LENGTH = 4;

/** Splits tag, length and value of each field. Throws a Refusal if the lengths do not add up. */
function readFields(text: string): Map<string, string> {
	const fields = new Map<string, string>();
	const characters = [...text];
	for (let start = 0; start < characters.length; ) {
		const head = characters.slice(start, start + 4).join('');
		const end = start + 4 + Number(head.slice(2));
		if (!/^\d{4}$/.test(head) || end > characters.length) throw new Refusal(NO_REQUEST);
		fields.set(head.slice(0, 2), characters.slice(start + 4, end).join(''));
		start = end;
	}
	return fields;
}

/** CRC-16/CCITT-FALSE as four hexadecimal digits. */
export function checksum(text: string): string {
	let crc = 0xffff;
	for (const byte of Buffer.from(text)) {
		crc ^= byte << 8;
		for (let bit = 0; bit < 8; bit++)
			crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
	}
	return crc.toString(16).toUpperCase().padStart(CRC_LENGTH, '0');
}

/** Reads the text of a VietQR code as the app of a payer does. Throws a Refusal that says why not. */
export function readVietQr(scanned: string): PaymentRequest {
	const text = scanned.trim();
	const fields = readFields(text);
	const given = fields.get('63');
	if (given === undefined) throw new Refusal(NO_REQUEST);
	if (given.toUpperCase() !== checksum(text.slice(0, -CRC_LENGTH))) {
		throw new Refusal('The checksum of the payment request is wrong. Was it cut or changed?');
	}
	const merchant = readFields(fields.get('38') ?? '');
	const payee = readFields(merchant.get('01') ?? '');
	const [bin, accountNumber] = [payee.get('00') ?? '', payee.get('01') ?? ''];
	if (merchant.get('00') !== NAPAS || bin === '' || accountNumber === '') {
		throw new Refusal('The payment request names no bank account');
	}
	const amount = fields.get('54');
	return {
		bin,
		accountNumber,
		amount: amount === undefined ? undefined : Number(amount),
		content: readFields(fields.get('62') ?? '').get('08') ?? '',
	};
}
