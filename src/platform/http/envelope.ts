import { resultOf } from '#platform/operations/operation.result.js';
import type { ApplicationError } from '#platform/errors/application-error.js';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** The body of a success: `{success, data, meta?}`. */
export function successEnvelope(returned: unknown): object {
  const { data, meta } = resultOf(returned);
  return { success: true, data, ...(meta && { meta }) };
}

/** The body of a failure: `{success, error: {code, message, details?, request_id?}}`. */
export const failureEnvelope = (failure: ApplicationError, requestId?: string): object => ({
  success: false,
  error: { ...failure.toBody(), request_id: requestId },
});
