import type {
	IBinaryData,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { createAmountField } from '../../../amountField';
import {
	createPaymentRequest,
	type Payee,
	type PaymentRequest,
} from '../../../shared/paymentRequests/paymentRequest';
import {
	createTransferContent,
	type TransferContent,
} from '../../../shared/paymentRequests/transferContent';
import { toPng } from '../../../shared/qrCode/png';
import { createQrCode } from '../../../shared/qrCode/qrCode';
import { toSvg } from '../../../shared/qrCode/svg';
import { ItemParameters } from '../itemParameters';
import { toItem, type Operation } from '../operation';
import { trackLongContent } from './longContents';
import { getPayee, payeeFields } from './payee';

/** VietQR has space for this many digits. */
const MAX_AMOUNT_DIGITS = 13;

const ZERO_HELP =
	'Leave it empty to let the payer enter the amount. If an expression gave 0, correct it.';

const DEFAULT_SIZE = 400;
const MAX_SIZE = 4000;
const DEFAULT_BINARY_PROPERTY = 'qrCode';

const amountField = createAmountField({
	displayName: 'Amount',
	name: 'amount',
	description: 'Amount of the payment, at most 13 digits without a decimal point',
	hint: 'In dong. Leave empty to let the payer enter it.',
});

const paymentCodeField: INodeProperties = {
	displayName: 'Payment Code',
	name: 'paymentCode',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. DH1042',
	description:
		'Code by which the payment is recognized: letters followed by digits. Use a different code for each order. The trigger and Match Payments find it in the transfer description.',
};

const noteField: INodeProperties = {
	displayName: 'Note',
	name: 'note',
	type: 'string',
	default: '',
	placeholder: 'e.g. thanh toan don hang',
	description:
		'Text that follows the payment code in the transfer description: letters only. Code and note together have at most 25 characters.',
};

const textBeforeCodeField: INodeProperties = {
	displayName: 'Text Before Code',
	name: 'textBeforeCode',
	type: 'string',
	default: '',
	placeholder: 'e.g. SEVQR',
	description:
		'Letters and digits that your account needs at the start of each transfer description. They count towards the 25 characters.',
	hint: "If it ends with a letter, also turn on 'Match Inside Words' where you look for the code. Some banks drop the space.",
};

const binaryPropertyNameField: INodeProperties = {
	displayName: 'Put Output File in Field',
	name: 'binaryPropertyName',
	type: 'string',
	default: DEFAULT_BINARY_PROPERTY,
	description: 'Name of the binary field that holds the picture of the QR code',
};

const pictures: INodePropertyOptions[] = [
	{ name: 'None', value: 'none', description: 'No picture, only the text of the QR code' },
	{ name: 'PNG', value: 'png', description: 'A picture that chats and mails show' },
	{ name: 'SVG', value: 'svg', description: 'A drawing that is sharp at any size' },
];

const qrImageField: INodeProperties = {
	displayName: 'QR Image',
	name: 'qrImage',
	type: 'options',
	options: pictures,
	default: 'png',
	description: 'Format of the picture of the QR code',
};

const sizeField: INodeProperties = {
	displayName: 'Size',
	name: 'size',
	type: 'number',
	typeOptions: { minValue: 100, maxValue: MAX_SIZE },
	default: DEFAULT_SIZE,
	description: 'Width and height of the picture in pixels',
};

const optionsField: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [noteField, binaryPropertyNameField, qrImageField, sizeField, textBeforeCodeField],
};

/** How the QR code is drawn. */
interface PictureOptions {
	format: 'png' | 'svg';
	size: number;
	binaryPropertyName: string;
}

/** Creates a payment request with a QR code, without asking anyone but for the linked accounts. */
export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create payment request',
		description:
			'Create a payment request: a VietQR code that the payer scans, with account, amount and payment code',
	},
	fields: [...payeeFields, amountField, paymentCodeField, optionsField],
	execute,
};

async function execute(this: IExecuteFunctions, itemIndex: number): Promise<INodeExecutionData[]> {
	const parameters = new ItemParameters(this, itemIndex);
	const options = parameters.getCollection(optionsField);
	const amount = getAmount(parameters);
	const transfer = getTransferContent(parameters, options);
	const picture = getPictureOptions(options);
	const payee: Payee = await getPayee(this, parameters, itemIndex);
	const request = createPaymentRequest(payee, { ...transfer, amount });
	trackLongContent(this, transfer);
	const item = toItem(request, itemIndex);
	if (picture === undefined) return [item];
	const binary = { [picture.binaryPropertyName]: await draw(this, request, picture) };
	return [{ ...item, binary }];
}

function getAmount(parameters: ItemParameters): number | undefined {
	const amount = parameters.getAmount(amountField, { isWhole: true, zeroHelp: ZERO_HELP });
	if (amount === undefined || amount < 10 ** MAX_AMOUNT_DIGITS) return amount;
	throw parameters.createError(
		`'Amount' has more than ${MAX_AMOUNT_DIGITS} digits`,
		'A QR code cannot hold a larger amount. Check the amount.',
	);
}

function getTransferContent(parameters: ItemParameters, options: ItemParameters): TransferContent {
	const code = parameters.getText(paymentCodeField) ?? '';
	const result = createTransferContent(code, {
		note: options.getText(noteField),
		textBeforeCode: options.getText(textBeforeCodeField),
	});
	if (!('refused' in result)) return result;
	throw parameters.createError(result.refused.message, result.refused.description);
}

/** Returns undefined if no picture is wanted. */
function getPictureOptions(options: ItemParameters): PictureOptions | undefined {
	const format = (options.getOption(qrImageField) ?? 'png') as PictureOptions['format'] | 'none';
	if (format === 'none') return undefined;
	const size = options.getInteger(sizeField) ?? DEFAULT_SIZE;
	if (size > MAX_SIZE) {
		throw options.createError(
			`'Size' must be at most ${MAX_SIZE}`,
			"Enter a smaller size, or select 'SVG', which is sharp at any size.",
		);
	}
	const binaryPropertyName = (
		options.getText(binaryPropertyNameField) ?? DEFAULT_BINARY_PROPERTY
	).trim();
	if (binaryPropertyName !== '') return { format, size, binaryPropertyName };
	throw options.createError(
		"'Put Output File in Field' is empty",
		"Enter a name, e.g. qrCode. If you need no picture, set 'QR Image' to 'None'.",
	);
}

async function draw(
	context: IExecuteFunctions,
	{ paymentCode, qrContent }: PaymentRequest,
	{ format, size }: PictureOptions,
): Promise<IBinaryData> {
	const modules = createQrCode(qrContent);
	const isPng = format === 'png';
	const data = isPng ? toPng(modules, size) : Buffer.from(toSvg(modules, size));
	return await context.helpers.prepareBinaryData(
		data,
		`${paymentCode}.${format}`,
		isPng ? 'image/png' : 'image/svg+xml',
	);
}
