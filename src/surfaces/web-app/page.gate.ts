import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { LaneThrottlerGuard } from '#access/lanes/lane-throttler.guard.js';
import { emailUnverified } from '#access/sign-in/sign-in.failures.js';
import { refusalOf } from '#access/policy/access.policy.js';
import { roleRefusalOf } from '#access/policy/rights.js';
import type { Caller } from '#platform/caller/caller.js';
import type { Operation } from '#platform/operations/operation.js';

/** Applies the rate limit and the access policy of the operation behind a page. */
@Injectable()
export class PageGate {
  constructor(private readonly throttler: LaneThrottlerGuard) {}

  /** Only reads of anonymous visitors and operations that spend credits count against the limit. @throws 429; 403 */
  async pass(operation: Operation, caller: Caller, response: Response): Promise<void> {
    if (operation.spends || caller.lane === 'anonymous') await this.throttler.count({ caller, operation }, response);
    const refusal = refusalOf(operation, caller, 'page') ?? roleRefusalOf(operation, caller);
    if (refusal) throw refusal;
    if (operation.spends && caller.lane !== 'anonymous' && caller.isUnverified) throw emailUnverified();
  }
}
