import { DateTime } from 'luxon';
import type { INodeParameters } from 'n8n-workflow';

import { getError, getOutput, useBank } from '../support/engine/testBank';

const bank = useBank();

/** Zones 25 hours apart, which never have the same day. */
const ZONES = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'];

const DAY = 'yyyy-MM-dd';

const OPERATIONS: Array<[string, string, INodeParameters]> = [
	['Get Many', 'filters', { operation: 'getAll' }],
	['Match Payments', 'options', { operation: 'match', paymentCode: 'DH1042' }],
];

/** Returns the days of a period, computed without the node. */
const DAYS: Record<string, (now: DateTime) => { fromDate?: DateTime; toDate?: DateTime }> = {
	last7Days: () => ({}),
	last30Days: (now) => ({ fromDate: now.minus({ days: 30 }) }),
	thisMonth: (now) => ({ fromDate: now.startOf('month'), toDate: now }),
	lastMonth: (now) => ({
		fromDate: now.minus({ months: 1 }).startOf('month'),
		toDate: now.startOf('month').minus({ days: 1 }),
	}),
};

const getDays = (period: string, zone: string) => {
	const { fromDate, toDate } = DAYS[period](DateTime.now().setZone(zone));
	return { fromDate: fromDate?.toFormat(DAY), toDate: toDate?.toFormat(DAY) };
};

describe.each(OPERATIONS)('%s', (_name, collection, operation) => {
	const run = async (parameters: INodeParameters, timeZone = 'Asia/Ho_Chi_Minh') => {
		const all = { resource: 'transaction', ...operation, ...parameters };
		return await bank.run(all, { credential: { timeZone } });
	};

	const getQuery = async (parameters: INodeParameters, timeZone?: string) => {
		await bank.control.clearLogs();
		getOutput(await run(parameters, timeZone));
		const [{ query }] = await bank.requests();
		return { fromDate: query.fromDate, toDate: query.toDate };
	};

	it.each(Object.keys(DAYS))(
		'reads the days of %s in the time zone of the service',
		async (period) => {
			for (const zone of ZONES) {
				const before = getDays(period, zone);
				const query = await getQuery({ period }, zone);
				expect([before, getDays(period, zone)]).toContainEqual(query);
			}
		},
	);

	it('reads the last 7 days if no period is given', async () => {
		for (const given of [{}, { period: '={{ "" }}' }, { period: '={{ null }}' }]) {
			expect(await getQuery(given)).toEqual({});
		}
	});

	it.each(['lastMonth', 'last7Days', 'custom'])(
		'reads the given dates, whatever %s is',
		async (period) => {
			const [fromDate, toDate] = ['2026-01-05', '2026-01-20'];
			const query = async (dates: INodeParameters) =>
				await getQuery({ period, [collection]: dates });
			expect(await query({ fromDate, toDate })).toEqual({ fromDate, toDate });
			expect(await query({ fromDate })).toEqual({ fromDate });
			expect(await query({ toDate })).toEqual({ fromDate: '2026-01-13', toDate });
		},
	);

	it('reads the period if the dates are empty', async () => {
		const dates = { fromDate: '', toDate: '={{ null }}' };
		const { fromDate } = await getQuery({ period: 'last30Days', [collection]: dates });
		expect(fromDate).toMatch(/^\d{4}-\d{2}-\d{2}$/);
	});

	it.each([{}, { fromDate: '' }, { fromDate: '={{ undefined }}', toDate: '={{ null }}' }])(
		'refuses a custom period with the dates %j before a request',
		async (dates) => {
			const error = getError(await run({ period: 'custom', [collection]: dates }));
			expect(error.message).toBe("'Period' is 'Custom', but no dates are set");
			const label = collection === 'filters' ? 'Filters' : 'Options';
			expect(error.description).toContain(`Add 'From Date' under '${label}'`);
			expect(await bank.countRequests()).toBe(0);
		},
	);
});
