import { Resvg } from '@resvg/resvg-js';
import jsQR from 'jsqr';
import type { IBinaryData, IDataObject, INodeParameters } from 'n8n-workflow';
import { PNG } from 'pngjs';

import type { ActionResult } from '../support/engine/engine';
import {
	ALARMING_WORDS,
	getError,
	getOutput,
	getPairedItems,
	useBank,
} from '../support/engine/testBank';

const bank = useBank();

const create = (parameters: INodeParameters = {}): INodeParameters => ({
	resource: 'paymentRequest',
	operation: 'create',
	paymentCode: 'DH1042',
	...parameters,
});

const manual = (parameters: INodeParameters = {}): INodeParameters =>
	create({ accountSource: 'manual', bank: '970415', accountNumber: '113366668888', ...parameters });

/** Takes every value from the input item, which has those that are needed. */
const fromItem = (): INodeParameters =>
	create({
		accountSource: "={{ $json.accountSource ?? 'manual' }}",
		linkedAccount: { __rl: true, mode: 'number', value: '={{ $json.linkedAccount }}' },
		bank: { __rl: true, mode: 'name', value: '={{ $json.bank }}' },
		accountNumber: '={{ $json.accountNumber }}',
		accountName: '={{ $json.accountName }}',
		amount: '={{ $json.amount }}',
		paymentCode: '={{ $json.paymentCode }}',
		options: {
			note: '={{ $json.note }}',
			textBeforeCode: '={{ $json.textBeforeCode }}',
			qrImage: "={{ $json.qrImage ?? 'png' }}",
			size: '={{ $json.size ?? 400 }}',
			binaryPropertyName: "={{ $json.binaryPropertyName ?? 'qrCode' }}",
		},
	});

const GOOD = { bank: '970415', accountNumber: '113366668888', paymentCode: 'DH1042' };

const LINKED = { accountSource: 'linked', linkedAccount: '0908123456789' };

const getPicture = ({ items }: ActionResult, name = 'qrCode') =>
	(items[0].binary as Record<string, IBinaryData>)[name];

const getBytes = (picture: IBinaryData) => Buffer.from(picture.data, 'base64');

function read(data: Uint8Array, width: number, height: number): string | undefined {
	const pixels = new Uint8ClampedArray(data.buffer, data.byteOffset, data.length);
	return jsQR(pixels, width, height)?.data;
}

function readPng(picture: IBinaryData) {
	const { data, width, height } = PNG.sync.read(getBytes(picture));
	return { width, height, text: read(data, width, height) };
}

describe('an account that was entered', () => {
	it('may have a name that was cut within a character', async () => {
		const items = [{ ...GOOD, accountName: 'CUA HANG 🌸'.slice(0, -1) }];
		const [output] = getOutput(await bank.run(fromItem(), { items }));
		expect(output.accountName).toBe('CUA HANG');
		expect(output.imageUrl).toMatch(/accountName=CUA%20HANG$/);
	});

	it('gives ten keys and a picture that reads as the QR content, without a request', async () => {
		const payee = { accountNumber: ' 1133 6666 8888 ', accountName: ' QUY VAC XIN ' };
		const options = { note: 'cảm ơn' };
		const result = await bank.run(manual({ ...payee, amount: '79000', options }));
		const [output] = getOutput(result);
		expect(output).toStrictEqual({
			paymentCode: 'DH1042',
			content: 'DH1042 CAM ON',
			amount: 79_000,
			currency: 'VND',
			bankBin: '970415',
			bankName: 'VietinBank',
			accountNumber: '113366668888',
			accountName: 'QUY VAC XIN',
			qrContent: expect.stringMatching(
				/^000201010212.*540579000.*0813DH1042 CAM ON6304[0-9A-F]{4}$/,
			),
			imageUrl: expect.stringMatching(
				/^https:\/\/img\.vietqr\.io\/image\/970415-113366668888-compact2\.png\?/,
			),
		});
		const picture = getPicture(result);
		expect(picture).toMatchObject({ fileName: 'DH1042.png', mimeType: 'image/png' });
		expect(readPng(picture)).toEqual({ width: 400, height: 400, text: output.qrContent });
		expect(await bank.countRequests()).toBe(0);
		expect(result.hints).toEqual([]);
	});

	it.each<[string | number | INodeParameters, string, string]>([
		['VCB', '970436', 'Vietcombank'],
		[970436, '970436', 'Vietcombank'],
		['123456', '123456', ''],
		[{ __rl: true, mode: 'list', value: '970422' }, '970422', 'MB Bank'],
		[{ __rl: true, mode: 'name', value: ' mbbank ' }, '970422', 'MB Bank'],
	])('may be at the bank %j', async (value, bankBin, bankName) => {
		const [output] = getOutput(await bank.run(manual({ bank: value })));
		expect(output).toMatchObject({ bankBin, bankName, amount: null });
	});

	it('hides the credential of no other operation, if its source was left behind there', async () => {
		const parameters = { resource: 'account', operation: 'getAll', accountSource: 'manual' };
		expect(getOutput(await bank.run(parameters))).toHaveLength(4);
	});
});

describe('a linked account', () => {
	it('gives its bank, number and holder, read with one request for all items', async () => {
		const parameters = create({
			linkedAccount: { __rl: true, mode: 'list', value: '0908123456789' },
			paymentCode: '={{ $json.code }}',
			amount: '={{ $json.amount }}',
		});
		const items = [{ code: 'DH1', amount: 5000 }, { code: 'DH2' }, { code: 'DH3', amount: '' }];
		const result = await bank.run(parameters, { items });
		expect(getOutput(result)).toMatchObject(
			items.map(({ code }, index) => ({
				paymentCode: code,
				amount: index === 0 ? 5000 : null,
				bankBin: '970422',
				bankName: 'MBBank',
				accountNumber: '0908123456789',
				accountName: 'CUA HANG THUC HANH',
			})),
		);
		expect(getPairedItems(result)).toEqual([0, 1, 2]);
		expect(await bank.requests()).toEqual([
			{ method: 'GET', path: '/v2/accounts', query: {}, body: null },
		]);
	});

	it.each([
		['1023456789012', 'is not connected'],
		['42', 'is not linked'],
	])('that cannot be used is refused: %s %s', async (linkedAccount, message) => {
		const error = getError(await bank.run(create({ linkedAccount })));
		expect(error).toMatchObject({ name: 'NodeOperationError', context: { itemIndex: 0 } });
		expect(error.message).toBe(`'Linked Account' ${linkedAccount} ${message}`);
		expect(error.description).toBeTruthy();
	});

	it.each([
		['without a BIN', [{ BIN: null }]],
		['with a BIN of another kind', [{ BIN: 'MB' }]],
		['at two banks', [{ BIN: 970422 }, { BIN: 970436 }]],
	])('%s is refused', async (_name, banks) => {
		await bank.answer(
			banks.map((one, id) => ({ id, accountNumber: '42', connectStatus: 1, ...one })),
		);
		const error = getError(await bank.run(create({ linkedAccount: '42' })));
		expect(error.message).toContain("The bank of 'Linked Account' 42 is not clear");
		expect(error.description).toContain("'Manual Entry'");
	});

	it('is taken at the bank where it is connected', async () => {
		await bank.answer([
			{ id: 1, accountNumber: '42', BIN: 970422, connectStatus: 0 },
			{ id: 2, accountNumber: '42', BIN: 970436, connectStatus: 1, bankName: 'Vietcombank' },
		]);
		expect(getOutput(await bank.run(create({ linkedAccount: '42' })))).toMatchObject([
			{ bankBin: '970436', bankName: 'Vietcombank' },
		]);
	});

	it('is not used if the accounts cannot be read', async () => {
		const credential = { apiKey: 'AK_CS.wrong' };
		const error = getError(await bank.run(create({ linkedAccount: '123456789' }), { credential }));
		expect(error).toMatchObject({ name: 'NodeApiError', httpCode: '401' });
	});
});

describe('the picture', () => {
	it('may be an SVG', async () => {
		const result = await bank.run(manual({ options: { qrImage: 'svg', size: 250 } }));
		const picture = getPicture(result);
		expect(picture).toMatchObject({ fileName: 'DH1042.svg', mimeType: 'image/svg+xml' });
		const { pixels, width, height } = new Resvg(getBytes(picture)).render();
		expect({ width, height }).toEqual({ width: 250, height: 250 });
		expect(read(pixels, width, height)).toBe(getOutput(result)[0].qrContent);
	});

	it('has the size and the field that are wanted', async () => {
		const options = { size: 1000, binaryPropertyName: ' data ' };
		const result = await bank.run(manual({ options }));
		expect(Object.keys(result.items[0].binary ?? {})).toEqual(['data']);
		expect(readPng(getPicture(result, 'data'))).toMatchObject({ width: 1000 });
	});

	it('may be left out', async () => {
		const [item] = (await bank.run(manual({ options: { qrImage: 'none' } }))).items;
		expect(item.binary).toBeUndefined();
		expect(item.json.qrContent).toBeTruthy();
	});

	it('belongs to its own item', async () => {
		const items = ['DH1', 'DH2', 'DH3'].map((paymentCode) => ({ ...GOOD, paymentCode }));
		const result = await bank.run(fromItem(), { items });
		const contents = result.items.map(({ binary }) => readPng(binary!.qrCode).text);
		expect(contents).toEqual(getOutput(result).map(({ qrContent }) => qrContent));
		expect(new Set(contents).size).toBe(3);
	});
});

/** Invalid values, and the text of the message. */
const REFUSED: Array<[IDataObject, string]> = [
	...[-1, 1000.5, '1000.5', '250 000', 'abc', ' ', 'NaN', true, [5]].map(
		(amount): [IDataObject, string] => [{ amount }, "'Amount' is not a whole number of at least 1"],
	),
	[{ amount: 10_000_000_000_000 }, "'Amount' has more than 13 digits"],
	[{ paymentCode: '' }, "'Payment Code' is empty"],
	[{ paymentCode: '1042' }, "'Payment Code' needs letters followed by digits"],
	[{ note: '2 ao' }, "'Note' contains a digit"],
	[{ textBeforeCode: 'SEVQR-' }, "'Text Before Code' contains '-'"],
	[{ bank: '' }, "'Bank' is empty"],
	[{ bank: 'Bank of Nowhere' }, "'Bank' is not a known bank: Bank of Nowhere"],
	[{ bank: 'BVB' }, "'Bank' may be one of several banks: BVB"],
	[{ accountNumber: '' }, "'Account Number' is empty"],
	[{ accountNumber: '12345678901234567890' }, "'Account Number' has more than 19 characters"],
	[{ accountNumber: '1133-6666' }, "'Account Number' contains other characters"],
	[{ accountNumber: 2 ** 53 }, "'Account Number' is a number with too many digits"],
	[{ accountNumber: 12.5 }, "'Account Number' contains other characters"],
	[{ size: 99 }, "'Size' is not a whole number of at least 100"],
	[{ size: 4001 }, "'Size' must be at most 4000"],
	[{ binaryPropertyName: ' ' }, "'Put Output File in Field' is empty"],
	[{ accountSource: 'linked', linkedAccount: '' }, "'Linked Account' is empty"],
	[{ accountSource: 'linked', linkedAccount: 12.5 }, "'Linked Account' is not a valid account"],
	[{ ...LINKED, linkedAccount: '12345678901234567890' }, "'Linked Account' has more than 19"],
	[{ ...LINKED, linkedAccount: '1133-6666' }, "'Linked Account' contains other characters"],
	[{ ...LINKED, amount: '250.000' }, "'Amount' is not a whole number of at least 1"],
	[{ ...LINKED, paymentCode: '' }, "'Payment Code' is empty"],
	[{ ...LINKED, note: '2 ao' }, "'Note' contains a digit"],
	[{ ...LINKED, qrImage: 'jpg' }, "'QR Image' has an unknown value: jpg"],
];

it.each(REFUSED)(
	'refuses an item with %j by its number, without a request',
	async (part, message) => {
		const items = [GOOD, { ...GOOD, paymentCode: 'DH1043' }, { ...GOOD, ...part }];
		const error = getError(await bank.run(fromItem(), { items }));
		expect(error).toMatchObject({ name: 'NodeOperationError', context: { itemIndex: 2 } });
		expect(error.message).toContain(message);
		expect(error.message).toMatch(/\[item 2\]$/);
		expect(error.description).toMatch(/\w.*\.$/);
		expect(`${error.message} ${error.description}`).not.toMatch(ALARMING_WORDS);
		expect(await bank.countRequests()).toBe(0);
	},
);

it.each<[IDataObject[], RegExp[]]>([
	[[{ note: 'mot hai ba b' }, {}], []],
	[
		[{ note: 'mot hai ba bon' }, {}, { note: 'mot hai ba bo na' }],
		[/^2 payment requests .* 19 characters.* is kept\./],
	],
	[[{ paymentCode: 'DH123456789012345678' }], [/^1 payment request .* may be cut/]],
	[[{ textBeforeCode: 'SEVQR TKP1234' }], [/^1 payment request .* may be cut/]],
	[[{ bank: '123456' }], [/^No known bank has the BIN 123456\. /]],
	[
		['123456', 'VCB', 654321, '123456', '970436', ' 654321 '].map((name) => ({ bank: name })),
		[/^No known bank has the BINs 123456, 654321\. .*\.$/],
	],
])('warns once about all items %j with %j', async (parts, messages) => {
	const result = await bank.run(fromItem(), { items: parts.map((part) => ({ ...GOOD, ...part })) });
	expect(getOutput(result)).toHaveLength(parts.length);
	const location = { type: 'warning', location: 'outputPane' };
	expect(result.hints).toEqual(
		messages.map((message) => ({ ...location, message: expect.stringMatching(message) })),
	);
});

it('does not warn about the BIN of an item that is refused', async () => {
	const items = [GOOD, { ...GOOD, bank: '123456', accountNumber: '' }];
	const { hints } = await bank.run(fromItem(), { items, continueOnFail: true });
	expect(hints).toEqual([]);
});

it('does not warn about the BIN of a linked account, which the service names', async () => {
	const account = { id: 1, accountNumber: '42', BIN: 123456, connectStatus: 1, bankName: 'New' };
	await bank.answer([account]);
	const result = await bank.run(create({ linkedAccount: '42' }));
	expect(getOutput(result)).toMatchObject([{ bankBin: '123456', bankName: 'New' }]);
	expect(result.hints).toEqual([]);
});

it('the list of banks is searched by BIN, code and name, without a request', async () => {
	const search = async (filter?: string) => (await bank.search('searchBanks', { filter })).results;
	expect((await search()).length).toBeGreaterThan(60);
	const [found] = await search('TMCP ngoai thuong');
	expect(found).toEqual({ name: 'Vietcombank (VCB, 970436)', value: '970436' });
	expect((await search('VCB'))[0]).toEqual(found);
	expect(await search('nowhere')).toEqual([]);
	expect(await bank.countRequests()).toBe(0);
});

it.each([
	['vietconbank', /^Did you mean Vietcombank \(970436\)\? Select a bank from the list/],
	['viet', /^Did you mean .+ \(\d{6}\), .+ or .+\? Enter the BIN instead/],
	['BVB', /^Did you mean BaoViet Bank \(970438\) or BVBank \(970454\)\? Enter the BIN instead/],
	['Bank of Nowhere', /^Select a bank from the list/],
])(
	'a bank that is not clear is refused with those that it may be: %j',
	async (name, description) => {
		const result = await bank.run(fromItem(), { items: [{ ...GOOD, bank: name }] });
		expect(getError(result).description).toMatch(description);
	},
);
