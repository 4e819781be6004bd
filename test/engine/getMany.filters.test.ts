import { DateTime } from 'luxon';

import type { TransferInput } from '../bank/types';
import { LONG_AGO, getOutput, useBank } from '../support/engine/testBank';

const bank = useBank();

const VIRTUAL_ACCOUNT = 'VQR0000001042';

const TRANSFERS: TransferInput[] = [
	{ amount: 100_000, description: 'Thanh toán đơn hàng DH1042' },
	{ amount: -100_000, description: 'HOAN TIEN DH1042', accountNumber: '123456789' },
	{ amount: 250_000, description: 'Đặt cọc phòng', virtualAccount: VIRTUAL_ACCOUNT },
	{ amount: -99_999.5, description: 'thanh toan don dien' },
	{ amount: 100_000.5, description: 'NGUYEN VAN A CHUYEN TIEN', accountNumber: '17271687' },
];

beforeEach(async () => {
	await bank.control.transfers(
		TRANSFERS.map((transfer, index) => ({ ...transfer, when: `2026-01-0${index + 1}T10:00:00` })),
	);
});

/** Positions of the returned transactions in the list of transfers above. */
async function passing(filters: object, parameters: object = { returnAll: true }) {
	const result = await bank.run({
		resource: 'transaction',
		operation: 'getAll',
		filters: { fromDate: LONG_AGO, ...filters },
		...parameters,
	});
	return getOutput(result).map(({ description }) =>
		TRANSFERS.findIndex((transfer) => transfer.description === description),
	);
}

it.each([
	[{ direction: 'incoming' }, [0, 2, 4]],
	[{ direction: 'outgoing' }, [1, 3]],
	[{ accountNumber: '123456789' }, [1]],
	[{ accountNumber: VIRTUAL_ACCOUNT }, [2]],
	[{ minimumAmount: 100_000 }, [0, 1, 2, 4]],
	[{ maximumAmount: 100_000 }, [0, 1, 3]],
	[{ minimumAmount: '100000.5' }, [2, 4]],
	[{ minimumAmount: 0 }, [0, 1, 2, 3, 4]],
	[{ maximumAmount: 0 }, [0, 1, 2, 3, 4]],
	[{ minimumAmount: 100_000, maximumAmount: '0' }, [0, 1, 2, 4]],
	[{ minimumAmount: '', maximumAmount: '' }, [0, 1, 2, 3, 4]],
	[{ description: 'dh1042' }, [0, 1]],
	[{ description: 1042 }, [0, 1]],
	[{ description: 'DH1042', direction: 'outgoing', maximumAmount: 100_000 }, [1]],
])('applies the filters %j exactly', async (filters, expected) => {
	expect(await passing(filters)).toEqual(expected);
});

it.each([
	[{ direction: 'incoming' }, 2, [0, 2]],
	[{ minimumAmount: 100_000 }, 3, [0, 1, 2]],
	[{ description: 'tien' }, 2, [1, 4]],
])('applies the filters %j before the limit of %i', async (filters, limit, expected) => {
	await bank.control.settings({ maximumPageSize: 2 });
	expect(await passing(filters, { limit })).toEqual(expected);
});

describe('a date is sent as a day in the time zone of the service', () => {
	const timezone = 'America/New_York';

	it.each([
		['a day picked in the editor', '2026-01-31T00:00:00', '2026-01-31'],
		['an evening picked in the editor', '2026-01-31T23:30:00', '2026-01-31'],
		['a bare day', '2026-01-31', '2026-01-31'],
		['a moment in UTC', '2026-01-31T16:59:59.000Z', '2026-01-31'],
		['a moment in UTC that is the next day there', '2026-01-31T17:00:00.000Z', '2026-02-01'],
		['a moment with an offset', '2026-01-31T23:30:00-05:00', '2026-02-01'],
		['a moment with a short offset', '2026-01-31 20:00:00+00', '2026-02-01'],
		['a time of luxon', '={{ DateTime.fromISO("2026-01-31T13:00:00") }}', '2026-02-01'],
		['a Date', '={{ new Date("2026-01-31T18:00:00Z") }}', '2026-02-01'],
	])('sends the day of %s', async (_name, value, day) => {
		const filters = { fromDate: value, toDate: value };
		const parameters = { resource: 'transaction', operation: 'getAll', filters };
		getOutput(await bank.run(parameters, { timezone }));
		const [{ query }] = await bank.requests();
		expect(query).toMatchObject({ fromDate: day, toDate: day });
	});

	it('sends the day of $now', async () => {
		const dayThere = () => DateTime.now().setZone('Asia/Ho_Chi_Minh').toFormat('yyyy-MM-dd');
		const filters = { toDate: '={{ $now }}' };
		const parameters = { resource: 'transaction', operation: 'getAll', filters };
		const before = dayThere();
		getOutput(await bank.run(parameters, { timezone }));
		const [{ query }] = await bank.requests();
		expect([before, dayThere()]).toContain(query.toDate);
	});

	it('uses the time zone of the credential', async () => {
		const filters = { fromDate: '2026-01-31T23:30:00Z' };
		const parameters = { resource: 'transaction', operation: 'getAll', filters };
		getOutput(await bank.run(parameters, { credential: { timeZone: 'Europe/London' } }));
		getOutput(await bank.run(parameters, { credential: { timeZone: 'Europe/Berlin' } }));
		const asked = await bank.requests();
		expect(asked.map(({ query }) => query.fromDate)).toEqual(['2026-01-31', '2026-02-01']);
	});
});
