import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { MembersService } from '#accounts/teams/members.service.js';
import { ENV, type Env } from '#config/env.js';
import type { CallerTeam, TeamCaller } from '#platform/caller/caller.js';
import { clientIp } from '#platform/http/client-ip.js';
import { Periodic } from '#platform/queues/periodic.decorator.js';
import { BrowserCookie } from './browser.cookies.js';
import { type SessionLifetime, SessionsQueries } from './sessions.queries.js';
import type { Person, SignedIn, SignInOutcome } from './session.types.js';
import { SignInThrottle } from './sign-in.throttle.js';

const HOUR_MS = 60 * 60 * 1_000;

/** Browser sessions. Every sign-in creates a new session; ending a session on the server affects the next request. */
@Injectable()
export class SessionService {
  /** The cookie that holds the session's secret. */
  readonly cookie: BrowserCookie;
  private readonly lifetime: SessionLifetime;
  private readonly found = new WeakMap<Request, Promise<SignedIn | null>>();

  constructor(
    private readonly queries: SessionsQueries,
    private readonly members: MembersService,
    private readonly throttle: SignInThrottle,
    @Inject(ENV) private readonly env: Env,
  ) {
    this.cookie = new BrowserCookie('session', env);
    this.lifetime = { idleMinutes: env.SESSION_IDLE_MINUTES, maxHours: env.SESSION_MAX_HOURS };
  }

  /** Checks a password. Success ends the browser's previous session and sets the cookie of a new one. */
  async signIn(request: Request, response: Response, email: string, password: string): Promise<SignInOutcome> {
    const ip = clientIp(request, this.env.TRUSTED_PROXY_HOPS);
    const retryAfterSeconds = await this.throttle.begin(email, ip);
    if (retryAfterSeconds > 0) return { kind: 'throttled', retryAfterSeconds };
    const user = await this.members.authenticate(email, password);
    if (!user) return { kind: 'refused' };
    await this.throttle.succeeded(email, ip);
    await this.destroy(request);
    const secret = randomBytes(32).toString('base64url');
    await this.queries.insert(hashOf(secret), user.id);
    this.cookie.write(response, secret, this.env.SESSION_MAX_HOURS * HOUR_MS);
    return { kind: 'signed-in', user };
  }

  /** Ends the session on the server and in the browser. */
  async signOut(request: Request, response: Response): Promise<void> {
    await this.destroy(request);
    this.cookie.clear(response);
  }

  /** Ends every session of a person except the session of this request. */
  async endOthers(request: Request, userId: string): Promise<void> {
    await this.queries.deleteOthers(userId, hashOf(this.cookie.read(request) ?? ''));
  }

  /** Ends every session of a person. @returns the number of sessions */
  endAll(userId: string): Promise<number> {
    return this.queries.deleteAll(userId);
  }

  /**
   * The signed-in person with their current teams, or null without a live session. There is one lookup for each
   * request.
   */
  async current(request: Request): Promise<SignedIn | null> {
    const secret = this.cookie.read(request);
    if (!secret) return null;
    let found = this.found.get(request);
    if (!found) this.found.set(request, (found = this.queries.visit(hashOf(secret), this.lifetime)));
    return found;
  }

  /** A person as the caller of services, for one of their teams. The person may spend all credits of the team. */
  callerFor(request: Request, user: Person, { id, name, tier, status }: CallerTeam): TeamCaller {
    return {
      lane: 'session',
      clientIp: clientIp(request, this.env.TRUSTED_PROXY_HOPS),
      credentialId: user.id,
      team: { id, name, tier, status },
      budget: { kind: 'team' },
    };
  }

  /** Deletes ended sessions. @returns the number of sessions. */
  @Periodic({ name: 'purge-sessions', everySeconds: 3_600 })
  purge(): Promise<number> {
    return this.queries.purge(this.lifetime);
  }

  private async destroy(request: Request): Promise<void> {
    const secret = this.cookie.read(request);
    this.found.delete(request);
    if (secret) await this.queries.delete(hashOf(secret));
  }
}

/** The secret has 256 random bits, so an unsalted SHA-256 cannot be reversed. */
const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();
