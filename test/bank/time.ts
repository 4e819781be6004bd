import { DateTime } from 'luxon';

const millisecondsPerDay = 24 * 60 * 60 * 1000;
// Vietnam keeps +07:00 all year, so plain arithmetic is exact.
const vietnamOffset = 7 * 60 * 60 * 1000;
const zone = { zone: 'UTC+7' };

export const days = (count: number): number => count * millisecondsPerDay;

/** Midnight in Vietnam of the day that holds this time; both in milliseconds since 1970. */
export function startOfDay(time: number): number {
	return (
		Math.floor((time + vietnamOffset) / millisecondsPerDay) * millisecondsPerDay - vietnamOffset
	);
}

/** Vietnam time without a zone mark, in one of the three ways the service writes it. */
export function formatTime(time: number, form: 'date' | 'iso' | 'space'): string {
	const text = new Date(time + vietnamOffset).toISOString();
	if (form === 'date') return text.slice(0, 10);
	return form === 'iso' ? text.slice(0, 19) : `${text.slice(0, 10)} ${text.slice(11, 19)}`;
}

/** Midnight in Vietnam of a `YYYY-MM-DD`, or undefined if the text is no such day. */
export function parseDay(text: string): number | undefined {
	const day = DateTime.fromFormat(text, 'yyyy-MM-dd', zone);
	return day.isValid ? day.toMillis() : undefined;
}

/** Milliseconds of an ISO or `YYYY-MM-DD HH:MM:SS` text, in Vietnam time if it has no offset. */
export function parseTime(text: string): number | undefined {
	const time = DateTime.fromISO(text.replace(' ', 'T'), zone);
	return time.isValid ? time.startOf('second').toMillis() : undefined;
}
