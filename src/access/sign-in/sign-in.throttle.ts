import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { ThrottlingService, type Window } from '#access/throttling/throttling.service.js';
import { ENV, type Env } from '#config/env.js';
import { tooMany } from '#platform/errors/application-error.js';
import { clientIp, rateLimitSubject } from '#platform/http/client-ip.js';

const FROM_ADDRESS = 'Too many attempts from your address';

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
    return this.throttling.wait(...this.windows(email, ip), this.burst(ip));
  }

  /** Reverts the count of a successful attempt. */
  succeeded(email: string, ip: string): Promise<void> {
    return this.throttling.release(...this.windows(email, ip));
  }

  /**
   * Counts a sign-up or a password change in the windows of the address, because hashing is expensive.
   * @throws 429
   */
  async demandAccountWork(request: Request): Promise<void> {
    const ip = clientIp(request, this.env.TRUSTED_PROXY_HOPS);
    const seconds = await this.throttling.wait(addressOf(ip), this.burst(ip));
    if (seconds > 0) throw tooMany(FROM_ADDRESS, seconds, this.env.SIGN_IN_ATTEMPTS_PER_ADDRESS);
  }

  /** Counts a step of a sign-in with the identity provider, which may send it a request. @throws 429 */
  async demandProviderWork(request: Request): Promise<void> {
    const seconds = await this.throttling.wait(this.burst(clientIp(request, this.env.TRUSTED_PROXY_HOPS)));
    if (seconds > 0) throw tooMany(FROM_ADDRESS, seconds, this.env.SIGN_IN_BURST_PER_ADDRESS);
  }

  /** Every sign-in, sign-up, password change and step of a sign-in with the identity provider of an address, successful or not. */
  private burst(ip: string): Window {
    return { throttler: 'sign-in-burst', tracker: rateLimitSubject(ip), limit: this.env.SIGN_IN_BURST_PER_ADDRESS };
  }

  private windows(email: string, ip: string): Window[] {
    const account = createHash('sha256').update(email.trim().toLowerCase()).digest('base64url');
    const tracker = `${rateLimitSubject(ip)}:${account}`;
    return [{ throttler: 'sign-in', tracker, limit: this.env.SIGN_IN_ATTEMPTS }, addressOf(ip)];
  }
}

const addressOf = (ip: string): Window => ({ throttler: 'sign-in', tracker: rateLimitSubject(ip) });
