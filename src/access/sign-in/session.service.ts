import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { actorOf, MembersService } from '#accounts/teams/members.service.js';
import { ENV, type Env } from '#config/env.js';
import type { CallerTeam, TeamCaller } from '#platform/caller/caller.js';
import { identify } from '#platform/caller/origin.js';
import { Database } from '#platform/database/database.js';
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
    private readonly database: Database,
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
    await this.database.transaction(async () => {
      await this.queries.insert(hashOf(secret), user.id);
      await this.members.record(user.id, { action: 'session.created', actor: actorOf(user) });
    });
    this.cookie.write(response, secret, this.env.SESSION_MAX_HOURS * HOUR_MS);
    return { kind: 'signed-in', user };
  }

  /** Ends the session on the server and in the browser. */
  async signOut(request: Request, response: Response): Promise<void> {
    const signedIn = await this.current(request);
    await this.database.transaction(async () => {
      await this.destroy(request);
      if (signedIn) await this.members.record(signedIn.user.id, { action: 'session.ended' });
    });
    this.cookie.clear(response);
  }

  /** Ends every session of a person except the session of this request. */
  async endOthers(request: Request, userId: string): Promise<void> {
    await this.queries.deleteOthers(userId, hashOf(this.cookie.read(request) ?? ''));
  }

  /** Ends every session of a person. @returns the number of sessions */
  endAll(userId: string): Promise<number> {
    return this.database.transaction(async () => {
      const ended = await this.queries.deleteAll(userId);
      await this.members.record(userId, { action: 'session.ended', changes: { sessions: [ended, 0] } });
      return ended;
    });
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
    const signedIn = await found;
    if (signedIn) identify(actorOf(signedIn.user));
    return signedIn;
  }

  /** A person as the caller of services, for one of their teams. The person may spend all credits of the team. */
  callerFor(request: Request, user: Person, { id, name, tier, status }: CallerTeam): TeamCaller {
    return {
      lane: 'session',
      clientIp: clientIp(request, this.env.TRUSTED_PROXY_HOPS),
      credentialId: user.id,
      credentialName: user.email,
      team: { id, name, tier, status },
      budget: { kind: 'team' },
      ...(!user.isVerified && { isUnverified: true }),
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
