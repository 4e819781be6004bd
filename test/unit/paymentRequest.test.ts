import { createPaymentRequest } from '../../nodes/shared/paymentRequests/paymentRequest';

const payee = {
	bankBin: '970415',
	bankName: 'VietinBank',
	accountNumber: '113366668888',
	accountName: 'QUỸ VẮC XIN & CO',
};

it('contains what the payer needs', () => {
	const transfer = { paymentCode: 'DH1042', content: 'DH1042 CAM ON' };
	expect(createPaymentRequest(payee, { ...transfer, amount: 79_000 })).toEqual({
		...transfer,
		...payee,
		amount: 79_000,
		currency: 'VND',
		qrContent: expect.stringMatching(
			/^00020101021238.*540579000.*0813DH1042 CAM ON6304[0-9A-F]{4}$/,
		),
		imageUrl:
			'https://img.vietqr.io/image/970415-113366668888-compact2.png?amount=79000&addInfo=DH1042%20CAM%20ON&accountName=QU%E1%BB%B8%20V%E1%BA%AEC%20XIN%20%26%20CO',
	});
});

it('leaves the amount to the payer, and leaves out a name that is not known', () => {
	const transfer = { paymentCode: 'DH1042', content: 'DH1042' };
	expect(createPaymentRequest({ ...payee, accountName: '' }, transfer)).toMatchObject({
		amount: null,
		accountName: '',
		qrContent: expect.stringMatching(/^00020101021138/),
		imageUrl: 'https://img.vietqr.io/image/970415-113366668888-compact2.png?addInfo=DH1042',
	});
});
