import { createTransferContent } from '../../nodes/shared/paymentRequests/transferContent';

/** Returns the two texts of a refusal in a row. Throws if the content is accepted. */
function getRefusal(code: string, note = ''): string {
	const result = createTransferContent(code, note);
	if (!('refused' in result)) throw new Error(`${code} is accepted as ${result.content}`);
	expect(result.refused.description).toMatch(/\w.*\.$/);
	return result.refused.message;
}

it.each([
	['DH1042', '', 'DH1042', 'DH1042'],
	[' đh-1042 ', '', 'DH1042', 'DH1042'],
	['DH-2024-001', '', 'DH2024001', 'DH2024001'],
	['INV#7K2P9', '', 'INV7K2P9', 'INV7K2P9'],
	['2024 DH 001', '', '2024DH001', '2024DH001'],
	['DH1042', 'Cảm ơn quý khách!', 'DH1042', 'DH1042 CAM ON QUY KHACH'],
	['DH1042', '  mua: 2 áo (đỏ) ', 'DH1042', 'DH1042 MUA 2 AO DO'],
	['DH1042', '— Спасибо 谢谢 🎁', 'DH1042', 'DH1042'],
	['ABCDEFGHIJKLMNOPQRSTUVWX1', '', 'ABCDEFGHIJKLMNOPQRSTUVWX1', 'ABCDEFGHIJKLMNOPQRSTUVWX1'],
	['DH1042', 'abcdefghijklmnopqr', 'DH1042', 'DH1042 ABCDEFGHIJKLMNOPQR'],
	['2024DH001', 'cảm ơn', '2024DH001', '2024DH001 CAM ON'],
])(
	'makes of the code %j and the note %j the content that follows',
	(code, note, paymentCode, content) => {
		expect(createTransferContent(code, note)).toEqual({ paymentCode, content });
	},
);

describe('a payment code is refused', () => {
	it.each(['', ' \n'])('if it is empty: %j', (code) => {
		expect(getRefusal(code)).toBe("'Payment Code' is empty");
	});

	it.each(['---', ' # / '])('without letters and digits: %j', (code) => {
		expect(getRefusal(code)).toBe("'Payment Code' contains no letters or digits");
		expect(getRefusal(code, 'cam on')).toBe("'Payment Code' contains no letters or digits");
	});

	it.each([
		['DH№1042', '№'],
		['DH(1042)', '('],
		['ДН1042', 'Д'],
		['DH1042🎁', '🎁'],
		['DH１０４２', '１'],
		['{{ $json.code }}', '{'],
	])('with a character that banks do not transmit: %s', (code, character) => {
		expect(getRefusal(code)).toContain(`'${character}'`);
	});

	it.each(['1042', '2024-001', 'DH', 'ABC-DEF', '12AB', '042064'])(
		'if it could be confused with the words and numbers of the bank: %s',
		(code) => {
			expect(getRefusal(code)).toBe("'Payment Code' needs letters followed by digits");
		},
	);

	it.each([
		...['A1042', 'FT1042', 'GD020097', 'IBFT12', 'L12', 'MBVCB2707051024', 'MOMO12', 'OQCH0001'],
		...['tk-0123', 'TO12', 'toi 12', 'trace-12', 'TU0351', 'F1A2B', 'T24A', 'mo-1a', 'OQ7K2P'],
		...['XX69', 'xxx969', 'XXXX1042', 'XXXXX1042', 'XXXXXX1042', 'X1A'],
	])('if banks write such texts themselves: %s', (code) => {
		expect(getRefusal(code)).toMatch(/^'Payment Code' begins like '[A-Z]+', which banks/);
	});

	it.each(['F1042', 'FTX1042', 'MO12', '2024FT1', 'TRA1', 'X1042'])(
		'but not if it only resembles them: %s',
		(code) => {
			expect(createTransferContent(code, '')).toMatchObject({ content: code });
		},
	);

	it('with more than 25 letters and digits', () => {
		expect(getRefusal('ABCDEFGHIJKLMNOPQRSTUVWXY1')).toContain('more than 25 characters');
		expect(createTransferContent('A-B-C-D-E-F-G-H-I-J-K-L-M-N-1', '')).toMatchObject({
			content: 'ABCDEFGHIJKLMN1',
		});
	});
});

describe('a note is refused', () => {
	it.each(['2 ao', '(2) ao', '1'])('if it begins with a digit: %j', (note) => {
		expect(getRefusal('DH1042', note)).toBe("'Note' begins with a digit");
	});

	it.each(['va DH1043', 'va dh 1043', 'cua đh-1', 'CKDH 77'])(
		'if it contains a code like that of another order: %j',
		(note) => {
			expect(getRefusal('DH1042', note)).toMatch(/^'Note' contains 'DH\d+'/);
		},
	);

	it.each(['INV7K2P9', 'DH12A', 'DH1042B7'])('after a code like %s', (code) => {
		expect(getRefusal(code, 'cam on')).toBe(`'Note' cannot follow the payment code '${code}'`);
	});

	it('if it is too long together with the code', () => {
		expect(getRefusal('DH1042', 'abcdefghijklmnopqrs')).toBe(
			"'Payment Code' and 'Note' have more than 25 characters",
		);
	});
});
