import { createHash } from 'node:crypto';
import type { RequestIdentity } from '#accounts/runs/runs.service.js';
import type { Caller } from '#platform/caller/caller.js';
import type { Tool } from './tool.js';

/**
 * Names a call, for tools that would charge again: a client whose connection broke sends the same call once more, and is to get
 * what it has paid for. The run it bought is found by the name.
 */
export function identityOf(tool: Tool, caller: Caller, input: unknown, requestId: string): RequestIdentity {
  if (!tool.repeatsWithin || caller.lane === 'anonymous') return { requestId };
  const call = JSON.stringify([caller.credentialId, tool.operation.id, input]);
  const idempotencyId = createHash('sha256').update(call).digest('hex');
  return { requestId, idempotencyId, repeatsWithinSeconds: tool.repeatsWithin };
}
