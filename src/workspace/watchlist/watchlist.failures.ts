import { defineFailure } from '#platform/errors/application-error.js';

const count = { type: 'integer', minimum: 0, description: 'With `product_limit_reached`' };

export const productLimitReached = defineFailure<{ limit: number; current: number; upgrade_required: boolean }>({
  reason: 'product_limit_reached',
  code: 'forbidden',
  cause: 'The watchlist is full for the plan of the team.',
  cure: 'Unfollow a product, or move to a larger plan if `upgrade_required` is true.',
  on: ['follow_product'],
  message: ({ limit }) => `Your plan allows at most ${limit} followed products`,
  fields: {
    limit: count,
    current: count,
    upgrade_required: { type: 'boolean', description: 'With `product_limit_reached`' },
  },
  example: { limit: 3, current: 3, upgrade_required: true },
  nextStep: 'Unfollow a product first, or tell the person that a larger plan allows more.',
});
