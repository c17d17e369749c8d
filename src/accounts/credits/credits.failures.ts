import { defineFailure } from '#platform/errors/application-error.js';

const count = (description: string) => ({ type: 'integer', minimum: 0, description });
const CREDITS_REQUIRED = count('The price of the action');

/** 403 for a credential without a spend budget. */
export const spendCapRequired = defineFailure({
  reason: 'spend_cap_required',
  code: 'forbidden',
  message: 'This credential has no spend budget; give it one to spend credits',
  cause: 'The API key has no spend cap, or the connection has no credit budget, so it can never spend credits.',
  cure: 'Give the key a spend cap in the app under Settings, API keys. A connection gets a budget on the consent page only: disconnect and connect again.',
  on: 'spending',
  nextStep: 'Ask the person to disconnect and connect again with a credit budget, or to give the API key a spend cap.',
});

export const spendCapReached = defineFailure<{
  spend_cap: number;
  spend_used: number;
  spend_remaining: number;
  credits_required: number;
}>({
  reason: 'spend_cap_reached',
  code: 'payment_required',
  message: 'The spend cap of this credential is reached',
  cause: 'The API key has spent its spend cap, or the connection its credit budget of 30 days.',
  cure: 'Raise the spend cap of the key in the app. The budget of a connection frees up as its 30 days pass.',
  on: 'spending',
  fields: {
    spend_cap: count('With `spend_cap_reached`'),
    spend_used: count('With `spend_cap_reached`'),
    spend_remaining: count('With `spend_cap_reached`'),
    credits_required: CREDITS_REQUIRED,
  },
  example: { spend_cap: 5, spend_used: 5, spend_remaining: 0, credits_required: 1 },
  nextStep: 'Stop spending. The budget frees up as its 30 days pass; a new one needs a new connection or cap.',
});

export const dailyCapReached = defineFailure<{
  daily_cap: number;
  daily_used: number;
  daily_remaining: number;
  credits_required: number;
  resets_at: string;
}>({
  reason: 'daily_cap_reached',
  code: 'payment_required',
  message: 'The daily cap of this key is reached',
  cause: 'The API key has spent its daily cap since midnight in UTC.',
  cure: 'Wait until `resets_at`, or raise the daily cap of the key in the app.',
  on: 'spending',
  fields: {
    daily_cap: count('With `daily_cap_reached`'),
    daily_used: count('With `daily_cap_reached`'),
    daily_remaining: count('With `daily_cap_reached`'),
    credits_required: CREDITS_REQUIRED,
    resets_at: { type: 'string', format: 'date-time', description: 'With `daily_cap_reached`' },
  },
  example: {
    daily_cap: 5,
    daily_used: 5,
    daily_remaining: 0,
    credits_required: 1,
    resets_at: '2026-02-01T00:00:00.000Z',
  },
  nextStep: 'Stop spending until details.resets_at, or ask the person to raise the daily cap of the key.',
});

export const insufficientCredits = defineFailure<{ credits_balance: number; credits_required: number }>({
  reason: 'insufficient_credits',
  code: 'payment_required',
  message: 'Not enough credits',
  cause:
    'The credits that the team can use for the action are less than the price. Welcome credits of the balance buy a report only.',
  cure: 'Wait for the refill (`refill_on` of `GET /account`), buy a pack, or move to a larger plan.',
  on: 'spending',
  fields: {
    credits_balance: count('The credits that the team can use for the action; with `insufficient_credits`'),
    credits_required: CREDITS_REQUIRED,
  },
  example: { credits_balance: 0, credits_required: 1 },
  nextStep: 'Stop spending. Tell the person that the team is out of credits.',
});
