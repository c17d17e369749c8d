import { z } from 'zod';

/** The five plans, cheapest first. */
export const PLAN_TIERS = ['free', 'starter', 'growth', 'scale', 'enterprise'] as const;
export type PlanTier = (typeof PLAN_TIERS)[number];

/** The limits of each plan, cheapest plan first. */
const COUNTS = {
  people: [3, 3, 10, 25, 200],
  live_keys: [0, 5, 20, 50, 200],
  test_keys: [2, 5, 10, 20, 50],
  webhook_endpoints: [0, 2, 5, 20, 50],
  test_webhook_endpoints: [1, 2, 5, 5, 10],
  destinations: [0, 2, 5, 20, 50],
  test_destinations: [1, 2, 5, 5, 10],
  saved_searches: [3, 10, 50, 200, 1_000],
  /** Saved searches whose matches leave the app by webhook, feed or mail. */
  delivering_searches: [0, 10, 50, 200, 1_000],
  bulk_items: [0, 25, 100, 100, 100],
  /** Open bulk jobs. */
  bulk_jobs: [0, 2, 5, 10, 20],
  /** The rows of one export. */
  export_rows: [0, 10_000, 100_000, 1_000_000, 1_000_000],
  exports_per_hour: [0, 4, 10, 20, 60],
  /** Sources that are fetched for the team. */
  sources: [0, 3, 15, 60, 300],
  /** The fewest minutes from one fetch of a source to the next. */
  source_minutes: [1_440, 1_440, 360, 60, 15],
} as const;

/** The name of a limit. */
export type LimitName = keyof typeof COUNTS;
export type CountLimits = Record<LimitName, number>;

const NAMES = Object.keys(COUNTS) as LimitName[];
const PAIR = /^(\w+)=(\d{1,7})$/;

/** `name=count` pairs, such as `people=20,live_keys=5`. A name that is left out keeps the default of the plan. */
export const countLimits = (tier: PlanTier) =>
  z
    .string()
    .default('')
    .transform((value) => value.split(',').flatMap((pair) => pair.trim() || []))
    .refine(
      (pairs) => pairs.every((pair) => NAMES.some((name) => name === PAIR.exec(pair)?.[1])),
      `must be pairs such as ${NAMES.map((name) => `${name}=5`).join(',')}`,
    )
    .transform((pairs): CountLimits => {
      const place = PLAN_TIERS.indexOf(tier);
      const limits = Object.fromEntries(NAMES.map((name) => [name, COUNTS[name][place]])) as CountLimits;
      for (const [, name, count] of pairs.map((pair) => PAIR.exec(pair) ?? []))
        limits[name as LimitName] = Number(count);
      return limits;
    });

/** The monthly price of each plan, the cheapest first, in words that pages show: `$0, $49, $199, $699, on request`. */
export const planPrices = z
  .string()
  .transform((value) => value.split(',').map((price) => price.trim()))
  .refine(
    (shown) => shown.length === PLAN_TIERS.length && shown.every((price) => price !== '' && price.length <= 20),
    'must be five prices separated by commas, one for each plan, each of at most 20 characters',
  )
  .transform(([free = '', starter = '', growth = '', scale = '', enterprise = '']): Record<PlanTier, string> => {
    return { free, starter, growth, scale, enterprise };
  })
  .optional();

/** The limits of a plan in `PLAN_…`. */
export interface PlanRates {
  monthlyCredits: number;
  watchlistProducts: number;
  requestsPerMinute: number;
}

/** The limits in `PLAN_…` where the environment sets none. */
export const PLAN_DEFAULTS: Record<PlanTier, PlanRates> = {
  free: { monthlyCredits: 0, watchlistProducts: 3, requestsPerMinute: 30 },
  starter: { monthlyCredits: 100, watchlistProducts: 10, requestsPerMinute: 120 },
  growth: { monthlyCredits: 500, watchlistProducts: 50, requestsPerMinute: 300 },
  scale: { monthlyCredits: 2_000, watchlistProducts: 200, requestsPerMinute: 600 },
  enterprise: { monthlyCredits: 10_000, watchlistProducts: 1_000, requestsPerMinute: 1_200 },
};
