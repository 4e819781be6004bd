import { PNG } from 'pngjs';
import { toBuffer } from 'qrcode';
import { readQrPicture } from './qrPicture';
import { checksum, readVietQr } from './vietQr';

// Published examples of the payload.
const withAmount =
	'00020101021238560010A0000007270126000697041501121133666688880208QRIBFTTA53037045405790005802VN62220818Ung Ho Quy Vac Xin63043ACF';
const withoutAmount =
	'00020101021138530010A0000007270123000697041601092576788590208QRIBFTTA53037045802VN6304AE9F';
const toCard =
	'00020101021138600010A00000072701300006970403011697040311012345670208QRIBFTTC53037045802VN63044F52';

describe('the text of a VietQR code', () => {
	it('is read as an account, an amount and a content', () => {
		expect(readVietQr(withAmount)).toEqual({
			bin: '970415',
			accountNumber: '113366668888',
			amount: 79000,
			content: 'Ung Ho Quy Vac Xin',
		});
	});

	it('may leave the amount and the content to the payer', () => {
		const request = { bin: '970416', accountNumber: '257678859', amount: undefined, content: '' };
		expect(readVietQr(` ${withoutAmount}\n`)).toEqual(request);
		expect(readVietQr(toCard)).toMatchObject({ bin: '970403', accountNumber: '9704031101234567' });
	});

	it.each([
		['an empty text', '', 'not a VietQR'],
		['a link', 'https://example.com/pay', 'not a VietQR'],
		['a text that was cut', withAmount.slice(0, -10), 'not a VietQR'],
		['a changed amount', withAmount.replace('79000', '99000'), 'checksum'],
	])('is refused with a reason: %s', (_name, text, reason) => {
		expect(() => readVietQr(text)).toThrow(reason);
	});

	it('is refused if it names no bank account', () => {
		const text = '00020101021153037045802VN6304';
		expect(() => readVietQr(text + checksum(text))).toThrow('no bank account');
	});
});

describe('a picture', () => {
	it.each([100, 400])('of %i pixels is read', async (width) => {
		expect(readQrPicture(await toBuffer(withAmount, { width }))).toBe(withAmount);
	});

	it('may have a transparent ground', async () => {
		const picture = await toBuffer(withAmount, { color: { light: '#0000' } });
		expect(readQrPicture(picture)).toBe(withAmount);
	});

	it('without a code is refused', () => {
		const empty = PNG.sync.write(new PNG({ width: 50, height: 50 }));
		expect(() => readQrPicture(empty)).toThrow('no readable QR code');
	});

	it('that is not PNG is refused', () => {
		expect(() => readQrPicture(Buffer.from('GIF89a'))).toThrow('Only PNG pictures');
	});
});
