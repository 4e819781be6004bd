import fc from 'fast-check';
import { QRPay } from 'vietnam-qr-pay';

import { createVietQr, type VietQr } from '../../nodes/shared/paymentRequests/vietQr';

/** Published payloads, each of another bank's or library's documentation. */
const PUBLISHED: Array<[VietQr, string]> = [
	[
		{ bankBin: '970416', accountNumber: '257678859' },
		'00020101021138530010A0000007270123000697041601092576788590208QRIBFTTA53037045802VN6304AE9F',
	],
	[
		{ bankBin: '970416', accountNumber: '257678859', amount: 10_000, content: 'Chuyen tien' },
		'00020101021238530010A0000007270123000697041601092576788590208QRIBFTTA53037045405100005802VN62150811Chuyen tien630453E6',
	],
	[
		{ bankBin: '970403', accountNumber: '9704031101234567', target: 'card' },
		'00020101021138600010A00000072701300006970403011697040311012345670208QRIBFTTC53037045802VN63044F52',
	],
];

it.each(PUBLISHED)('reproduces the published payload of %j', (request, payload) => {
	expect(createVietQr(request)).toBe(payload);
});

it('returns what an independent library returns', () => {
	const text = (characters: string, maxLength: number) =>
		fc.string({ unit: fc.constantFrom(...characters), minLength: 1, maxLength, size: 'max' });
	const requests = fc.record({
		bankBin: fc.stringMatching(/^\d{6}$/),
		accountNumber: text('0123456789ABCabc', 19),
		amount: fc.option(fc.integer({ min: 1, max: 9_999_999_999_999 }), { nil: undefined }),
		content: fc.option(text('0123456789ABCXYZ ', 25), { nil: undefined }),
	});
	fc.assert(
		fc.property(requests, (request) => {
			const { bankBin, accountNumber, amount, content } = request;
			const expected = QRPay.initVietQR({
				bankBin,
				bankNumber: accountNumber,
				amount: amount === undefined ? undefined : String(amount),
				purpose: content,
			});
			expect(createVietQr(request)).toBe(expected.build());
		}),
		{ numRuns: 1_000 },
	);
});
