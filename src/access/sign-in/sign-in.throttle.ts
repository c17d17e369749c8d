import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ThrottlingService, type Window } from '#access/throttling/throttling.service.js';
import { ENV, type Env } from '#config/env.js';
import { ApplicationError } from '#platform/errors/application-error.js';
import { clientIp, rateLimitSubject } from '#platform/http/client-ip.js';

/**
 * Limits password guessing. It counts failures by account and address together, and by address alone, but never by
 * account alone: guesses from one address must not lock the owner out at another.
 */
@Injectable()
export class SignInThrottle {
  constructor(
    private readonly throttling: ThrottlingService,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /**
   * Counts an attempt before its outcome is known, so that parallel guesses count too.
   * @returns the whole seconds to wait, or 0 if the attempt may proceed.
   */
  begin(email: string, ip: string): Promise<number> {
    return this.throttling.wait(...this.windows(email, ip));
  }

  /** Takes back the count of an attempt that succeeded. */
  succeeded(email: string, ip: string): Promise<void> {
    return this.throttling.release(...this.windows(email, ip));
  }

  /** Counts a sign-up or a password change by address, because hashing is expensive. @throws 429 */
  async demandAccountWork(request: Request, response: Response): Promise<void> {
    const place = rateLimitSubject(clientIp(request, this.env.TRUSTED_PROXY_HOPS));
    const seconds = await this.throttling.wait({ throttler: 'sign-in', tracker: `account:${place}` });
    if (seconds === 0) return;
    response.setHeader('Retry-After', seconds);
    throw new ApplicationError('rate_limited', 'Too many attempts from your address; try again later');
  }

  private windows(email: string, ip: string): Window[] {
    const place = rateLimitSubject(ip);
    const account = createHash('sha256').update(email.trim().toLowerCase()).digest('base64url');
    return [
      { throttler: 'sign-in', tracker: `${place}:${account}`, limit: this.env.SIGN_IN_ATTEMPTS },
      { throttler: 'sign-in', tracker: place },
    ];
  }
}
