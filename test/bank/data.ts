import { incomingDescription, outgoingDescription } from './descriptions';
import { personOrCompany } from './names';
import { Random } from './random';
import { days, startOfDay } from './time';
import type { Account, Transaction } from './types';

const counterpartBanks = [
	{ id: '970436', name: 'Vietcombank' },
	{ id: '970415', name: 'VietinBank' },
	{ id: '970418', name: 'BIDV' },
	{ id: '970407', name: 'Techcombank' },
	{ id: '970403', name: 'Sacombank' },
	{ id: '970423', name: 'TPBank' },
	{ id: '970405', name: 'Agribank' },
];
const channels = ['Napas247', 'Napas247', 'Napas247', 'Nội bộ', 'Citad', 'Swift', ''];
const firstId = 6785;
/** Default length of a practice bank's history, in days. */
export const defaultHistoryDays = 90;

function makeAccounts(): Account[] {
	return [
		{
			id: 733,
			accountNumber: '0908123456789',
			bin: 970422,
			codeName: 'mbbank',
			bankName: 'MBBank',
			bankAbbreviation: 'MB',
			accountName: 'CUA HANG THUC HANH',
			connected: true,
			dateOnly: false,
			balance: 45_300_000,
		},
		{
			id: 734,
			accountNumber: '123456789',
			bin: 970432,
			codeName: 'vpbank',
			bankName: 'VPBank',
			bankAbbreviation: 'VPB',
			accountName: 'CUA HANG THUC HANH',
			connected: true,
			dateOnly: false,
			balance: 20_079_000,
		},
		{
			id: 735,
			accountNumber: '17271687',
			bin: 970416,
			codeName: 'acb_digi',
			bankName: 'ACB',
			bankAbbreviation: 'ACB',
			accountName: null,
			connected: true,
			dateOnly: true,
			balance: 128_640_500,
		},
		{
			id: 736,
			accountNumber: '1023456789012',
			bin: 970436,
			codeName: 'vcb_digibiz',
			bankName: 'Vietcombank',
			bankAbbreviation: 'VCB',
			accountName: 'CUA HANG THUC HANH',
			connected: false,
			dateOnly: false,
			balance: 0,
		},
	];
}

/** Signed, in whole dong; about 70 % are incoming, and no account falls below zero. */
function makeAmount(random: Random, balance: number): number {
	const thousands = random.chance(0.8) ? random.integer(20, 2500) : random.integer(2500, 40_000);
	const odd = random.chance(0.1) ? random.integer(1, 999) : 0;
	const amount = thousands * 1000 + odd;
	const outgoing = random.chance(0.3) && balance >= 100_000;
	return outgoing ? -Math.min(amount * 2, Math.floor(balance / 3000) * 1000) : amount;
}

function makeReference(random: Random, account: Account, previous: string): string {
	if (account.dateOnly && random.chance(0.25)) return '';
	if (previous && random.chance(0.02)) return previous;
	return `FT${random.digits(14)}`;
}

/**
 * Plausible transactions of the last days before `now` (milliseconds since 1970), by ascending id.
 * The same count, seed, time and number of days give the same bank.
 */
export function generate(
	count: number,
	seed: number,
	now: number,
	historyDays = defaultHistoryDays,
): { accounts: Account[]; transactions: Transaction[] } {
	const random = new Random(seed);
	const history = days(historyDays);
	const accounts = makeAccounts();
	const connected = accounts.filter((account) => account.connected);
	const seconds = Float64Array.from({ length: count }, () =>
		Math.floor((now - random.next() * history) / 1000),
	).sort();
	const references = new Map<Account, string>();
	let id = firstId;

	const transactions = Array.from(seconds, (second): Transaction => {
		const account = random.chance(0.5) ? connected[0] : random.pick(connected);
		const amount = makeAmount(random, account.balance);
		const name = personOrCompany(random);
		const bank = random.pick(counterpartBanks);
		const counterpartKnown = random.chance(0.8);
		const absent = random.chance(0.05) ? null : '';
		const counterpartAccount = random.digits(random.integer(9, 13));
		const virtual = amount > 0 && random.chance(0.08);
		const reference = makeReference(random, account, references.get(account) ?? '');
		references.set(account, reference);
		account.balance += amount;
		id += random.integer(1, 3);
		return {
			id,
			reference,
			description:
				amount > 0
					? incomingDescription(random, {
							payerName: name,
							payerAccount: counterpartAccount,
							payerPhone: `09${random.digits(8)}`,
							payeeName: account.accountName ?? account.bankName,
							payeeAccount: account.accountNumber,
						})
					: outgoingDescription(random, name),
			amount,
			balance: account.balance,
			time: account.dateOnly ? startOfDay(second * 1000) : second * 1000,
			account,
			paymentChannel: random.pick(channels),
			virtualAccount: virtual ? `VQR${random.digits(10)}` : '',
			virtualAccountName: virtual ? 'CUA HANG THUC HANH' : '',
			counterpartName: counterpartKnown ? name : absent,
			counterpartAccount: counterpartKnown ? counterpartAccount : absent,
			counterpartBankId: counterpartKnown ? bank.id : '',
			counterpartBankName: counterpartKnown ? bank.name : '',
		};
	});
	return { accounts, transactions };
}
