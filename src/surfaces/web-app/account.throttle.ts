import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { ENV, type Env } from '#config/env.js';
import { RateLimitStore } from '#platform/cache/rate-limit.store.js';
import { ApplicationError } from '#platform/errors/application-error.js';
import { clientIp, rateLimitSubject } from '#platform/http/client-ip.js';

/** Bounds how often one address makes accounts or guesses at a password it would change: hashing is dear. */
@Injectable()
export class AccountThrottle {
  constructor(
    private readonly store: RateLimitStore,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** @throws 429 */
  async demand(request: Request): Promise<void> {
    const key = `account:${rateLimitSubject(clientIp(request, this.env.TRUSTED_PROXY_HOPS))}`;
    const windowMs = this.env.SIGN_IN_WINDOW_SECONDS * 1_000;
    const { hits } = await this.store.hit(key, windowMs).catch(() => this.store.hitLocally(key, windowMs));
    if (hits > this.env.SIGN_IN_ATTEMPTS_PER_ADDRESS) {
      throw new ApplicationError('rate_limited', 'Too many attempts from one place; try again later');
    }
  }
}
