/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a program of its own beside n8n */
import { toBuffer } from 'qrcode';
import { QRPay } from 'vietnam-qr-pay';
import { createPaymentRequest } from '../../nodes/shared/paymentRequests/paymentRequest';
import { toPng } from '../../nodes/shared/qrCode/png';
import { createQrCode } from '../../nodes/shared/qrCode/qrCode';
import { median } from './statistics';

const tries = 5;
const width = 400;
const payee = {
	bankBin: '970436',
	bankName: 'Vietcombank',
	accountNumber: '1023456789012',
	accountName: '',
};

/** What the program prints: the time of all payment requests with their pictures, in milliseconds. */
export interface DrawingFigures {
	/** Our functions, without n8n. */
	ours: number;
	/** The libraries `vietnam-qr-pay` and `qrcode`. */
	libraries: number;
}

async function drawOurs(paymentCode: string): Promise<Buffer> {
	const request = createPaymentRequest(payee, {
		paymentCode,
		content: paymentCode,
		amount: 79_000,
	});
	return toPng(createQrCode(request.qrContent), width);
}

async function drawWithLibraries(paymentCode: string): Promise<Buffer> {
	const { bankBin, accountNumber: bankNumber } = payee;
	const options = { bankBin, bankNumber, amount: '79000', purpose: paymentCode };
	const text = QRPay.initVietQR(options).build();
	return await toBuffer(text, { errorCorrectionLevel: 'M', width });
}

async function measureDrawing(requests: number): Promise<DrawingFigures> {
	const medianTime = async (draw: (paymentCode: string) => Promise<Buffer>) => {
		const times: number[] = [];
		for (let attempt = 0; attempt < tries; attempt++) {
			const started = performance.now();
			for (let index = 0; index < requests; index++) await draw(`DH${1000 + index}`);
			times.push(performance.now() - started);
		}
		return median(times);
	};
	return { ours: await medianTime(drawOurs), libraries: await medianTime(drawWithLibraries) };
}

void measureDrawing(Number(process.argv[2])).then((figures) =>
	process.stdout.write(JSON.stringify(figures)),
);
