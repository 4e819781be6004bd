import { DateTime } from 'luxon';

import { toText } from '../values';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const LOCAL_TIME = /^(\d{4}-\d{2}-\d{2})[T ]((?:[01]\d|2[0-3]):[0-5]\d)(?:(:[0-5]\d)(?:\.\d+)?)?$/;
/** Banks that tell no time of day are shown with this one. */
const MIDNIGHT = /^(\d{4}-\d{2}-\d{2})[T ]00:00(?::00(?:\.0+)?)?$/;
/** The form in lists. It has a fast path, because lists are long. */
const LIST_TIME = /^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;
const STARTS_WITH_DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(?!\d)/;
/** The service is younger. Placeholders for a missing date, such as `0001-01-01`, are older. */
const FIRST_DAY = '2000-01-01';
const WITH_ZONE = /T.*(?:Z|[+-]\d{2}(?::?\d{2})?)$/i;
/**
 * The date forms of ISO 8601: calendar date with or without hyphens, week date, ordinal date. The
 * ordinal date needs its hyphen: `2026031` is more likely a calendar date that lacks a digit.
 */
const BEGINS_WITH_DAY = /^(?:\d{4}-\d{2}-\d{2}|\d{8}|\d{4}-?W\d{2}-?[1-7]|\d{4}-\d{3})(?![\d.])/;

/** A date in digits, with the year at either end, and perhaps with a time. */
const NUMERIC_DATE = /^\s*(\d{4}|\d{1,2})[/.-](\d{1,2})[/.-](\d{1,2}|\d{4})(?:[T ,].*)?$/;

/** Offsets by zone, day and hour: the times of a list share a few hours. */
const offsets = new Map<string, Map<string, string>>();
const MAX_OFFSETS = 10_000;

/** Returns the offset at an hour (`YYYY-MM-DDTHH`), or undefined if the zone skips that hour. */
function getOffset(hour: string, timeZone: string): string | undefined {
	const offsetByHour = offsets.get(timeZone) ?? new Map<string, string>();
	offsets.set(timeZone, offsetByHour);
	const offset = offsetByHour.get(hour);
	if (offset !== undefined) return offset;
	const time = DateTime.fromISO(`${hour}:00:00`, { zone: timeZone });
	if (!time.isValid) return undefined;
	if (offsetByHour.size >= MAX_OFFSETS) offsetByHour.clear();
	offsetByHour.set(hour, time.toFormat('ZZ'));
	return offsetByHour.get(hour);
}

/**
 * Converts a time of the service to ISO 8601 with an offset, e.g. `2020-10-14T00:34:57+07:00`. The
 * service sends `YYYY-MM-DD`, `YYYY-MM-DDTHH:MM:SS` or `YYYY-MM-DD HH:MM:SS` without an offset
 * (docs/service-api.md#transactions). A date stays a date, other text stays as it is, and anything
 * else becomes `''`.
 *
 * Exactly midnight without an offset becomes a date, because the service writes it if the bank tells no
 * time of day. With an offset it stays a time: who writes one means a moment.
 */
export function toIsoTime(when: unknown, timeZone: string): string {
	if (typeof when !== 'string') return '';
	const text = when.trim();
	const [, dayOnly] = MIDNIGHT.exec(text) ?? [];
	if (dayOnly !== undefined) return dayOnly;
	if (LIST_TIME.test(text)) return text + (getOffset(text.slice(0, 13), timeZone) ?? '');
	if (DAY.test(text)) return text;
	const match = LOCAL_TIME.exec(text);
	if (match) {
		const [, day, clock, seconds = ':00'] = match;
		const offset = getOffset(`${day}T${clock.slice(0, 2)}`, timeZone);
		return offset === undefined ? text : `${day}T${clock}${seconds}${offset}`;
	}
	const time = DateTime.fromISO(text, { zone: timeZone });
	if (!time.isValid || !WITH_ZONE.test(text)) return text;
	return time.toFormat("yyyy-MM-dd'T'HH:mm:ssZZ");
}

/**
 * Returns the day (`YYYY-MM-DD`) of a time that `toIsoTime` returned, or undefined if it has none. A text
 * such as `05/11/2026` has none, because it may mean two days.
 */
export function parseDay(time: string): string | undefined {
	const match = STARTS_WITH_DAY.exec(time);
	if (match === null) return undefined;
	const [day, date] = match;
	// Lists are long, so luxon only checks the last days of a month.
	const exists = Number(date) <= 28 || DateTime.fromISO(day, { zone: 'utc' }).isValid;
	return exists && day >= FIRST_DAY ? day : undefined;
}

/** Compares two times that `toIsoTime` returned. What is not a time comes last. */
export function compareTimes(one: string, other: string): number {
	if (one === other) return 0;
	const [isTime, isOtherTime] = [one, other].map((time) => parseDay(time) !== undefined);
	if (isTime !== isOtherTime) return isTime ? -1 : 1;
	if (!isTime) return 0;
	return one < other ? -1 : 1;
}

/**
 * Converts a parameter to a day in the service's time zone (`YYYY-MM-DD`), or returns undefined if it
 * is not a date. A date from the date picker has no offset and is used as it is. A time with an
 * offset (`$now`, a timestamp that ends with `Z`) is converted to the service's time zone.
 */
export function toServiceDay(value: unknown, timeZone: string): string | undefined {
	if (value instanceof Date) return toDay(DateTime.fromJSDate(value), timeZone);
	// Expressions use n8n's own copy of luxon, so `instanceof` does not work.
	const text = String((isLuxonTime(value) ? value.toISO() : value) ?? '').trim();
	if (typeof value === 'number' || !BEGINS_WITH_DAY.test(text)) return undefined;
	const iso = text.replace(' ', 'T');
	const time = DateTime.fromISO(iso, { setZone: true });
	if (!time.isValid) return undefined;
	return WITH_ZONE.test(iso) ? toDay(time, timeZone) : time.toFormat('yyyy-MM-dd');
}

/**
 * Returns the days (`YYYY-MM-DD`) that a date may mean that is written in another form, e.g. two for
 * `01/11/2026` and one for `31/10/2026`.
 */
export function getPossibleDays(value: unknown): string[] {
	const [, first, second, third] = NUMERIC_DATE.exec(toText(value)) ?? [];
	if (first === undefined) return [];
	const orders =
		first.length === 4
			? [[first, second, third]]
			: [
					[third, second, first],
					[third, first, second],
				];
	const days = orders
		.map(([year, month, day]) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
		.filter((day) => parseDay(day) !== undefined);
	return [...new Set(days)];
}

/** Returns today (`YYYY-MM-DD`) in a time zone, or the day the given number of days before. */
export function getDay(timeZone: string, daysAgo = 0): string {
	return DateTime.now().setZone(timeZone).minus({ days: daysAgo }).toFormat('yyyy-MM-dd');
}

/** Returns the first and the last day of the month before that of a day (`YYYY-MM-DD`). */
export function getMonthBefore(day: string): { fromDate: string; toDate: string } {
	const toDate = subtractDays(toFirstOfMonth(day), 1);
	return { fromDate: toFirstOfMonth(toDate), toDate };
}

/** Returns the first day of the month of a day (`YYYY-MM-DD`). */
export function toFirstOfMonth(day: string): string {
	return `${day.slice(0, 7)}-01`;
}

/** Returns the day (`YYYY-MM-DD`) the given number of days before a day. */
export function subtractDays(day: string, days: number): string {
	return DateTime.fromISO(day, { zone: 'utc' }).minus({ days }).toFormat('yyyy-MM-dd');
}

function toDay(time: DateTime, timeZone: string): string | undefined {
	return time.isValid ? time.setZone(timeZone).toFormat('yyyy-MM-dd') : undefined;
}

function isLuxonTime(value: unknown): value is { toISO(): string | null } {
	return typeof (value as { toISO?: unknown } | null)?.toISO === 'function';
}
