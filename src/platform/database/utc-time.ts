/** A time in UTC as PostgreSQL writes it, in a year of four digits. */
const UTC_TIME = /^[1-9]\d{3}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?\+00$/;

/** The time of a `timestamptz`, in half the time of the driver. Null for any other format. */
export const utcTimeIn = (text: string): Date | null => (UTC_TIME.test(text) ? new Date(text) : null);
