const MONTH = new Intl.DateTimeFormat('en', { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** `2025-03` as `Mar 2025`. */
export const monthName = (month: string): string => MONTH.format(new Date(`${month}-01T00:00:00Z`));
