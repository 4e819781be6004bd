/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a program of its own beside n8n */
import { Random } from '../bank/random';
import { print, printGoals } from './print';
import { methods, type Finding } from './textMethods';
import { makeOrders, shops } from './textOrders';
import { PaymentWriter, type TextPayment } from './textPayments';

const payments = Number(process.env.BENCH_PAYMENTS ?? 20_000);
const seed = Number(process.env.SEED ?? 1);
/** A method by its name: prints its results by kind of payment, and some of its mistakes. */
const detailed = process.env.BENCH_DETAILS ?? '';
const BATCH = 200;
const MAX_EXAMPLES = 20;

const outcomes = ['right', 'person', 'missed', 'wrong'] as const;
type Outcome = (typeof outcomes)[number];
type Tally = Record<Outcome, number>;

const emptyTally = (): Tally => ({ right: 0, person: 0, missed: 0, wrong: 0 });

/**
 * Judges a finding by the truth. A payment that names several orders or none, or that came back, is
 * right if it is not counted.
 */
function judge({ code }: TextPayment, { counted, shown }: Finding): Outcome {
	if (counted.some((order) => order !== code)) return 'wrong';
	if (code === undefined || counted.includes(code)) return 'right';
	return shown.includes(code) ? 'person' : 'missed';
}

/** Counts the outcomes of each method, in total and by kind of payment. */
class Results {
	readonly totals = new Map<string, Tally>();
	readonly kinds = new Map<string, Tally>();
	/** Mistakes in words. */
	readonly mistakes = { wrong: [] as string[], missed: [] as string[] };

	add(method: string, payment: TextPayment, finding: Finding): void {
		const outcome = judge(payment, finding);
		increase(this.totals, method, outcome);
		if (method !== detailed) return;
		increase(this.kinds, payment.kind, outcome);
		if (outcome !== 'wrong' && outcome !== 'missed') return;
		const { kind, code = 'none', description } = payment;
		const counted = finding.counted.join(', ') || 'none';
		this.mistakes[outcome].push(
			`${outcome}, ${kind}: ${counted} instead of ${code}: ${description}`,
		);
	}
}

function increase(tallies: Map<string, Tally>, name: string, outcome: Outcome): void {
	const tally = tallies.get(name) ?? emptyTally();
	tally[outcome] += 1;
	tallies.set(name, tally);
}

/** Writes payments in batches, each for a shop with new orders, and has every method read them. */
function measure(write: (writer: PaymentWriter) => TextPayment): Results {
	const random = new Random(seed);
	const results = new Results();
	for (let written = 0; written < payments; written += BATCH) {
		const shop = random.pickWeighted(shops);
		const orders = makeOrders(shop, random);
		const writer = new PaymentWriter(random, orders);
		const length = Math.min(BATCH, payments - written);
		const batch = Array.from({ length }, () => write(writer));
		for (const [name, method] of Object.entries(methods)) {
			method(shop, orders.open, batch).forEach((finding, index) =>
				results.add(name, batch[index], finding),
			);
		}
	}
	return results;
}

function printTable(title: string, tallies: Map<string, Tally>): void {
	print(`| ${title} | Right | To a person | Missed | Wrong | Payments | Counted wrongly |`);
	print('| --- | --- | --- | --- | --- | --- | --- |');
	for (const [name, tally] of tallies) {
		const total = outcomes.reduce((sum, outcome) => sum + tally[outcome], 0);
		const shares = outcomes.map((outcome) => `${((100 * tally[outcome]) / total).toFixed(1)} %`);
		print(`| ${[name, ...shares, total, tally.wrong].join(' | ')} |`);
	}
	print('');
}

function main(): boolean {
	const ordinary = measure((writer) => writer.writeOrdinary());
	const hard = measure((writer) => writer.writeHard());
	print(`${payments} payments of each kind, seed ${seed}; a thousand open orders`);
	print('');
	for (const [title, results] of [
		['Ordinary texts', ordinary],
		['Hard texts', hard],
	] as const) {
		printTable(title, results.totals);
		if (results.kinds.size === 0) continue;
		printTable(`${title}: ${detailed}`, results.kinds);
		const { wrong, missed } = results.mistakes;
		[...wrong, ...missed].slice(0, MAX_EXAMPLES).forEach(print);
		print('');
	}

	const share = (results: Results, ...counted: Outcome[]) => {
		const tally = results.totals.get('Match Payments') ?? emptyTally();
		return counted.reduce((sum, outcome) => sum + tally[outcome], 0) / payments;
	};
	return printGoals({
		'Match Payments counts no ordinary payment wrongly': share(ordinary, 'wrong') === 0,
		'Match Payments counts 95 % of ordinary payments': share(ordinary, 'right') >= 0.95,
		'Match Payments leaves at most 3 % of ordinary payments to a person':
			share(ordinary, 'person') <= 0.03,
		'Match Payments counts no hard payment wrongly': share(hard, 'wrong') === 0,
		'Match Payments counts 95 % of hard payments or leaves them to a person':
			share(hard, 'right', 'person') >= 0.95,
	});
}

process.exitCode = main() ? 0 : 1;
