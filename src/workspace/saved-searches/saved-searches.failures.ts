import { defineFailure } from '#platform/errors/application-error.js';

/** 400 for a search that delivers although no new opportunity can match it. */
export const neverMatches = defineFailure<{ field: string }>({
  reason: 'never_matches',
  code: 'invalid_request',
  message: ({ field }) => `No new opportunity can match ${field}`,
  cause:
    'The search delivers, but a new opportunity has the status `new`, is neither viewed nor unlocked, and is detected now.',
  cure: 'Change the filter in `details.field`, or switch every delivery off.',
  on: ['create_saved_search', 'update_saved_search'],
  fields: { field: { type: 'string', description: 'The filter that no new opportunity can pass' } },
  example: { field: 'filters.status' },
});
