import { Inject, Injectable } from '@nestjs/common';
import { ENV, type Env } from '#config/env.js';
import { RateLimitStore } from '#platform/cache/rate-limit.store.js';
import { rateLimitSubject } from '#platform/http/client-ip.js';

/** What anybody may make the authorization server do, within bounds. */
export type LimitedWork = 'authorize' | 'register' | 'fetch-metadata';

/** Bounds on what costs us rows or outgoing requests before anybody has signed in, by client address. */
@Injectable()
export class OauthLimits {
  private readonly limits: Record<LimitedWork, number>;
  private readonly windowMs: number;

  constructor(
    private readonly store: RateLimitStore,
    @Inject(ENV) env: Env,
  ) {
    this.windowMs = env.OAUTH_LIMIT_WINDOW_SECONDS * 1_000;
    this.limits = {
      authorize: env.OAUTH_AUTHORIZATIONS_PER_ADDRESS,
      register: env.OAUTH_REGISTRATIONS_PER_ADDRESS,
      'fetch-metadata': env.OAUTH_METADATA_FETCHES_PER_ADDRESS,
    };
  }

  /** Counts one piece of work. @returns the whole seconds to wait, or 0 when it may go on. */
  async wait(work: LimitedWork, ip: string): Promise<number> {
    const key = `oauth:${work}:${rateLimitSubject(ip)}`;
    const { hits, resetInMs } = await this.store
      .hit(key, this.windowMs)
      .catch(() => this.store.hitLocally(key, this.windowMs));
    return hits > this.limits[work] ? Math.max(1, Math.ceil(resetInMs / 1_000)) : 0;
  }
}
