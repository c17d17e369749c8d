/** What each action costs, in credits: the only place where prices stand. */
export const PRICE_LIST = {
  generate_report: 1,
  generate_pitch: 1,
  unlock_contact: 1,
} as const;

export type PricedAction = keyof typeof PRICE_LIST;
