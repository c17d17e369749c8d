import { defineFailure } from '#platform/errors/application-error.js';

const count = { type: 'integer', minimum: 0, description: 'With `source_limit_reached`' };
const MAKES_SOURCES = ['add_source'];

/** 403 for a team that has as many sources as its plan allows. */
export const sourceLimitReached = defineFailure<{ limit: number; current: number; upgrade_required: boolean }>({
  reason: 'source_limit_reached',
  code: 'forbidden',
  cause: 'The team has as many sources as its plan allows.',
  cure: 'Remove a source, or move to a larger plan if `upgrade_required` is true.',
  on: MAKES_SOURCES,
  message: ({ limit }) => (limit === 0 ? 'Your plan allows no sources' : `Your plan allows at most ${limit} sources`),
  fields: {
    limit: count,
    current: count,
    upgrade_required: { type: 'boolean', description: 'With `source_limit_reached`' },
  },
  example: { limit: 3, current: 3, upgrade_required: true },
  nextStep: 'Remove a source first, or tell the person that a larger plan has more.',
});

/** 403 for a source in test mode, where nothing is fetched. */
export const liveModeOnly = defineFailure({
  reason: 'live_mode_only',
  code: 'forbidden',
  cause: 'In test mode no service is asked, so there are no sources.',
  cure: 'Use a live key.',
  on: ['add_source', 'preview_source'],
  message: 'In test mode nothing is fetched. Use a live key',
  nextStep: 'Use a live key.',
});
