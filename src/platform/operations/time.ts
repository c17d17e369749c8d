import { isISO8601 } from 'class-validator';

/** A date-time whose `+` was decoded to a space, as in a form. */
const BLANK_OFFSET = /^(\d{4}-\d\d-\d\dT[\d:.]+) (\d\d:\d\d)$/;

const WITHOUT_OFFSET = /^\d{4}-\d\d-\d\dT[\d:.]+$/;

/** The text of a time as a client sent it. One without an offset is in UTC. */
export const readTime = (value: unknown): unknown =>
  typeof value === 'string' ? value.replace(BLANK_OFFSET, '$1+$2').replace(WITHOUT_OFFSET, '$&Z') : value;

const DAY = /^\d{4}-\d\d-\d\d$/;
const DAY_MS = 86_400_000;

/** The moment at which a range ends, exclusive. A date without a time includes its whole day, in UTC. */
export const endOf = (time: string): Date => new Date(Date.parse(time) + (DAY.test(time) ? DAY_MS : 0));

const NAMES_A_DAY = /^\d{4}-\d\d-\d\d(?:T|$)/;

/** Whether a value is a date or a date-time. Strict: the day must exist, and `Date` must be able to parse the value. */
export const isDateTime = (value: unknown): boolean =>
  NAMES_A_DAY.test(String(value)) &&
  isISO8601(value, { strict: true, strictSeparator: true }) &&
  !Number.isNaN(Date.parse(value as string));
