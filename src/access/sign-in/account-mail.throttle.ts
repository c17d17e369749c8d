import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { ThrottlingService } from '#access/throttling/throttling.service.js';
import { ENV, type Env } from '#config/env.js';
import { tooMany } from '#platform/errors/application-error.js';
import { clientIp, rateLimitSubject } from '#platform/http/client-ip.js';

/** Limits the mails that unknown visitors can trigger: by recipient, and by the address of the request. */
@Injectable()
export class AccountMailThrottle {
  constructor(
    private readonly throttling: ThrottlingService,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** Counts a mail to a recipient. @returns whether the mail is within the limit */
  async allows(email: string): Promise<boolean> {
    return (await this.wait(email)) === 0;
  }

  /** Counts a mail to a recipient. @throws 429 */
  async demand(email: string): Promise<void> {
    demandNoWait(await this.wait(email), this.env.ACCOUNT_MAILS_PER_RECIPIENT);
  }

  /** Counts a request for a mail by the address of the client. @throws 429 */
  async demandRequest(request: Request): Promise<void> {
    const tracker = rateLimitSubject(clientIp(request, this.env.TRUSTED_PROXY_HOPS));
    const seconds = await this.throttling.wait({ throttler: 'account-mail', tracker });
    demandNoWait(seconds, this.env.ACCOUNT_MAILS_PER_ADDRESS);
  }

  /** Counts an invitation by its recipient, and by the team that sends it. @throws 429 */
  async demandInvitation(email: string, teamId: string, most: number): Promise<void> {
    await this.demand(email);
    const limit = Math.max(this.env.ACCOUNT_MAILS_PER_ADDRESS, most);
    demandNoWait(await this.throttling.wait({ throttler: 'account-mail', tracker: `team:${teamId}`, limit }), limit);
  }

  private wait(email: string): Promise<number> {
    const tracker = createHash('sha256').update(email.trim().toLowerCase()).digest('base64url');
    return this.throttling.wait({ throttler: 'account-mail', tracker, limit: this.env.ACCOUNT_MAILS_PER_RECIPIENT });
  }
}

function demandNoWait(seconds: number, limit: number): void {
  if (seconds > 0) throw tooMany('Too many mails were requested', seconds, limit);
}
