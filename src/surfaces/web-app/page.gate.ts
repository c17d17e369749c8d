import { Injectable } from '@nestjs/common';
import { rateLimited, RateLimiter } from '#access/lanes/rate-limiter.js';
import { refusalOf } from '#access/policy/access.policy.js';
import type { Caller } from '#platform/caller/caller.js';
import type { Operation } from '#platform/operations/operation.js';

/** The rate limit and the access policy, for the operation behind a page. */
@Injectable()
export class PageGate {
  constructor(private readonly limiter: RateLimiter) {}

  /** Pages that a person reads are not counted; what visitors read and what costs credits is. @throws 429; 403 */
  async pass(operation: Operation, caller: Caller): Promise<void> {
    const spends = operation.spends === true;
    if (spends || caller.lane === 'anonymous') {
      const state = await this.limiter.hit(caller, spends);
      if (state.exceeded) throw rateLimited(state);
    }
    const refusal = refusalOf(operation, caller, 'page');
    if (refusal) throw refusal;
  }
}
