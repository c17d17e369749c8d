import { defineFailure } from '#platform/errors/application-error.js';

/** 403 for a feature that needs a variable which the operator has not set. */
export const featureNotConfigured = defineFailure<{ variable: string }>({
  reason: 'feature_not_configured',
  code: 'forbidden',
  message: ({ variable }) => `This feature is not available: the operator has not set ${variable}`,
  cause:
    'The operation stores a secret or calls another service, and the operator of this service has not configured it.',
  cure: 'Ask the operator to set the variable in `details.variable`.',
  on: 'operations that name it',
  fields: { variable: { type: 'string', description: 'The missing setting' } },
  example: { variable: 'ENCRYPTION_KEYS' },
  nextStep: 'Tell the person that the operator of the service must set details.variable.',
});
