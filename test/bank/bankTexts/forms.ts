import type { LineStyle } from './lines';
import type { BankNumbers } from './numbers';

/** A transfer as the payer makes it. */
export interface BankPayment {
	payerName: string;
	payerAccount: string;
	payerPhone: string;
	payeeName: string;
	payeeAccount: string;
	/** What the payer writes. */
	text: string;
}

type Part = (payment: BankPayment, numbers: BankNumbers) => string;

/** A form in which a transfer is described: by the payer's bank, what is between, and the payee's. */
export interface BankForm {
	name: string;
	/** The banks, as the page of the practice bank shows them. */
	label: string;
	/** How common it is, compared to the others. */
	weight: number;
	/** What stands in front of the first line. */
	head?: Part;
	/** The payer's text with everything around it that is in the lines. */
	write: Part;
	/** Absent: the text is one line. */
	lines?: LineStyle;
	/** True: the bank gives money back, which is no payment. */
	isReturned?: boolean;
}

const ONE_BLANK: LineStyle = { joint: ' ' };
const TWO_BLANKS: LineStyle = { joint: '  ' };
const TRIMMED: LineStyle = { joint: ' ', isTrimmed: true };

const plain: Part = ({ text }) => text;

const vietcombankHead = ({ transfer, trace }: BankNumbers) => `MBVCB.${transfer}.${trace}.`;
const transferTail = (payment: BankPayment, bank: string) => {
	const { payerAccount, payerName, payeeAccount, payeeName } = payment;
	return `.CT tu ${payerAccount} ${payerName} toi ${payeeAccount} ${payeeName} tai ${bank}`;
};
const fromVietcombank: Part = (payment, numbers) =>
	`${vietcombankHead(numbers)}${payment.text}${transferTail(payment, 'MB')}`;

/** The tail that MB adds to a transfer from another bank. */
const withAcsp =
	(inner: Part): Part =>
	(payment, numbers) =>
		`${inner(payment, numbers)}- Ma GD ACSP/ ${numbers.marker}${numbers.trace}`;

/** The tails that MB adds to a transfer between its own customers. */
const withTraces =
	(inner: Part): Part =>
	(payment, numbers) =>
		`${inner(payment, numbers)}   Ma giao dich  Trace${numbers.trace} Trace ${numbers.trace}`;
const withTrace: Part = ({ text }, { trace }) => `${text}- Ma giao dich/ Trace ${trace}`;

const customer: Part = () => 'CUSTOMER ';
const payerName: Part = (payment) => `${payment.payerName} `;

const momo: Part = ({ payerPhone, text }, numbers) =>
	`${payerPhone}-${text}-CHUYEN TIEN-OQCH${numbers.momo}-MOMO${payerPhone}MOMO`;
const bidv: Part = ({ text }, numbers) => `${text}-CTLNHIDI${numbers.bidv}-1/1-${numbers.bidvEnd}`;

/**
 * The forms that recorded statements of 2022 to 2026 have. The weights say what a shop with an account
 * at MB and others at a few more banks receives.
 */
export const bankForms: BankForm[] = [
	{
		name: 'mbFromOthers',
		label: 'Another bank to MB',
		weight: 16,
		write: withAcsp(plain),
		lines: ONE_BLANK,
	},
	{
		name: 'mbFromVietcombank',
		label: 'Vietcombank to MB',
		weight: 12,
		write: withAcsp(fromVietcombank),
		lines: ONE_BLANK,
	},
	{
		name: 'mb',
		label: 'MB to MB',
		weight: 8,
		head: customer,
		write: withTraces(plain),
		lines: ONE_BLANK,
	},
	{
		name: 'mbSingleTrace',
		label: 'MB to MB, with one trace number',
		weight: 3,
		head: customer,
		write: withTrace,
		lines: ONE_BLANK,
	},
	{
		name: 'mbNamed',
		label: 'Another bank to MB, with the name in front',
		weight: 2,
		head: payerName,
		write: withAcsp(plain),
		lines: ONE_BLANK,
	},
	{
		name: 'mbVirtualAccount',
		label: 'Another bank to a virtual account at MB',
		weight: 1,
		write: withAcsp(({ text }, { virtualAccount }) => `${virtualAccount}  ${text}`),
		lines: ONE_BLANK,
	},
	{
		name: 'mbBusinessFromOthers',
		label: 'Another bank to MB for businesses',
		weight: 6,
		write: withAcsp(plain),
		lines: TWO_BLANKS,
	},
	{
		name: 'mbBusinessFromVietcombank',
		label: 'Vietcombank to MB for businesses',
		weight: 4,
		write: withAcsp(fromVietcombank),
		lines: TWO_BLANKS,
	},
	{
		name: 'mbBusiness',
		label: 'MB to MB for businesses',
		weight: 3,
		write: withTraces(plain),
		lines: TWO_BLANKS,
	},
	{
		name: 'mbBusinessCustomer',
		label: 'MB to MB for businesses, with a head',
		weight: 1,
		head: customer,
		write: withTraces(plain),
		lines: TWO_BLANKS,
	},
	{
		name: 'mbBusinessSingleTrace',
		label: 'MB to MB for businesses, with one trace number',
		weight: 1,
		head: customer,
		write: withTrace,
		lines: TWO_BLANKS,
	},
	{
		name: 'mbBusinessReference',
		label: 'One business to another at MB',
		weight: 3,
		write: ({ text }, { business }) => `${text} ${business}`,
		lines: TWO_BLANKS,
	},
	{
		name: 'mbTrimmedFromOthers',
		label: 'Another bank to MB, trimmed lines',
		weight: 2,
		write: withAcsp(plain),
		lines: TRIMMED,
	},
	{
		name: 'mbTrimmedFromVietcombank',
		label: 'Vietcombank to MB, trimmed lines',
		weight: 2,
		write: withAcsp(fromVietcombank),
		lines: TRIMMED,
	},
	{
		name: 'mbTrimmed',
		label: 'MB to MB, trimmed lines',
		weight: 1,
		write: withTraces(plain),
		lines: TRIMMED,
	},
	{
		name: 'vietcombank',
		label: 'Vietcombank to VietinBank',
		weight: 9,
		write: (payment, numbers) =>
			`${vietcombankHead(numbers)}${payment.text}${transferTail(payment, 'VIETINBANK')}`,
	},
	{
		name: 'vietcombank2026',
		label: 'Vietcombank, since 2026',
		weight: 3,
		write: (payment, { transfer, transferReference }) =>
			`MBVCB.${transfer}.${transferReference}.${payment.text}${transferTail(payment, 'VIETINBANK')}`,
	},
	{
		name: 'vietcombankWeb',
		label: 'Vietcombank in the browser',
		weight: 2,
		write: ({ text }, { transfer, trace }) => `IBVCB.${transfer}.${trace}.${text}`,
	},
	{
		name: 'vietinbank',
		label: 'VietinBank',
		weight: 4,
		write: ({ text }, { napas }) => `CT DEN:${napas} ${text}`,
	},
	{
		name: 'vietinbankNamed',
		label: 'VietinBank, with the name in front',
		weight: 2,
		write: (payment, { year, month, day }) =>
			`SHGD:100.DD:${year.slice(2)}${month}${day}.BO:${payment.payerName}.${payment.text}`,
	},
	{
		name: 'napas',
		label: 'Napas, with a head',
		weight: 4,
		write: ({ text }) => `IBFT ${text}`,
	},
	{
		name: 'napasTail',
		label: 'Napas, with head and tail',
		weight: 3,
		write: ({ text }, numbers) => `ND:CT DEN:${numbers.napas} ${text}; tai Napas`,
	},
	{
		name: 'acb',
		label: 'ACB',
		weight: 4,
		write: ({ text }, numbers) => `${text} GD ${numbers.acb}`,
	},
	{
		name: 'fromAcb',
		label: 'ACB to another bank',
		weight: 2,
		write: ({ payerAccount, text }) => `ACB;${payerAccount};${text}`,
	},
	{
		name: 'fromAcbWithPhone',
		label: 'ACB to another bank, with the phone in front',
		weight: 2,
		write: ({ payerAccount, payerPhone, text }) => `${payerAccount}-${payerPhone}-${text}`,
	},
	{
		name: 'sacombankControl',
		label: 'Sacombank to ACB',
		weight: 1,
		write: ({ text }, { control, messageCode }) =>
			`ACC-GD ${control}-/CTR/${text}/MAC/${messageCode}`,
	},
	{
		name: 'sacombank',
		label: 'Sacombank',
		weight: 3,
		write: ({ text }, numbers) => `${text} CKN ${numbers.sacombank}`,
	},
	{ name: 'bidv', label: 'BIDV', weight: 4, write: bidv },
	{
		name: 'bidvCard',
		label: 'Another bank to BIDV',
		weight: 2,
		write: (payment, numbers) =>
			`TKThe :${payment.payerAccount}, tai Techcombank. ${bidv(payment, numbers)}`,
	},
	{ name: 'momo', label: 'MoMo', weight: 6, write: momo },
	{
		name: 'momoAtAcb',
		label: 'MoMo to ACB',
		weight: 1,
		write: ({ payerPhone, text }, numbers) =>
			`MoMoT${payerPhone}T${numbers.momoTransfer}T970416T${text} GD ${numbers.acb}`,
	},
	{
		name: 'techcombank',
		label: 'Techcombank',
		weight: 5,
		write: ({ text }, { ft }) => `${text} FT${ft}`,
	},
	{
		name: 'techcombankGlued',
		label: 'Techcombank, with the number glued to the text',
		weight: 0.5,
		write: ({ payerAccount, text }, { ft }) => `FT${ft}${payerAccount}${text}`,
	},
	{
		name: 'returned',
		label: 'A transfer that the bank returns',
		weight: 0.5,
		write: ({ text }, { returned: { number, bank }, year, month, day }) =>
			`HOAN TRA LCT SHGD ${number} NGAY ${day}.${month}.${year} NHGUI ${bank}.LY DO DO SAI TAI KHOAN ${text}`,
		lines: TWO_BLANKS,
		isReturned: true,
	},
	{ name: 'plain', label: 'A bank that adds nothing', weight: 8, write: plain },
];
