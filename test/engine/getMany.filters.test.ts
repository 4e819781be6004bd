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

describe('a date', () => {
	const send = async (date: string, options: Parameters<typeof bank.run>[1]) => {
		const filters = { fromDate: date, toDate: date };
		getOutput(await bank.run({ resource: 'transaction', operation: 'getAll', filters }, options));
		const [{ query }] = await bank.requests();
		expect(query.toDate).toBe(query.fromDate);
		return query.fromDate;
	};

	it.each([
		['a day picked in the editor', '2026-01-31T23:30:00', '2026-01-31'],
		['a moment in UTC', '2026-01-31T17:00:00.000Z', '2026-02-01'],
		['a time of luxon', '={{ DateTime.fromISO("2026-01-31T13:00:00") }}', '2026-02-01'],
		['a Date', '={{ new Date("2026-01-31T18:00:00Z") }}', '2026-02-01'],
	])('is sent as a day in the zone of the service, not of n8n: %s', async (_name, value, day) => {
		expect(await send(value, { timezone: 'America/New_York' })).toBe(day);
	});

	it.each([
		['Europe/London', '2026-01-31'],
		['Europe/Berlin', '2026-02-01'],
	])('is sent as a day in the time zone of the credential: %s', async (timeZone, day) => {
		expect(await send('2026-01-31T23:30:00Z', { credential: { timeZone } })).toBe(day);
	});
});
