import { isISO8601 } from 'class-validator';

/** A date-time whose `+` was decoded to a space, as in a form. */
const BLANK_OFFSET = /^(\d{4}-\d\d-\d\dT[\d:.]+) (\d\d:\d\d)$/;

const WITHOUT_OFFSET = /^\d{4}-\d\d-\d\dT[\d:.]+$/;

/** The text of a time as a client sent it. One without an offset is in UTC. */
export const readTime = (value: unknown): unknown =>
  typeof value === 'string' ? value.replace(BLANK_OFFSET, '$1+$2').replace(WITHOUT_OFFSET, '$&Z') : value;

/** The moment at which a range ends, exclusive. A date without a time includes its whole day, month or year, in UTC. */
export function endOf(time: string): Date {
  const end = new Date(time);
  if (/^\d{4}-\d\d-\d\d$/.test(time)) end.setUTCDate(end.getUTCDate() + 1);
  else if (/^\d{4}-\d\d$/.test(time)) end.setUTCMonth(end.getUTCMonth() + 1);
  else if (/^\d{4}$/.test(time)) end.setUTCFullYear(end.getUTCFullYear() + 1);
  return end;
}

/** Whether a value is a date or a date-time. Strict: the day must exist, and `Date` must be able to parse the value. */
export const isDateTime = (value: unknown): boolean =>
  isISO8601(value, { strict: true, strictSeparator: true }) && !Number.isNaN(Date.parse(value as string));
