/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a program of its own beside n8n */
import { matchPayments } from '../support/matchPayments';
import { toOrder, toTransaction } from './matchInput';
import { median } from './statistics';

const tries = 7;

/** What the program prints: the time of one matching, in milliseconds. */
export type MatchingFigures = ReturnType<typeof measureMatching>;

/** Matches as many codes as descriptions, each containing one of them. */
function measureMatching(codes: number) {
	const numbers = Array.from({ length: codes }, (_, index) => 100_000 + index);
	const orders = numbers.map((number) => toOrder({ code: `DH${number}`, amount: 79_000 }));
	const transfers = numbers.map((number, index) => {
		const head = `MBVCB.${7_000_000_000 + index}.042064`;
		const description = `${head}.DH${number}.CT tu 0908123456789 NGUYEN VAN A`;
		return toTransaction({ description, amount: 79_000 }, index);
	});
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
