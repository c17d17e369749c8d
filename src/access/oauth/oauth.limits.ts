import { Inject, Injectable } from '@nestjs/common';
import { ThrottlingService } from '#access/throttling/throttling.service.js';
import { ENV, type Env } from '#config/env.js';
import { rateLimitSubject } from '#platform/http/client-ip.js';

/** Work of the authorization server that any caller can cause. */
export type LimitedWork = 'authorize' | 'register' | 'fetch-metadata';

/** Limits work that creates rows or outgoing requests before a person has signed in, by client address. */
@Injectable()
export class OauthLimits {
  private readonly limits: Record<LimitedWork, number>;

  constructor(
    private readonly throttling: ThrottlingService,
    @Inject(ENV) env: Env,
  ) {
    this.limits = {
      authorize: env.OAUTH_AUTHORIZATIONS_PER_ADDRESS,
      register: env.OAUTH_REGISTRATIONS_PER_ADDRESS,
      'fetch-metadata': env.OAUTH_METADATA_FETCHES_PER_ADDRESS,
    };
  }

  /** Counts one piece of work. @returns the whole seconds to wait, or 0 if the work may proceed. */
  wait(work: LimitedWork, ip: string): Promise<number> {
    const tracker = `${work}:${rateLimitSubject(ip)}`;
    return this.throttling.wait({ throttler: 'oauth', tracker, limit: this.limits[work] });
  }
}
