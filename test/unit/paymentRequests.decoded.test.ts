/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs in Node beside n8n, never inside a node */
import { Resvg } from '@resvg/resvg-js';
import fc from 'fast-check';
import jsQR from 'jsqr';
import { PNG } from 'pngjs';
import { QRPay } from 'vietnam-qr-pay';

import { BANKS } from '../../nodes/shared/paymentRequests/bankList';
import { createPaymentRequest } from '../../nodes/shared/paymentRequests/paymentRequest';
import { createTransferContent } from '../../nodes/shared/paymentRequests/transferContent';
import { toPng } from '../../nodes/shared/qrCode/png';
import { createQrCode } from '../../nodes/shared/qrCode/qrCode';
import { toSvg } from '../../nodes/shared/qrCode/svg';

/** How many random payment requests are drawn and read. */
const count = Number(process.env.PAYMENT_REQUESTS ?? 40);

const text = (characters: string, minLength: number, maxLength: number) =>
	fc.string({ unit: fc.constantFrom(...characters), minLength, maxLength, size: 'max' });

const requests = fc.record({
	bankBin: fc.oneof(fc.constantFrom(...BANKS.map(({ bin }) => bin)), fc.stringMatching(/^\d{6}$/)),
	accountNumber: fc.oneof(text('0123456789', 1, 19), text('0123456789ABCabc', 1, 19)),
	amount: fc.option(fc.integer({ min: 1, max: 9_999_999_999_999 }), { nil: undefined }),
	code: fc.tuple(text('DHXYZ', 1, 8), text('0123456789', 1, 10)).map((parts) => parts.join('-')),
	note: fc.oneof(fc.constant(''), text('abcđêXYZ ', 0, 18)),
	size: fc.integer({ min: 100, max: 500 }),
});

function read(size: number, data: Uint8Array): string | undefined {
	const pixels = new Uint8ClampedArray(data.buffer, data.byteOffset, data.length);
	return jsQR(pixels, size, size, { inversionAttempts: 'dontInvert' })?.data;
}

it(
	'every payment request is read back from its pictures by an independent decoder and parser',
	() => {
		fc.assert(
			fc.property(requests, ({ code, note, size, amount, bankBin, accountNumber }) => {
				const transfer = createTransferContent(code, { note });
				fc.pre(!('refused' in transfer));
				const payee = { bankBin, bankName: '', accountNumber, accountName: '' };
				const { qrContent, content } = createPaymentRequest(payee, { ...transfer, amount });
				const qrCode = createQrCode(qrContent);
				expect(read(size, PNG.sync.read(toPng(qrCode, size)).data)).toBe(qrContent);
				expect(read(size, new Resvg(toSvg(qrCode, size)).render().pixels)).toBe(qrContent);
				const parsed = new QRPay(qrContent);
				expect(parsed).toMatchObject({
					isValid: true,
					consumer: { bankBin, bankNumber: accountNumber },
					additionalData: { purpose: content },
				});
				expect(parsed.amount).toBe(amount === undefined ? undefined : String(amount));
			}),
			{ numRuns: count },
		);
	},
	30_000 + count * 1_000,
);
