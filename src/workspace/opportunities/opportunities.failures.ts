import { defineFailure } from '#platform/errors/application-error.js';
import { OPPORTUNITY_STATUSES, type OpportunityStatus } from './opportunity.vocabulary.js';

export const changedMeanwhile = defineFailure<{ status: OpportunityStatus }>({
  reason: 'changed_meanwhile',
  code: 'forbidden',
  message: ({ status }) => `The status is ${status} now`,
  cause: 'Someone in the team changed the status after you read it, and `if_status` names the earlier one.',
  cure: 'Look at `details.status`, then send the change again with it, or without `if_status`.',
  on: ['update_opportunity'],
  fields: { status: { enum: [...OPPORTUNITY_STATUSES], description: 'The present status' } },
  example: { status: 'contacted' },
});
