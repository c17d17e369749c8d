import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { AuditChanges } from '#accounts/audit/audit.types.js';
import { actorOf, MembersService } from '#accounts/teams/members.service.js';
import { ENV, type Env } from '#config/env.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import { identify } from '#platform/caller/origin.js';
import { Database } from '#platform/database/database.js';
import { notFound, tooMany, unauthorized } from '#platform/errors/application-error.js';
import { clientIp } from '#platform/http/client-ip.js';
import { MailsService } from '#platform/mail/mails.service.js';
import { OnDue } from '#platform/queues/on-due.decorator.js';
import { hashOfSecret, newSecret } from '#platform/secrets/random.secret.js';
import { IdentitiesService } from './identity-provider/identities.service.js';
import type { ProviderIdentity } from './identity-provider/identity-provider.client.js';
import { BrowserCookie } from './browser.cookies.js';
import { browserName } from './browser.name.js';
import { KnownBrowsers } from './known-browsers.js';
import { PendingLinks } from './identity-provider/pending-links.js';
import { PendingSignIns } from './pending-sign-ins.js';
import { type ListedSession, type NewSession, type SessionRules, SessionsQueries } from './sessions.queries.js';
import type { MemberTeam, OwnTeam, Person, SignedIn, SignInOutcome } from './session.types.js';
import { newBrowserMail } from './sign-in.mails.js';
import { SignInMethods } from './sign-in.methods.js';
import { SignInThrottle } from './sign-in.throttle.js';
import { TwoFactorService } from './second-factor/two-factor.service.js';

export type { ListedSession };

const HOUR_MS = 60 * 60 * 1_000;

/** How a person was identified: by the provider, or by a password with this hash. */
interface Admission {
  /** Whether the account is new. */
  isNew: boolean;
  identity: ProviderIdentity | null;
  passwordHash: string | null;
}

/** Browser sessions. Every sign-in creates a new session; ending a session on the server affects the next request. */
@Injectable()
export class SessionService {
  /** The cookie that holds the session's secret. */
  readonly cookie: BrowserCookie;
  private readonly rules: SessionRules;
  private readonly found = new WeakMap<Request, Promise<SignedIn | null>>();

  constructor(
    private readonly queries: SessionsQueries,
    private readonly members: MembersService,
    private readonly throttle: SignInThrottle,
    private readonly database: Database,
    private readonly mails: MailsService,
    private readonly browsers: KnownBrowsers,
    private readonly factors: TwoFactorService,
    private readonly pending: PendingSignIns,
    private readonly methods: SignInMethods,
    private readonly links: PendingLinks,
    private readonly identities: IdentitiesService,
    @Inject(ENV) private readonly env: Env,
  ) {
    this.cookie = new BrowserCookie('session', env);
    this.rules = {
      idleMinutes: env.SESSION_IDLE_MINUTES,
      maxHours: env.SESSION_MAX_HOURS,
      proofMinutes: env.SESSION_PROOF_MINUTES,
      requiresTwoFactor: env.SECOND_FACTOR_REQUIRED,
    };
  }

  /**
   * Checks a password. Success ends the browser's previous session and sets the cookie of a new one, or asks for a code
   * of the person's second factor. The person gets a
   * notice by mail if the browser is new, unless the account `isNew` too. @throws 404 if people sign in with the identity
   * provider only, except to link an account with it
   */
  async signIn(
    request: Request,
    response: Response,
    email: string,
    password: string,
    { isNew = false } = {},
  ): Promise<SignInOutcome> {
    if (!(await this.links.findFor(request, email))) this.methods.demandPasswords();
    const ip = clientIp(request, this.env.TRUSTED_PROXY_HOPS);
    const seconds = await this.throttle.begin(email, ip);
    if (seconds > 0)
      return { kind: 'throttled', failure: tooMany('Too many attempts', seconds, this.env.SIGN_IN_ATTEMPTS) };
    const user = await this.members.authenticate(email, password);
    if (!user) return { kind: 'refused' };
    await this.throttle.succeeded(email, ip);
    const { passwordHash, ...person } = user;
    const kind = await this.admit(request, response, person, { isNew, passwordHash });
    return kind === 'signed-in' ? { kind, user: person } : { kind };
  }

  /**
   * Signs in a person who has given the password, or whom the identity provider has identified. Asks for a code of the
   * second factor instead if there is one, unless the provider has asked for its own. `passwordHash` is that of the password.
   * @throws 401 if the password has changed since it was given
   */
  async admit(
    request: Request,
    response: Response,
    user: Pick<Person, 'id' | 'email'>,
    { isNew, identity = null, passwordHash = null }: Partial<Admission> & Pick<Admission, 'isNew'>,
  ): Promise<'signed-in' | 'code-required'> {
    await this.destroy(request);
    if (await this.lacksCode(user.id, identity)) {
      await this.pending.begin(response, user.id, passwordHash);
      return 'code-required';
    }
    await this.start(request, response, user, { isNew, identity, passwordHash });
    return 'signed-in';
  }

  /**
   * Completes a sign-in with a code of the second factor. @returns false if the password was not given in the last ten
   * minutes. @throws 400 for a wrong code; 429 while codes are locked
   */
  async completeSignIn(request: Request, response: Response, code: string): Promise<boolean> {
    const found = await this.pending.find(request);
    if (!found) return false;
    const { passwordHash, ...user } = found;
    try {
      await this.factors.demand(user, code);
    } catch (error) {
      await this.members.record(user.id, { action: 'session.refused', actor: actorOf(user) });
      throw error;
    }
    this.pending.end(response);
    await this.start(request, response, user, { isNew: false, identity: null, passwordHash });
    return true;
  }

  /** Whether a person has a second factor, and the provider has not asked for its own. */
  async lacksCode(userId: string, identity: ProviderIdentity | null): Promise<boolean> {
    return !identity?.hasSecondFactor && (await this.factors.isOn(userId));
  }

  /** Whether this browser has given the password of a person whose code is missing. */
  async awaitsCode(request: Request): Promise<boolean> {
    return (await this.pending.find(request)) !== null;
  }

  /** Records a new proof of the person of this session, and replaces the secret of the session. */
  async noteProof(request: Request, response: Response, userId: string): Promise<void> {
    const secret = newSecret();
    await this.database.transaction(async () => {
      await this.queries.noteProof(this.hashOfCookie(request), hashOfSecret(secret));
      await this.members.record(userId, { action: 'session.proved' });
    });
    this.cookie.write(response, secret, this.env.SESSION_MAX_HOURS * HOUR_MS);
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

  /** The live sessions of a person, the session of this request first. */
  list(request: Request, userId: string): Promise<ListedSession[]> {
    return this.queries.list(userId, this.hashOfCookie(request), this.rules);
  }

  /** Ends one session of a person. @throws 404 */
  async endOne(userId: string, id: string): Promise<void> {
    await this.database.transaction(async () => {
      if (!(await this.queries.deleteOne(userId, id))) throw notFound('This login has already ended');
      await this.members.record(userId, { action: 'session.ended' });
    });
  }

  /** Ends every session of a person except the session of this request. @returns the number of sessions */
  async endOthers(request: Request, userId: string): Promise<number> {
    return this.database.transaction(async () => {
      const ended = await this.queries.deleteOthers(userId, this.hashOfCookie(request));
      if (ended > 0) await this.members.record(userId, { action: 'session.ended', changes: { sessions: [ended, 0] } });
      return ended;
    });
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
    if (!found) this.found.set(request, (found = this.queries.visit(hashOfSecret(secret), this.rules)));
    const signedIn = await found;
    if (signedIn) identify(actorOf(signedIn.user));
    return signedIn;
  }

  /** A person as the caller of services, for one of their teams. Who may spend may spend all credits of the team. */
  callerFor(request: Request, user: Person, team: OwnTeam): TeamCaller {
    return callerOf(user, team, clientIp(request, this.env.TRUSTED_PROXY_HOPS));
  }

  /** A member as the caller of what they started before, in a worker. Null for a person who is no longer in the team, or lacks its second factor. */
  async resolveMember(userId: string, teamId: string): Promise<TeamCaller | null> {
    const found = await this.queries.findMember(userId, teamId, this.rules);
    return found && callerOf(found.user, found.team, '');
  }

  /** Deletes ended sessions. @returns the number of sessions. */
  @OnDue({ name: 'purge-sessions', everySeconds: 3_600 })
  purge(): Promise<number> {
    return this.queries.purge(this.rules);
  }

  private async start(
    request: Request,
    response: Response,
    user: Pick<Person, 'id' | 'email'>,
    { isNew, identity, passwordHash }: Admission,
  ): Promise<void> {
    const link = await this.links.findFor(request, user.email);
    const ip = clientIp(request, this.env.TRUSTED_PROXY_HOPS);
    const secret = newSecret();
    const isNotified = !isNew && this.mails.isConfigured && !(await this.browsers.includes(request, user.id));
    const userAgent = userAgentOf(request);
    await this.database.transaction(async () => {
      const session = { userAgent, ip, ...proofOf(identity) };
      if (!(await this.queries.insert(hashOfSecret(secret), user.id, session, passwordHash)))
        throw unauthorized('The password has changed: log in again');
      await this.members.record(user.id, { action: 'session.created', actor: actorOf(user), changes: byOf(identity) });
      if (link) await this.identities.link(user, link);
      if (isNotified) await this.mails.inform(newBrowserMail(user.email, browserName(userAgent), ip, new Date()));
    });
    this.cookie.write(response, secret, this.env.SESSION_MAX_HOURS * HOUR_MS);
    if (link) this.links.end(response);
    await this.browsers.remember(request, response, user.id);
  }

  private hashOfCookie(request: Request): Buffer {
    return hashOfSecret(this.cookie.read(request) ?? '');
  }

  private async destroy(request: Request): Promise<void> {
    const secret = this.cookie.read(request);
    this.found.delete(request);
    if (secret) await this.queries.delete(hashOfSecret(secret));
  }
}

function callerOf(user: Person, { id, name, tier, status, isSuspended, role }: MemberTeam, ip: string): TeamCaller {
  return {
    lane: 'session',
    clientIp: ip,
    credentialId: user.id,
    userId: user.id,
    credentialName: user.email,
    team: { id, name, tier, status, isSuspended },
    role,
    budget: { kind: 'team' },
    ...(!user.isVerified && { isUnverified: true }),
  };
}

/** A login with the provider is as old a proof as what the person gave there, and none if the provider does not say when. */
const proofOf = (identity: ProviderIdentity | null): Pick<NewSession, 'provedAt' | 'hasProviderFactor'> =>
  identity
    ? { provedAt: identity.authenticatedAt ?? new Date(0), hasProviderFactor: identity.hasSecondFactor }
    : { provedAt: null, hasProviderFactor: false };

/** The audit log contains the provider of a sign-in. */
const byOf = (identity: ProviderIdentity | null): AuditChanges =>
  identity ? { provider: [null, identity.issuer] } : {};

const MAX_USER_AGENT_LENGTH = 500;

/** Browsers choose the text. PostgreSQL cannot store NUL, which HTTP does not allow either. */
const userAgentOf = ({ headers }: Request): string | null =>
  headers['user-agent']?.slice(0, MAX_USER_AGENT_LENGTH) ?? null;
