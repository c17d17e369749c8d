/** The order of numbers in dates such as 08/01/2026, or 26-01-08 with the year first. */
export type DateOrder = 'day first' | 'month first' | 'year first';

/** The texts that exports write for a missing value. */
const NOTHING = /^(?:n\/?a|null|none|[-–—])$/i;

/** Whether a text means a missing value, such as `N/A` or `-`. */
export const isNothing = (text: string): boolean => NOTHING.test(text.trim());

const MAX_STARS = 5;
const STARS = /^[★⭐☆✩✰\s\ufe0f]+$/u;
const FULL_STAR = /[★⭐]/gu;
const OUT_OF = /^(\d+(?:[.,]\d+)?)\s*(?:\/|out of|of)\s*(\d+(?:[.,]0+)?)(?:\s*stars?)?$/i;
const NUMBER = /^(-?\d+(?:[.,]\d+)?)\s*(?:stars?|[★⭐])?$/iu;

/** A rating from 1 to 5 as exports write it: 4, "4", "4,5", "4/5", "8/10", "4 stars", "★★★★☆". Other values stay as they are. */
export function parseRating(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  if (text === '' || isNothing(text)) return null;
  if (STARS.test(text)) return text.match(FULL_STAR)?.length ?? value;
  const [, part, whole] = OUT_OF.exec(text) ?? [];
  if (part !== undefined && whole !== undefined && decimal(whole) > 0)
    return (decimal(part) / decimal(whole)) * MAX_STARS;
  const [, number] = NUMBER.exec(text) ?? [];
  return number === undefined ? value : decimal(number);
}

const decimal = (text: string): number => Number(text.replace(',', '.'));

const ISO = /^\d{4}-\d{2}-\d{2}/;
const EPOCH = /^\d{9,13}(?:\.\d+)?$/;
/** Epoch seconds stay below this number until 2286; milliseconds pass it in 1970. */
const MAX_EPOCH_SECONDS = 1e10;
const MIN_EPOCH_SECONDS = 1e8;
/** September 2001. Fewer digits are a date without separators, such as 202601081030. */
const MIN_EPOCH_MILLISECONDS = 1e12;
const CLOCK = String.raw`(?:,?[ T]+(\d{1,2}):(\d{2})(?::(\d{2})(\.\d+)?)?(?:\s*([ap]\.?m\.?))?(?:\s*(Z|UTC|GMT|[A-Z]{3}|(?:UTC|GMT)?[+-]\d{2}:?\d{2})(?:\s\([^()]*\))?)?)?`;
const NUMERIC = new RegExp(String.raw`^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})${CLOCK}$`, 'i');
/** Only countries that write the day first separate with dots. */
const DOTTED = /^\d{1,2}\.\d{1,2}\./;
/** Spreadsheets shorten the year of 08/01/2026. With hyphens, the year could come first. */
const SHORT_YEAR = /^(\d{1,2}[/.]\d{1,2}[/.])(\d{2})(?=$|[, T])/;
/** The same with the year first, which only a person can know. */
const SHORT_FIRST_YEAR = /^(\d{2})(?=[/.-]\d{1,2}[/.-]\d{1,2}(?:$|[, T]))/;
const FIRST_YEAR_OF_1900S = 70;
const MAX_DAY = 31;
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})${CLOCK}$`, 'i');
const DAY_NAMED = new RegExp(
  String.raw`^(?:[a-z]{3,9},?\s+)?(\d{1,2})(?:st|nd|rd|th)?[\s-]+([a-z]{3,9})\.?,?[\s-]+(\d{4})${CLOCK}$`,
  'i',
);
const MONTH_NAMED = new RegExp(
  String.raw`^(?:[a-z]{3,9},?\s+)?([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})${CLOCK}$`,
  'i',
);
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** The zones that RFC 822 names. */
const ZONES: Record<string, string> = {
  EST: '-05:00',
  EDT: '-04:00',
  CST: '-06:00',
  CDT: '-05:00',
  MST: '-07:00',
  MDT: '-06:00',
  PST: '-08:00',
  PDT: '-07:00',
};

/**
 * A time as exports write it, as ISO 8601: epoch seconds and milliseconds, 8 January 2026, Jan 8, 2026 10:30 PM, RFC 822, and
 * 08/01/2026 or 8/1/26 by `order`. Dates with dots have the day first, unless another order is asked for. `N/A` and the like
 * are missing times. Other values stay unchanged, so that the check of the field reports them.
 */
export function parseTime(value: unknown, order: DateOrder, asked?: DateOrder): unknown {
  if (typeof value === 'number') return epochTime(value) ?? value;
  if (typeof value !== 'string') return value;
  if (isNothing(value)) return null;
  if (ISO.test(value) && !/[a-z]{2}$/i.test(value)) return value;
  const text = asked === 'year first' ? withWholeFirstYear(value.trim()) : withWholeYear(value.trim());
  if (EPOCH.test(text)) return epochTime(Number(text)) ?? value;
  const numeric = NUMERIC.exec(text);
  if (numeric) {
    const [, one, other, year, ...clock] = numeric;
    const read = asked ?? (DOTTED.test(text) ? 'day first' : order);
    if (read === 'year first') return value;
    const [day, month] = read === 'day first' ? [one, other] : [other, one];
    return isoTime([year, month, day], clock) ?? value;
  }
  const yearFirst = YEAR_FIRST.exec(text);
  if (yearFirst) return isoTime(yearFirst.slice(1, 4), yearFirst.slice(4)) ?? value;
  const dayNamed = DAY_NAMED.exec(text);
  if (dayNamed) return isoTime([dayNamed[3], monthOf(dayNamed[2]), dayNamed[1]], dayNamed.slice(4)) ?? value;
  const monthNamed = MONTH_NAMED.exec(text);
  if (monthNamed) return isoTime([monthNamed[3], monthOf(monthNamed[1]), monthNamed[2]], monthNamed.slice(4)) ?? value;
  return value;
}

/**
 * The order that a date such as 13/01/2026 proves; `unknown` for 08/01/2026, and for 26/01/08, whose year may come first; undefined for
 * every other way to write a date.
 */
export function dateOrderOf(value: unknown): 'day first' | 'month first' | 'unknown' | undefined {
  const text = typeof value === 'string' ? value.trim() : '';
  const [, one, other] = NUMERIC.exec(withWholeYear(text)) ?? [];
  if (one === undefined || DOTTED.test(text)) return undefined;
  const [, , lastYear] = SHORT_YEAR.exec(text) ?? [];
  if (Number(one) > 12) return Number(lastYear) <= MAX_DAY ? 'unknown' : 'day first';
  return Number(other) > 12 ? 'month first' : 'unknown';
}

const withWholeYear = (text: string): string =>
  text.replace(SHORT_YEAR, (_, date: string, year: string) => `${date}${wholeYear(year)}`);
const withWholeFirstYear = (text: string): string => text.replace(SHORT_FIRST_YEAR, wholeYear);
const wholeYear = (year: string): string => `${Number(year) < FIRST_YEAR_OF_1900S ? '20' : '19'}${year}`;

function epochTime(epoch: number): string | undefined {
  if (epoch < MIN_EPOCH_SECONDS || !Number.isFinite(epoch)) return undefined;
  if (epoch >= MAX_EPOCH_SECONDS && epoch < MIN_EPOCH_MILLISECONDS) return undefined;
  const time = new Date(epoch < MAX_EPOCH_SECONDS ? epoch * 1_000 : epoch);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

function isoTime(date: (string | undefined)[], clock: (string | undefined)[]): string | undefined {
  const [year, month, day] = date.map((each) => each?.padStart(2, '0'));
  if (!year || !month || !day) return undefined;
  const [hour, minute, second = '00', fraction = '', half, zone] = clock;
  if (hour === undefined) return `${year}-${month}-${day}`;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (/^p/i.test(half) ? 12 : 0);
  const name = zone?.toUpperCase().replace(/^(?:UTC|GMT)(?=[+-])/, '') ?? 'Z';
  const offset = name === 'UTC' || name === 'GMT' ? 'Z' : (ZONES[name] ?? name);
  return `${year}-${month}-${day}T${String(hours).padStart(2, '0')}:${minute}:${second}${fraction}${offset}`;
}

function monthOf(name: string | undefined): string | undefined {
  const index = MONTHS.indexOf((name ?? '').slice(0, 3).toLowerCase());
  return index < 0 ? undefined : String(index + 1);
}
