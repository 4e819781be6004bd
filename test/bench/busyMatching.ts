/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a program of its own beside n8n */
import type { Transaction } from '../../nodes/shared/transactions/transaction';
import { matchPayments } from '../support/matchPayments';
import { makeBusyShop } from './busyShop';
import { toOrder, toTransaction } from './matchInput';
import { median } from './statistics';
import type { OpenOrder } from './textOrders';

const tries = 3;
/** The loop takes the same time for each order, so a part of them tells the time of all. */
const loopShare = 100;

/** What the program prints, in milliseconds of the processor and in orders that were found to be paid. */
export type BusyMatchingFigures = ReturnType<typeof measure>;

/** What most people would write in a Code node. Returns how many orders have a transfer. */
function findInLoop(orders: OpenOrder[], transactions: Transaction[]): number {
	let found = 0;
	for (const { code } of orders) {
		const paid = transactions.filter(({ description }) => description.includes(code));
		if (paid.length > 0) found += 1;
	}
	return found;
}

function findOurs(orders: OpenOrder[], transactions: Transaction[]): number {
	const payments = matchPayments(orders.map(toOrder), transactions);
	return payments.filter(({ status }) => status === 'paid').length;
}

/** Takes the time of the processor, which other work on the machine changes little. */
function time(find: () => number): { milliseconds: number; found: number } {
	const started = process.cpuUsage();
	const found = find();
	const { user, system } = process.cpuUsage(started);
	return { milliseconds: (user + system) / 1000, found };
}

function measure(orderCount: number, transferCount: number) {
	const { orders, transfers } = makeBusyShop(orderCount, transferCount);
	const transactions = transfers.map(toTransaction);
	const some = orders.filter((_, index) => index % loopShare === 0);
	const factor = orders.length / some.length;
	const readings = Array.from({ length: tries }, () => ({
		ours: time(() => findOurs(orders, transactions)),
		loop: time(() => findInLoop(some, transactions)),
	}));
	const [{ ours, loop }] = readings;
	return {
		orders: orders.length,
		transfers: transactions.length,
		ours: median(readings.map((reading) => reading.ours.milliseconds)),
		oursFound: ours.found,
		// For all orders, from a hundredth of them.
		loop: median(readings.map((reading) => reading.loop.milliseconds)) * factor,
		loopFound: Math.round(loop.found * factor),
		loopToOurs: median(
			readings.map((reading) => (reading.loop.milliseconds / reading.ours.milliseconds) * factor),
		),
	};
}

const [orderCount, transferCount] = process.argv.slice(2).map(Number);
process.stdout.write(JSON.stringify(measure(orderCount, transferCount)));
