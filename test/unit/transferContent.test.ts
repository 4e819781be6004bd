import { createTransferContent } from '../../nodes/shared/paymentRequests/transferContent';

/** Returns the message of a refusal. Throws if the content is accepted. */
function getRefusal(code: string, note = '', textBeforeCode = ''): string {
	const result = createTransferContent(code, { note, textBeforeCode });
	if (!('refused' in result)) throw new Error(`${code} is accepted as ${result.content}`);
	expect(result.refused.description).toMatch(/\w.*\.$/);
	return result.refused.message;
}

it.each([
	['DH1042', '', 'DH1042', 'DH1042'],
	[' đh-1042 ', '', 'DH1042', 'DH1042'],
	['DH-2024-001', '', 'DH2024001', 'DH2024001'],
	['INV#7K2P9', '', 'INV7K2P9', 'INV7K2P9'],
	['DH1042', 'Cảm ơn quý khách!', 'DH1042', 'DH1042 CAM ON QUY KHACH'],
	['DH1042', '  mua: áo (đỏ) ', 'DH1042', 'DH1042 MUA AO DO'],
	['DH1042', '— Спасибо 谢谢 🎁', 'DH1042', 'DH1042'],
	['ABCDEFGHIJKLMNOPQRSTUVWX1', '', 'ABCDEFGHIJKLMNOPQRSTUVWX1', 'ABCDEFGHIJKLMNOPQRSTUVWX1'],
	['DH1042', 'abcdefghijklmnopqr', 'DH1042', 'DH1042 ABCDEFGHIJKLMNOPQR'],
])(
	'makes of the code %j and the note %j the content that follows',
	(code, note, paymentCode, content) => {
		expect(createTransferContent(code, { note })).toMatchObject({ paymentCode, content });
	},
);

it.each([
	['SEVQR', '', 'SEVQR DH1042', 12],
	[' sevqr ', '', 'SEVQR DH1042', 12],
	['SEVQR  tkp', 'cảm ơn', 'SEVQR TKP DH1042 CAM ON', 16],
	['ABCDEFGHIJKLMNOPQ9', '', 'ABCDEFGHIJKLMNOPQ9 DH1042', 25],
	['', 'cảm ơn', 'DH1042 CAM ON', 6],
	['  ', '', 'DH1042', 6],
])(
	'puts the text %j in front of the code and the note %j behind it',
	(textBeforeCode, note, content, codeEnd) => {
		expect(createTransferContent('dh-1042', { note, textBeforeCode })).toEqual({
			paymentCode: 'DH1042',
			content,
			codeEnd,
		});
	},
);

describe('a payment code is refused', () => {
	it('if it is empty, or contains only separators', () => {
		expect(getRefusal(' \n')).toBe("'Payment Code' is empty");
		expect(getRefusal(' # / ', 'cam on')).toBe("'Payment Code' contains no letters or digits");
	});

	it.each([
		['DH№1042', '№'],
		['ДН1042', 'Д'],
		['DH1042🎁', '🎁'],
		['DH１０４２', '１'],
		['{{ $json.code }}', '{'],
	])('with a character that banks do not transmit: %s', (code, character) => {
		expect(getRefusal(code)).toContain(`'${character}'`);
	});

	it.each(['1042', 'ABC-DEF', '12AB', '2024 DH 001', '7K2P9'])(
		'unless it is letters followed by digits: %s',
		(code) => {
			expect(getRefusal(code)).toBe("'Payment Code' needs letters followed by digits");
		},
	);

	it.each([
		...['FT1042', 'GD020097', 'trace-12', 'CKN1042', 'CRE-1042', 'PMT1042', 'BP1042'],
		...['tk-0123', 'TU0351', 'F1A2B', 'T24A', 'CR7K2P', 'XX69', 'xxx969', 'XXXXXX1042', 'X1A'],
	])('if banks write such texts, and may cut them: %s', (code) => {
		expect(getRefusal(code)).toMatch(/^'Payment Code' begins like '[A-Z]+', which banks/);
	});

	it.each(['ZP7K3Q2NAB1C', 'OQCH0001', 'MBVCB1042', 'IBVCB12', 'MBBIZ1234567'])(
		'if it looks like what banks write: %s',
		(code) => {
			expect(getRefusal(code)).toBe(`'Payment Code' looks like what banks write: ${code}`);
		},
	);

	it.each([
		...['T1042', 'Q12', 'A1042', 'L12', 'IBFT12', 'MOMO12', 'TO12', 'toi 12', 'X1042'],
		...['APPMB1', 'MAC1042', 'TKTHE12', 'SHGD100', 'KVTC1', 'F1042', 'FTX1042', 'MO12', 'TRA1'],
		...['Q7K2P', 'VQR7K2P', 'ZP1042', 'SP12'],
	])('but not if the reader tells it from what banks write: %s', (code) => {
		expect(createTransferContent(code)).toMatchObject({
			content: code.toUpperCase().replace(' ', ''),
		});
	});

	it('with more than 25 letters and digits', () => {
		expect(getRefusal('ABCDEFGHIJKLMNOPQRSTUVWXY1')).toContain('more than 25 characters');
		expect(createTransferContent('A-B-C-D-E-F-G-H-I-J-K-L-M-N-1')).toMatchObject({
			content: 'ABCDEFGHIJKLMN1',
		});
	});
});

describe('a note is refused', () => {
	it.each(['(2) ao', '1', 'va dh 1043', 'A1 A2'])('if it contains a digit: %j', (note) => {
		expect(getRefusal('DH1042', note)).toBe("'Note' contains a digit");
	});

	it.each(['a', 'TT', 'a b', 'ơ!'])('if it has fewer than three letters: %j', (note) => {
		expect(getRefusal('DH1042', note)).toBe("'Note' has fewer than three letters");
	});

	it.each(['INV7K2P9', 'DH12A', 'DH1042B7'])('after a code like %s', (code) => {
		expect(getRefusal(code, 'cam on')).toBe(`'Note' cannot follow the payment code '${code}'`);
	});

	it('if it is too long together with the code', () => {
		expect(getRefusal('DH1042', 'abcdefghijklmnopqrs')).toBe(
			"'Payment Code' and 'Note' have more than 25 characters",
		);
	});
});

describe('a text before the code is refused', () => {
	it.each([
		['SEVQR-1', '-'],
		['SEVQR:', ':'],
		['Спасибо', 'С'],
		['đơn hàng №', '№'],
	])('with a character that banks do not transmit: %j', (text, character) => {
		expect(getRefusal('DH1042', '', text)).toBe(
			`'Text Before Code' contains '${character}', which banks do not transmit`,
		);
	});

	it.each([
		['DH1042', 'DH123456'],
		['DH1042', 'cho dh 1043'],
		['DH9', 'DH10'],
		['TKP1042', 'TKP1234'],
		['S7K2P9', 'SEVQR'],
		['INV7K2P9', 'INV8M3Q1'],
	])('if it could be taken for the code %s: %j', (code, text) => {
		expect(getRefusal(code, '', text)).toBe(
			`'Text Before Code' could be taken for a payment code: ${text.toUpperCase()}`,
		);
	});

	it('if it is too long together with the code and the note', () => {
		expect(getRefusal('DH1042', '', 'ABCDEFGHIJKLMNOPQRS')).toBe(
			"'Text Before Code' and 'Payment Code' have more than 25 characters",
		);
		expect(getRefusal('DH1042', 'cam on', 'SEVQR TKP1234')).toBe(
			"'Text Before Code', 'Payment Code' and 'Note' have more than 25 characters",
		);
	});
});
