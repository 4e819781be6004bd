import type { Random } from '../random';

const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const small = capitals.toLowerCase();
const digits = '0123456789';

/** The numbers and references that banks write around a payer's text. */
export type BankNumbers = ReturnType<typeof drawNumbers>;

/** A business reference has a digit before a letter; otherwise it would look like an order. */
function drawBusinessReference(random: Random): string {
	const front = random.text(1, capitals + small) + random.text(2, capitals + digits);
	const rest = random.text(3, capitals + digits);
	return `${front}${random.text(1, digits)}${random.text(1, capitals)}${rest}/${random.digits(6)}`;
}

/** Returns new numbers for one transfer. */
export function drawNumbers(random: Random) {
	const twoDigits = (minimum: number, maximum: number) =>
		String(random.integer(minimum, maximum)).padStart(2, '0');
	const year = '2026';
	const month = twoDigits(1, 12);
	const day = twoDigits(1, 28);
	const timeOfDay = twoDigits(0, 23) + twoDigits(0, 59) + twoDigits(0, 59);
	const clock = timeOfDay.replace(/(..)(..)(..)/, '$1:$2:$3');
	return {
		/** MB repeats in its tail those of a transfer from Vietcombank. */
		trace: random.digits(6),
		/** Stands in front of the trace. */
		marker: random.text(2, capitals + small + digits),
		/** The transfer's number at Vietcombank. */
		transfer: `${random.integer(1, 9)}${random.digits(random.integer(9, 10))}`,
		/** What Vietcombank writes since 2026 instead of the trace, such as `6218BFTVGL256UBX`. */
		transferReference: `62${random.digits(2)}BFTVG${random.text(7, capitals + digits)}`,
		napas: random.digits(12),
		/** Such as `A2FHLME3/019457`. */
		business: drawBusinessReference(random),
		/** Such as `931139-102322 13:18:51`. */
		acb: `${random.digits(6)}-${month}${day}26 ${clock}`,
		/** Such as `640669-2022-09-19T19:30:37-180906`. */
		control: `${random.digits(6)}-${year}-${month}-${day}T${clock}-${random.digits(6)}`,
		messageCode: random.text(16, `${digits}ABCDEF`),
		/** Such as `458949 D2K5349G`. */
		sacombank: `${random.digits(6)} D2K${random.digits(4)}${random.text(1, capitals)}`,
		bidv: `0000${random.digits(11)}`,
		bidvEnd: random.chance(0.7) ? 'CRE-002' : 'PMT-002',
		momo: `000${random.text(5, capitals + small + digits)}`,
		momoTransfer: random.digits(11),
		ft: `26${random.digits(random.integer(9, 12))}`,
		/** The identifier of a virtual account, such as `Qaawgm7172  APPMB1 1`. */
		virtualAccount: random.pick([
			() => `Qa${random.text(4, small)}${random.digits(4)}  APPMB1 1`,
			() => `Qa${random.text(4, small)}${random.digits(4)}  SEPAY${random.digits(4)} 1`,
		])(),
		/** The number and the bank of a transfer that came back. */
		returned: { number: `1${random.digits(7)}`, bank: `0131${random.digits(4)}` },
		/** The day of the transfer. */
		year,
		month,
		day,
	};
}
