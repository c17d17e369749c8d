const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
/** In UTC. */
const DUE_HOUR = 7;

/** A week from Monday to Monday, in UTC. */
export interface DigestWeek {
  /** The Monday after it, such as `2026-11-23`. */
  name: string;
  from: Date;
  to: Date;
  /** When its digest is due. */
  dueAt: Date;
}

/** The week with this name. */
export function weekNamed(name: string): DigestWeek {
  const to = new Date(`${name}T00:00:00Z`);
  return {
    ...{ name, to, from: new Date(to.getTime() - WEEK_MS) },
    dueAt: new Date(to.getTime() + DUE_HOUR * 3_600_000),
  };
}

/** The last week whose digest is due. */
export function lastDueWeek(now: Date): DigestWeek {
  const asOf = new Date(now.getTime() - DUE_HOUR * 3_600_000);
  const daysSinceMonday = (asOf.getUTCDay() + 6) % 7;
  return weekNamed(new Date(asOf.getTime() - daysSinceMonday * DAY_MS).toISOString().slice(0, 10));
}
