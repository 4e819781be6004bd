import fc from 'fast-check';
import { DateTime } from 'luxon';

import {
	compareTimes,
	getDay,
	getMonthBefore,
	getPossibleDays,
	parseDay,
	subtractDays,
	toFirstOfMonth,
	toIsoTime,
	toServiceDay,
} from '../../nodes/shared/transactions/time';

const VIETNAM = 'Asia/Ho_Chi_Minh';
const zones = fc.constantFrom(
	VIETNAM,
	'UTC',
	'Europe/Berlin',
	'America/New_York',
	'America/St_Johns',
	'Asia/Kathmandu',
	'Australia/Lord_Howe',
	'Pacific/Kiritimati',
);
const moments = fc
	.date({ min: new Date('2015-01-01'), max: new Date('2036-01-01'), noInvalidDate: true })
	.map((date) => Math.floor(date.getTime() / 1000) * 1000);

describe('time with offset', () => {
	it.each([
		['2020-10-14', '2020-10-14'],
		['2021-04-15T00:00:00', '2021-04-15'],
		['2021-04-15 00:00:00', '2021-04-15'],
		[' 2021-04-15T00:00:00.000 ', '2021-04-15'],
		['2021-04-15 00:00', '2021-04-15'],
		['2021-04-15T00:00:01', '2021-04-15T00:00:01+07:00'],
		['2021-04-15 00:01:00', '2021-04-15T00:01:00+07:00'],
		['2021-04-15T00:00:00+07:00', '2021-04-15T00:00:00+07:00'],
		['2021-04-14T17:00:00Z', '2021-04-15T00:00:00+07:00'],
		['2020-10-14 00:34:57', '2020-10-14T00:34:57+07:00'],
		['2020-10-13T17:34:57Z', '2020-10-14T00:34:57+07:00'],
		['2020-10-14 00:34', '2020-10-14T00:34:00+07:00'],
		['2020-10-14 00:34:57.25', '2020-10-14T00:34:57+07:00'],
	])('reads %s as %s', (when, time) => {
		expect(toIsoTime(when, VIETNAM)).toBe(time);
	});

	it.each([undefined, null, '', 0, {}])('is empty if there is none: %j', (when) => {
		expect(toIsoTime(when, VIETNAM)).toBe('');
	});

	it.each([
		'hôm qua',
		'2020-10-14 25:00:00',
		'2020-02-30T00:34:57',
		'2020-02-30 00:34:57',
		'2020-02-30T00:34:57Z',
		'2020-10-14 00:34:57 (GMT)',
		'sau 2020-10-14T00:34:57',
		'sau 2020-10-14 00:34:57',
	])('returns a text that is not a time unchanged: %s', (text) => {
		expect(toIsoTime(text, VIETNAM)).toBe(text);
	});

	it('returns a time unchanged if the time zone does not exist', () => {
		expect(toIsoTime('2020-10-14T00:34:57', 'Asia/Atlantis')).toBe('2020-10-14T00:34:57');
	});

	it('is the day of a midnight that the time zone skips', () => {
		expect(toIsoTime('2026-09-06T00:00:00', 'America/Santiago')).toBe('2026-09-06');
	});

	it.each([
		['Europe/Berlin', '2026-03-28', '2026-10-24'],
		['America/Santiago', '2026-04-03', '2026-09-04'],
		['Australia/Lord_Howe', '2026-04-03', '2026-10-02'],
	])(
		'gives each hour its own offset around the days on which %s changes the clocks',
		(zone, ...days) => {
			for (const first of days) {
				const hours = Array.from({ length: 96 }, (_, hour) =>
					DateTime.fromISO(first, { zone: 'utc' }).plus({ hours: hour, minutes: 30 }),
				);
				// Twice: what the first pass remembers of a day must fit its other hours.
				for (const hour of [...hours, ...hours.reverse()]) {
					const clock = hour.toFormat("yyyy-MM-dd'T'HH:mm:ss");
					const start = hour.startOf('hour').toFormat("yyyy-MM-dd'T'HH:mm:ss");
					const offset = DateTime.fromISO(start, { zone }).toFormat('ZZ');
					expect(toIsoTime(clock, zone)).toBe(clock + offset);
				}
			}
		},
	);

	it('keeps the clock time and names the same moment in every time zone', () => {
		fc.assert(
			fc.property(moments, zones, fc.constantFrom('T', ' '), (moment, zone, separator) => {
				const local = DateTime.fromMillis(moment, { zone });
				const clock = local.toFormat("yyyy-MM-dd'T'HH:mm:ss");
				fc.pre(!clock.endsWith('T00:00:00'));
				const time = toIsoTime(clock.replace('T', separator), zone);
				expect(time.slice(0, 19)).toBe(clock);
				// An hour that a clock shows twice has two moments; one of them is meant.
				const meant = local.getPossibleOffsets().map((possible) => possible.toMillis());
				expect(meant).toContain(DateTime.fromISO(time).toMillis());
			}),
		);
	});

	it('keeps the moment of a time that has a zone', () => {
		fc.assert(
			fc.property(moments, zones, zones, (moment, zone, written) => {
				const text = DateTime.fromMillis(moment, { zone: written }).toISO() ?? '';
				const time = DateTime.fromISO(toIsoTime(text, zone), { setZone: true });
				expect(time.toMillis()).toBe(moment);
				expect(time.offset).toBe(DateTime.fromMillis(moment, { zone }).offset);
			}),
		);
	});
});

describe('the day of a time of the service', () => {
	it.each([
		['2026-11-15', '2026-11-15'],
		['2026-11-15 25:00:00', '2026-11-15'],
		['2026-11-14T20:00:00Z', '2026-11-15'],
		['2028-02-29', '2028-02-29'],
		['2026-12-31T23:59:59', '2026-12-31'],
	])('of %s is %s', (when, day) => {
		expect(parseDay(toIsoTime(when, VIETNAM))).toBe(day);
	});

	it.each([
		null,
		'15/11/2026',
		'2026-02-29',
		'2026-02-30T10:20:30',
		'2026-11-150',
		'0001-01-01T00:00:00',
		'1970-01-01T00:00:00',
	])('of %j is unknown', (when) => {
		expect(parseDay(toIsoTime(when, VIETNAM))).toBeUndefined();
	});

	it('exists in the calendar, and is that of the calendar', () => {
		const part = (max: number) => fc.integer({ min: 0, max }).map((value) => String(value));
		fc.assert(
			fc.property(part(13), part(32), (month, date) => {
				const day = `2026-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
				expect(parseDay(day)).toBe(DateTime.fromISO(day).isValid ? day : undefined);
			}),
		);
	});
});

describe('the order of times', () => {
	it('is from old to new: a day before its times, and what is no time last', () => {
		const written = [
			'2026-11-14 23:59:59',
			'2026-11-15T00:00:00',
			'2026-11-15T00:00:01',
			'2026-11-15 23:59:59',
			'2026-11-16 00:00:00',
			'05/11/2026',
		];
		const times = written.map((when) => toIsoTime(when, VIETNAM));
		expect([...times].reverse().sort(compareTimes)).toEqual(times);
		expect(compareTimes(times[1], toIsoTime('2026-11-15 00:00:00', VIETNAM))).toBe(0);
		expect(compareTimes('05/11/2026', '')).toBe(0);
	});
});

describe('calendar day', () => {
	const dayIn = (moment: number, zone: string) =>
		DateTime.fromMillis(moment, { zone }).toFormat('yyyy-MM-dd');

	it('is the selected day in every time zone', () => {
		fc.assert(
			fc.property(moments, zones, (moment, zone) => {
				const picked = DateTime.fromMillis(moment, { zone: 'UTC' });
				const day = picked.toFormat('yyyy-MM-dd');
				for (const text of [day, `${day}T00:00:00`, `${day} 23:59:59`, ` ${day}T12:30 `]) {
					expect(toServiceDay(text, zone)).toBe(day);
				}
			}),
		);
	});

	it.each<[string, (moment: DateTime<true>) => unknown]>([
		['a text that ends in Z', (moment) => moment.toUTC().toISO()],
		['a text with an offset', (moment) => moment.toISO({ includeOffset: true })],
		[
			'a text with an offset without a colon',
			(moment) => moment.toFormat("yyyy-MM-dd'T'HH:mm:ssZZZ"),
		],
		['a text with a blank in the middle', (moment) => moment.toFormat('yyyy-MM-dd HH:mm:ssZZ')],
		['a time of luxon', (moment) => moment],
		['a time of another copy of luxon', (moment) => ({ toISO: () => moment.toISO() })],
		['a Date', (moment) => moment.toJSDate()],
	])('is the day of a moment in the time zone of the service: %s', (_name, write) => {
		fc.assert(
			fc.property(moments, zones, zones, (moment, zone, written) => {
				const value = write(DateTime.fromMillis(moment, { zone: written }) as DateTime<true>);
				expect(toServiceDay(value, zone)).toBe(dayIn(moment, zone));
			}),
		);
	});

	it.each([
		['20260131', '2026-01-31'],
		['2026-W05-6', '2026-01-31'],
		['2026W056', '2026-01-31'],
		['2026-031', '2026-01-31'],
		['20260131T233000+0700', '2026-01-31'],
		['20260131T170000Z', '2026-02-01'],
		['2026-W05-6T17:00:00Z', '2026-02-01'],
	])('reads the form %s of ISO 8601', (text, day) => {
		expect(toServiceDay(text, VIETNAM)).toBe(day);
	});

	it.each(['+00', '+07', '-05'])('reads the short offset %s', (offset) => {
		const text = `2026-01-31 20:00:00${offset}`;
		const moment = DateTime.fromISO(text.replace(' ', 'T')).toMillis();
		expect(toServiceDay(text, VIETNAM)).toBe(dayIn(moment, VIETNAM));
	});

	it.each([
		'',
		'31/01/2026',
		'2026-02-30',
		'2026-01-31T25:00:00',
		'2026031',
		'202601311',
		'10:30',
		20_260_131,
		null,
		{},
		new Date(Number.NaN),
		DateTime.invalid('no such day'),
	])('is undefined for %p', (value) => {
		expect(toServiceDay(value, VIETNAM)).toBeUndefined();
	});
});

describe('the days that a date in another form may mean', () => {
	it.each<[unknown, string[]]>([
		['31/10/2026', ['2026-10-31']],
		['10/31/2026', ['2026-10-31']],
		['01/11/2026', ['2026-11-01', '2026-01-11']],
		['5.5.2026', ['2026-05-05']],
		['2026/11/1', ['2026-11-01']],
		['31-10-2026 08:30', ['2026-10-31']],
		['29/02/2027', []],
		['31/10/26', []],
		['2026-11', []],
		['yesterday', []],
		[46_053, []],
		[null, []],
	])('of %j are %j', (value, days) => {
		expect(getPossibleDays(value)).toEqual(days);
	});
});

describe('a day relative to another', () => {
	afterEach(() => jest.useRealTimers());

	it('is counted from today in the time zone', () => {
		jest.useFakeTimers({ now: new Date('2026-02-28T17:30:00Z') });
		expect(getDay('UTC')).toBe('2026-02-28');
		expect(getDay(VIETNAM)).toBe('2026-03-01');
		expect(getDay(VIETNAM, 1)).toBe('2026-02-28');
		expect(getDay(VIETNAM, 90)).toBe('2025-12-01');
	});

	it('is counted from a given day', () => {
		expect(subtractDays('2026-03-01', 0)).toBe('2026-03-01');
		expect(subtractDays('2026-03-01', 1)).toBe('2026-02-28');
		expect(subtractDays('2026-01-06', 6)).toBe('2025-12-31');
	});
});

it.each([
	['2026-03-31', '2026-02-01', '2026-02-28'],
	['2024-03-30', '2024-02-01', '2024-02-29'],
	['2026-01-01', '2025-12-01', '2025-12-31'],
])('the month before %s is from %s to %s', (day, fromDate, toDate) => {
	expect(getMonthBefore(day)).toEqual({ fromDate, toDate });
	expect(toFirstOfMonth(toDate)).toBe(fromDate);
});
