import { type EmailDelivery, WEEKDAYS } from './saved-search.types.js';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Enough to include every weekday in any time zone. */
const DAYS_BACK = 8;

/** When a digest was last due, at or before `asOf`. */
export function lastDue({ frequency, weekday, hour, time_zone }: EmailDelivery, asOf: Date): Date {
  const today = wallClock(asOf, time_zone);
  for (let back = 0; back <= DAYS_BACK; back++) {
    const day = new Date(Math.floor(today / DAY_MS) * DAY_MS - back * DAY_MS);
    const due = instantOf(day.getTime() + hour * 60 * 60 * 1_000, time_zone);
    const isDay = frequency === 'daily' || WEEKDAYS[(day.getUTCDay() + 6) % WEEKDAYS.length] === weekday;
    if (isDay && due <= asOf) return due;
  }
  throw new Error(`There is no ${weekday ?? 'day'} within ${DAYS_BACK} days.`);
}

/** The clocks by zone, because a formatter is slow to make. Names are in lower case, so that each zone has one name. */
const CLOCKS = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const name = timeZone.toLowerCase();
  const known = CLOCKS.get(name);
  if (known) return known;
  const clock = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  CLOCKS.set(name, clock);
  return clock;
}

/** The time that a clock in the zone shows, as if the zone were UTC. */
function wallClock(time: Date, timeZone: string): number {
  const parts = clockOf(timeZone).formatToParts(time);
  const part = (type: string): number => Number(parts.find((each) => each.type === type)?.value);
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

/** When a clock in the zone shows this time. A time that the clock skips is taken as an hour later. */
function instantOf(shown: number, timeZone: string): Date {
  const offsetAt = (time: number): number => wallClock(new Date(time), timeZone) - time;
  const guess = shown - offsetAt(shown);
  return new Date(shown - offsetAt(guess));
}
