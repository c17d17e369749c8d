import type { Caller } from '#platform/caller/caller.js';
import { isSandboxId, isTestTeam } from '#platform/caller/test-mode.js';
import { type ApplicationError, notFound } from '#platform/errors/application-error.js';
import { UUID_PATTERN } from '#platform/operations/uuid.js';

const OF_TEST_MODE = 'This is an id of test mode. Call with a test key.';
const OF_LIVE_MODE =
  'A test key finds only the sandbox, whose ids the lists of test mode return. An id of live mode needs a live key.';

/** A 404 with `details.hint` if one of the ids that a caller gave may be one of the other mode; else the failure itself. */
export function withModeHint(
  failure: ApplicationError,
  caller: Caller | undefined,
  given: readonly unknown[],
): ApplicationError {
  const { code, message, details } = failure;
  if (code !== 'not_found' || details || caller?.lane !== 'key') return failure;
  const ids = given.filter((value): value is string => typeof value === 'string' && UUID_PATTERN.test(value));
  const isTest = isTestTeam(caller.team.id);
  if (!ids.some((id) => isSandboxId(id) !== isTest)) return failure;
  return notFound(message, { hint: isTest ? OF_LIVE_MODE : OF_TEST_MODE });
}
