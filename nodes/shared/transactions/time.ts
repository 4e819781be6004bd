import { DateTime } from 'luxon';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const LOCAL_TIME = /^(\d{4}-\d{2}-\d{2})[T ]((?:[01]\d|2[0-3]):[0-5]\d)(?:(:[0-5]\d)(?:\.\d+)?)?$/;
/** As the list writes it; a list is long, and this way of reading is quick. */
const LIST_TIME = /^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;
const WITH_ZONE = /T.*(?:Z|[+-]\d{2}(?::?\d{2})?)$/i;
/**
 * The forms in which ISO 8601 names a day: by month, with or without hyphens, by week, or of the year.
 * The last one needs its hyphen: `2026031` is more likely a day with a digit too few.
 */
const BEGINS_WITH_DAY = /^(?:\d{4}-\d{2}-\d{2}|\d{8}|\d{4}-?W\d{2}-?[1-7]|\d{4}-\d{3})(?![\d.])/;

/** Offsets by zone, day and hour: a list has thousands of times in the same few hours. */
const offsets = new Map<string, Map<string, string>>();
const MAX_OFFSETS = 10_000;

/** The offset of the zone at a day and hour, `YYYY-MM-DDTHH`; undefined where there is no such hour. */
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
 * The service's time as ISO 8601 with the offset of its zone, e.g. `2020-10-14T00:34:57+07:00`.
 * The service writes `YYYY-MM-DD`, `YYYY-MM-DDTHH:MM:SS` or `YYYY-MM-DD HH:MM:SS` without a zone;
 * a bare day stays a day. A text that is no time is passed on as it came; absent is `''`.
 */
export function toIsoTime(when: unknown, timeZone: string): string {
	if (typeof when !== 'string') return '';
	const text = when.trim();
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
 * The calendar day that the service is asked for, `YYYY-MM-DD`, or undefined where the value is no
 * date. A date picked in the editor has no zone and means the day as it reads; a moment with a zone
 * (`$now`, a timestamp ending in `Z`) means the day that it is then in the service's zone.
 */
export function toServiceDay(value: unknown, timeZone: string): string | undefined {
	if (value instanceof Date) return toDay(DateTime.fromJSDate(value), timeZone);
	// n8n hands its own copy of luxon to expressions, which instanceof does not know.
	const text = String((isLuxonTime(value) ? value.toISO() : value) ?? '').trim();
	if (typeof value === 'number' || !BEGINS_WITH_DAY.test(text)) return undefined;
	const iso = text.replace(' ', 'T');
	const time = DateTime.fromISO(iso, { setZone: true });
	if (!time.isValid) return undefined;
	return WITH_ZONE.test(iso) ? toDay(time, timeZone) : time.toFormat('yyyy-MM-dd');
}

/** The calendar day that many days before a day, both `YYYY-MM-DD`. */
export function subtractDays(day: string, days: number): string {
	return DateTime.fromISO(day, { zone: 'utc' }).minus({ days }).toFormat('yyyy-MM-dd');
}

function toDay(time: DateTime, timeZone: string): string | undefined {
	return time.isValid ? time.setZone(timeZone).toFormat('yyyy-MM-dd') : undefined;
}

function isLuxonTime(value: unknown): value is { toISO(): string | null } {
	return typeof (value as { toISO?: unknown } | null)?.toISO === 'function';
}
