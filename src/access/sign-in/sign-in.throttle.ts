import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { ENV, type Env } from '#config/env.js';
import { RateLimitStore, type WindowState } from '#platform/cache/rate-limit.store.js';
import { rateLimitSubject } from '#platform/http/client-ip.js';

/**
 * Slows guessing down. It counts failures by account and address together, and by address alone, never by account
 * alone: whoever guesses from one place cannot lock the owner out of another.
 */
@Injectable()
export class SignInThrottle {
  private readonly windowMs: number;

  constructor(
    private readonly store: RateLimitStore,
    @Inject(ENV) private readonly env: Env,
  ) {
    this.windowMs = env.SIGN_IN_WINDOW_SECONDS * 1_000;
  }

  /**
   * Counts an attempt before its outcome is known, so that parallel guesses count too.
   * @returns the whole seconds to wait, or 0 when the attempt may go on.
   */
  async begin(email: string, ip: string): Promise<number> {
    const states = await Promise.all(
      this.windows(email, ip).map(async ({ key, limit }) => ({ limit, ...(await this.hit(key)) })),
    );
    const waits = states.filter(({ hits, limit }) => hits > limit).map(({ resetInMs }) => Math.ceil(resetInMs / 1_000));
    return waits.length > 0 ? Math.max(1, ...waits) : 0;
  }

  /** Takes the attempt back: it succeeded. */
  async succeeded(email: string, ip: string): Promise<void> {
    // A count that cannot be taken back while Redis is away only makes the limit a little stricter.
    await Promise.allSettled(this.windows(email, ip).map(({ key }) => this.store.release(key)));
  }

  private windows(email: string, ip: string): { key: string; limit: number }[] {
    const place = rateLimitSubject(ip);
    const account = createHash('sha256').update(email.trim().toLowerCase()).digest('base64url');
    return [
      { key: `sign-in:${place}:${account}`, limit: this.env.SIGN_IN_ATTEMPTS },
      { key: `sign-in:${place}`, limit: this.env.SIGN_IN_ATTEMPTS_PER_ADDRESS },
    ];
  }

  private hit(key: string): Promise<WindowState> {
    return this.store.hit(key, this.windowMs).catch(() => this.store.hitLocally(key, this.windowMs));
  }
}
