import { z } from 'zod';
import { count, optionalText, optionalUrl } from './env.values.js';
import { PLAN_TIERS, type PlanTier } from './plan.limits.js';

/** A pack of credits that is for sale. */
export interface PackPrice {
  credits: number;
  /** The id of the price at the provider. */
  priceId: string;
  /** The price in words, such as `$29`. */
  label: string | null;
}

/** What is for sale: the price of each plan by its id at the provider, and the packs, the smallest first. */
export interface PriceList {
  plans: Partial<Record<PlanTier, string>>;
  packs: PackPrice[];
}

const ENTRY =
  /^(?:(starter|growth|scale|enterprise):(price_\w{1,250})|pack_([1-9]\d{0,5}):(price_\w{1,250})(?::([^:]{1,20}))?)$/;

/** `starter:price_1,pack_100:price_2:$29`: what is for sale with the id of its price. */
const priceList = z
  .string()
  .default('')
  .transform((value) => value.split(',').flatMap((entry) => entry.trim() || []))
  .refine(
    (entries) => entries.every((entry) => ENTRY.test(entry)),
    'must be entries such as starter:price_1,growth:price_2,pack_100:price_3:$29',
  )
  .refine(
    (entries) =>
      areUnique(entries.map((entry) => entry.split(':')[0])) && areUnique(entries.map((entry) => entry.split(':')[1])),
    'must name each plan, pack and price once',
  )
  .transform((entries): PriceList => {
    const list: PriceList = { plans: {}, packs: [] };
    for (const [, tier, planPrice, credits, packPrice, label] of entries.map((entry) => ENTRY.exec(entry) ?? [])) {
      if (planPrice) list.plans[PLAN_TIERS.find((each) => each === tier) ?? 'starter'] = planPrice;
      if (packPrice) list.packs.push({ credits: Number(credits), priceId: packPrice, label: label?.trim() ?? null });
    }
    list.packs.sort((one, other) => one.credits - other.credits);
    return list;
  });

const areUnique = (values: unknown[]): boolean => new Set(values).size === values.length;

/** The variables of what teams pay with. */
export const billingSettings = {
  WELCOME_CREDITS: count(1, 0, 100),
  BILLING_PROVIDER: z.enum(['none', 'stripe']).default('none'),
  STRIPE_SECRET_KEY: optionalText,
  STRIPE_WEBHOOK_SECRET: optionalText,
  STRIPE_PRICES: priceList,
  STRIPE_API_BASE: optionalUrl,
  STRIPE_TIMEOUT_MS: count(10_000, 100, 60_000),
};

type BillingSettings = z.infer<z.ZodObject<typeof billingSettings>>;

/** The fault of the variables of the provider together, or null. */
export function billingFault(env: BillingSettings): string | null {
  if (env.BILLING_PROVIDER === 'none') return null;
  if (!env.STRIPE_SECRET_KEY || !env.STRIPE_WEBHOOK_SECRET) {
    return 'STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET are required if BILLING_PROVIDER=stripe';
  }
  const { plans, packs } = env.STRIPE_PRICES;
  if (Object.keys(plans).length + packs.length === 0) return 'STRIPE_PRICES is required if BILLING_PROVIDER=stripe';
  return null;
}
