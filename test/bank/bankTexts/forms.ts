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

const plain: Part = ({ text }) => text;

const customer: Part = () => 'CUSTOMER ';
const payerName: Part = (payment) => `${payment.payerName} `;

const transferTail = (payment: BankPayment, bank: string) => {
	const { payerAccount, payerName: name, payeeAccount, payeeName } = payment;
	return `.CT tu ${payerAccount} ${name} toi ${payeeAccount} ${payeeName} tai ${bank}`;
};
const fromVietcombank =
	(bank: string): Part =>
	(payment, { transfer, trace }) =>
		`MBVCB.${transfer}.${trace}.${payment.text}${transferTail(payment, bank)}`;
const fromVietcombank2026: Part = (payment, { transfer, transferReference }) =>
	`MBVCB.${transfer}.${transferReference}.${payment.text}${transferTail(payment, 'VIETINBANK')}`;
const fromVietcombankWeb: Part = ({ text }, { transfer, trace }) =>
	`IBVCB.${transfer}.${trace}.${text}`;

/** The tail that MB adds to a transfer from another bank. */
const withAcsp =
	(inner: Part): Part =>
	(payment, numbers) =>
		`${inner(payment, numbers)}- Ma GD ACSP/ ${numbers.marker}${numbers.trace}`;

const mbFromVietcombank = withAcsp(fromVietcombank('MB'));

/** The tails that MB adds to a transfer between its own customers. */
const withTraces: Part = ({ text }, { trace }) =>
	`${text}   Ma giao dich  Trace${trace} Trace ${trace}`;
const withTrace: Part = ({ text }, { trace }) => `${text}- Ma giao dich/ Trace ${trace}`;
const withReference: Part = ({ text }, { business }) => `${text} ${business}`;
const toVirtualAccount = withAcsp(({ text }, { virtualAccount }) => `${virtualAccount}  ${text}`);

const vietinbank: Part = ({ text }, { napas }) => `CT DEN:${napas} ${text}`;
const vietinbankNamed: Part = (payment, { year, month, day }) =>
	`SHGD:100.DD:${year.slice(2)}${month}${day}.BO:${payment.payerName}.${payment.text}`;
const napasTail: Part = ({ text }, { napas }) => `ND:CT DEN:${napas} ${text}; tai Napas`;
const fromAcb: Part = ({ payerAccount, text }) => `ACB;${payerAccount};${text}`;
const fromAcbWithPhone: Part = ({ payerAccount, payerPhone, text }) =>
	`${payerAccount}-${payerPhone}-${text}`;
const sacombankToAcb: Part = ({ text }, { control, messageCode }) =>
	`ACC-GD ${control}-/CTR/${text}/MAC/${messageCode}`;
const bidv: Part = ({ text }, numbers) => `${text}-CTLNHIDI${numbers.bidv}-1/1-${numbers.bidvEnd}`;
const bidvCard: Part = (payment, numbers) =>
	`TKThe :${payment.payerAccount}, tai Techcombank. ${bidv(payment, numbers)}`;
const momo: Part = ({ payerPhone, text }, numbers) =>
	`${payerPhone}-${text}-CHUYEN TIEN-OQCH${numbers.momo}-MOMO${payerPhone}MOMO`;
const momoToAcb: Part = ({ payerPhone, text }, { momoTransfer, acb }) =>
	`MoMoT${payerPhone}T${momoTransfer}T970416T${text} GD ${acb}`;
const techcombankGlued: Part = ({ payerAccount, text }, { ft }) => `FT${ft}${payerAccount}${text}`;
const returned: Part = ({ text }, { returned: { number, bank }, year, month, day }) =>
	`HOAN TRA LCT SHGD ${number} NGAY ${day}.${month}.${year} NHGUI ${bank}.LY DO DO SAI TAI KHOAN ${text}`;

const form = (name: string, label: string, weight: number, write: Part, head?: Part): BankForm => ({
	name,
	label,
	weight,
	write,
	head,
});

const inLines = (lines: LineStyle, ...forms: BankForm[]): BankForm[] =>
	forms.map((one) => ({ ...one, lines }));

/**
 * The forms that recorded statements of 2022 to 2026 have. The weights say what a shop with an account
 * at MB and others at a few more banks receives.
 */
export const bankForms: BankForm[] = [
	...inLines(
		{ joint: ' ' },
		form('mbFromOthers', 'Another bank to MB', 16, withAcsp(plain)),
		form('mbFromVietcombank', 'Vietcombank to MB', 12, mbFromVietcombank),
		form('mb', 'MB to MB', 8, withTraces, customer),
		form('mbSingleTrace', 'MB to MB, with one trace number', 3, withTrace, customer),
		form('mbNamed', 'Another bank to MB, with the name in front', 2, withAcsp(plain), payerName),
		form('mbVirtualAccount', 'Another bank to a virtual account at MB', 1, toVirtualAccount),
	),
	...inLines(
		{ joint: '  ' },
		form('mbBusinessFromOthers', 'Another bank to MB for businesses', 6, withAcsp(plain)),
		form('mbBusinessFromVietcombank', 'Vietcombank to MB for businesses', 4, mbFromVietcombank),
		form('mbBusiness', 'MB to MB for businesses', 3, withTraces),
		form('mbBusinessCustomer', 'MB to MB for businesses, with a head', 1, withTraces, customer),
		form(
			'mbBusinessSingleTrace',
			'MB to MB for businesses, with one trace number',
			1,
			withTrace,
			customer,
		),
		form('mbBusinessReference', 'One business to another at MB', 3, withReference),
	),
	...inLines(
		{ joint: ' ', isTrimmed: true },
		form('mbTrimmedFromOthers', 'Another bank to MB, trimmed lines', 2, withAcsp(plain)),
		form('mbTrimmedFromVietcombank', 'Vietcombank to MB, trimmed lines', 2, mbFromVietcombank),
		form('mbTrimmed', 'MB to MB, trimmed lines', 1, withTraces),
	),
	form('vietcombank', 'Vietcombank to VietinBank', 9, fromVietcombank('VIETINBANK')),
	form('vietcombank2026', 'Vietcombank, since 2026', 3, fromVietcombank2026),
	form('vietcombankWeb', 'Vietcombank in the browser', 2, fromVietcombankWeb),
	form('vietinbank', 'VietinBank', 4, vietinbank),
	form('vietinbankNamed', 'VietinBank, with the name in front', 2, vietinbankNamed),
	form('napas', 'Napas, with a head', 4, ({ text }) => `IBFT ${text}`),
	form('napasTail', 'Napas, with head and tail', 3, napasTail),
	form('acb', 'ACB', 4, ({ text }, { acb }) => `${text} GD ${acb}`),
	form('fromAcb', 'ACB to another bank', 2, fromAcb),
	form('fromAcbWithPhone', 'ACB to another bank, with the phone in front', 2, fromAcbWithPhone),
	form('sacombankControl', 'Sacombank to ACB', 1, sacombankToAcb),
	form('sacombank', 'Sacombank', 3, ({ text }, { sacombank }) => `${text} CKN ${sacombank}`),
	form('bidv', 'BIDV', 4, bidv),
	form('bidvCard', 'Another bank to BIDV', 2, bidvCard),
	form('momo', 'MoMo', 6, momo),
	form('momoAtAcb', 'MoMo to ACB', 1, momoToAcb),
	form('techcombank', 'Techcombank', 5, ({ text }, { ft }) => `${text} FT${ft}`),
	form('techcombankGlued', 'Techcombank, with the number glued to the text', 0.5, techcombankGlued),
	{
		...form('returned', 'A transfer that the bank returns', 0.5, returned),
		lines: { joint: '  ' },
		isReturned: true,
	},
	form('plain', 'A bank that adds nothing', 8, plain),
];
