const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });

/** A day in UTC, such as "Nov 22, 2026". */
export const dayText = (day: string | Date): string => DAY.format(new Date(day));
