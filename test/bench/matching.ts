/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a program of its own beside n8n */
import type { Order } from '../../nodes/shared/payments/matchPayments';
import type { Transaction } from '../../nodes/shared/transactions/transaction';
import { median } from './statistics';
import { matchPayments } from '../support/matchPayments';

const tries = 7;
const firstCode = 100_000;

/** What the program prints: the time of one matching, in milliseconds. */
export interface MatchingFigures {
	codes: number;
	wholeWords: number;
	insideWords: number;
}

function transfer(index: number): Transaction {
	return {
		id: index,
		reference: `FT${index}`,
		amount: 79_000,
		direction: 'incoming',
		description: `MBVCB.${7_000_000_000 + index}.042064.DH${firstCode + index}.CT tu 0908123456789 NGUYEN VAN A`,
		time: '2026-01-31T10:34:57+07:00',
		balance: null,
		accountNumber: '123456789',
		virtualAccount: '',
		counterpartName: 'NGUYEN VAN A',
		counterpartAccount: '8888888888',
	};
}

/** Matches as many codes as descriptions, each containing one of them. */
function measureMatching(codes: number): MatchingFigures {
	const orders = Array.from(
		{ length: codes },
		(_, index): Order => ({
			paymentCode: `DH${firstCode + index}`,
			expectedAmount: 79_000,
			tolerance: 0,
		}),
	);
	const transfers = Array.from({ length: codes }, (_, index) => transfer(index));
	const time = (insideWords: boolean) => {
		const started = performance.now();
		const payments = matchPayments(orders, transfers, { insideWords });
		const milliseconds = performance.now() - started;
		if (payments.every(({ status }) => status === 'paid')) return milliseconds;
		throw new Error(`Of ${codes} orders that were paid, some were not found to be`);
	};
	const medianTime = (insideWords: boolean) =>
		median(Array.from({ length: tries }, () => time(insideWords)));
	return { codes, wholeWords: medianTime(false), insideWords: medianTime(true) };
}

process.stdout.write(JSON.stringify(measureMatching(Number(process.argv[2]))));
