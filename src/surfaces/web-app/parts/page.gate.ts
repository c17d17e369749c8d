import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { LaneThrottlerGuard } from '#access/lanes/lane-throttler.guard.js';
import { BrowserThrottle } from '#access/sign-in/browser.throttle.js';
import { emailUnverified } from '#accounts/teams/teams.failures.js';
import { refusalOf } from '#access/policy/access.policy.js';
import { roleRefusalOf } from '#access/policy/rights.js';
import { ENV, type Env } from '#config/env.js';
import type { Caller } from '#platform/caller/caller.js';
import { clientIp, rateLimitSubject } from '#platform/http/client-ip.js';
import type { Operation } from '#platform/operations/operation.js';
import { type Member, Visitors } from './visitor.js';

/** Applies the rate limit and the access policy of the operation behind a page. */
@Injectable()
export class PageGate {
  constructor(
    private readonly throttler: LaneThrottlerGuard,
    private readonly browsers: BrowserThrottle,
    private readonly visitors: Visitors,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** The member of a request, who may use the operation. @throws as `pass` and `Visitors.memberOf` */
  async admit(operation: Operation, request: Request, response: Response): Promise<Member> {
    const member = await this.visitors.memberOf(request);
    await this.pass(operation, member.caller, response);
    return member;
  }

  /**
   * Counts operations that spend against the limits of the operation, and reads against the limit of the browser: of the
   * person, or of the address of a visitor. Pages behind a login are counted by their guard. @throws 429; 403
   */
  async pass(operation: Operation, caller: Caller, response: Response): Promise<void> {
    if (operation.spends) await this.throttler.count({ caller, operation }, response);
    else if (caller.lane === 'anonymous') await this.browsers.demand(rateLimitSubject(caller.clientIp), response);
    else if (operation.lanes.includes('anonymous')) await this.browsers.demand(caller.credentialId, response);
    const refusal = refusalOf(operation, caller, 'page') ?? roleRefusalOf(operation, caller);
    if (refusal) throw refusal;
    if (operation.spends && caller.lane !== 'anonymous' && caller.isUnverified) throw emailUnverified();
  }

  /** Counts a read of the progress of a report, which anyone may read. @throws 429 */
  countProgressRead(request: Request, response: Response): Promise<void> {
    return this.browsers.demandProgress(rateLimitSubject(clientIp(request, this.env.TRUSTED_PROXY_HOPS)), response);
  }
}
