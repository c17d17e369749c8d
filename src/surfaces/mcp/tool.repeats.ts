import { createHash } from 'node:crypto';
import type { RequestIdentity } from '#accounts/runs/runs.service.js';
import { type Caller, subjectOf } from '#platform/caller/caller.js';
import type { Tool } from './tool.js';

/**
 * Derives an idempotency id from a call, for tools that spend credits. A client that lost the response repeats the call
 * and gets the run that it has already paid for.
 */
export function identityOf(tool: Tool, caller: Caller, input: unknown, requestId: string): RequestIdentity {
  if (!tool.repeatsWithin || caller.lane === 'anonymous') return { requestId };
  const call = JSON.stringify([subjectOf(caller), tool.name, input]);
  const idempotencyId = createHash('sha256').update(call).digest('hex');
  return { requestId, idempotencyId, repeatsWithinSeconds: tool.repeatsWithin };
}
