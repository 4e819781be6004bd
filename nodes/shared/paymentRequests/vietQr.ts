/** What a VietQR code tells the payer's bank. All texts are ASCII. */
export interface VietQr {
	/** Six digits. */
	bankBin: string;
	/** At most 19 characters. */
	accountNumber: string;
	/** Whole dong, at most 13 digits. Without it, the payer enters the amount. */
	amount?: number;
	/** What the payer's bank writes into the transfer's description. */
	content?: string;
	/** Whether `accountNumber` is that of an account, which is the default, or of a card. */
	target?: 'account' | 'card';
}

/** Identifies NAPAS, which connects the banks of Vietnam. */
const NAPAS = 'A000000727';

const SERVICES = { account: 'QRIBFTTA', card: 'QRIBFTTC' };
const VERSION = '01';
const REUSABLE = '11';
const WITH_AMOUNT = '12';
const DONG = '704';
const COUNTRY = 'VN';

/** Tag and length of the checksum, which is computed over them as well. */
const CHECKSUM_HEADER = '6304';

/** Returns the payload of a VietQR code (EMVCo QR code, NAPAS 247; docs/payment-requests.md#format). */
export function createVietQr(request: VietQr): string {
	const { bankBin, accountNumber, amount, content, target = 'account' } = request;
	const account = toField('00', bankBin) + toField('01', accountNumber);
	const payload = [
		toField('00', VERSION),
		toField('01', amount === undefined ? REUSABLE : WITH_AMOUNT),
		toField('38', toField('00', NAPAS) + toField('01', account) + toField('02', SERVICES[target])),
		toField('53', DONG),
		amount === undefined ? '' : toField('54', String(amount)),
		toField('58', COUNTRY),
		content === undefined ? '' : toField('62', toField('08', content)),
		CHECKSUM_HEADER,
	].join('');
	return payload + getChecksum(payload);
}

/** A field: its tag, its length in two digits, its value. */
function toField(tag: string, value: string): string {
	return tag + String(value.length).padStart(2, '0') + value;
}

/** CRC-16/CCITT-FALSE in four hexadecimal digits. */
function getChecksum(text: string): string {
	let crc = 0xffff;
	for (const byte of Buffer.from(text)) {
		crc ^= byte << 8;
		for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1;
	}
	return (crc & 0xffff).toString(16).toUpperCase().padStart(4, '0');
}
