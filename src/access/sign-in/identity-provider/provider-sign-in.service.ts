import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { MembersService } from '#accounts/teams/members.service.js';
import { ENV, type Env } from '#config/env.js';
import { newSecret } from '#platform/secrets/random.secret.js';
import { SecretsService } from '#platform/secrets/secrets.service.js';
import { Signer } from '#platform/secrets/signer.js';
import { IdentitiesService } from './identities.service.js';
import {
  IdentityProviderClient,
  type LoginSecrets,
  type ProviderIdentity,
  ProviderLoginFailed,
} from './identity-provider.client.js';
import { PendingLinks } from './pending-links.js';
import { SessionService } from '../session.service.js';
import { demandVerified } from '../sign-in.failures.js';
import { SignedCookie } from '../signed.cookie.js';
import { SignInMethods } from '../sign-in.methods.js';
import { SignInThrottle } from '../sign-in.throttle.js';
import type { TokenHolder } from '../user-tokens.service.js';

/** The purpose of a login at the provider. The person of a session gives a proof, or links the account at the provider. */
export type LoginPurpose = 'sign-in' | 'proof' | 'link';

/** A login that waits for the answer of the provider. */
interface PendingLogin {
  secret: string;
  purpose: LoginPurpose;
  /** The person of the session in which the login began. */
  userId: string | null;
  /** The path of the page that follows. */
  next: string;
}

/**
 * The outcome of an answer. `link-required`: the address has an account, whose password links it with the provider.
 * `proved`: the person of the session has given a proof. `linked`, `linked-elsewhere`: the account at the provider is
 * linked with the person of the session, or with another person.
 */
export interface ProviderOutcome {
  kind: 'signed-in' | 'code-required' | 'link-required' | 'proved' | 'linked' | 'linked-elsewhere';
  next: string;
}

/** A cookie holds at most 4 KB. */
const MAX_NEXT_LENGTH = 1_500;

/** Logins with the identity provider. A cookie ties each login to its browser; its secrets are derived, not stored. */
@Injectable()
export class ProviderSignInService {
  private readonly cookie: SignedCookie<PendingLogin>;
  private readonly signer: Signer;

  constructor(
    private readonly client: IdentityProviderClient,
    private readonly sessions: SessionService,
    private readonly identities: IdentitiesService,
    private readonly links: PendingLinks,
    private readonly members: MembersService,
    private readonly methods: SignInMethods,
    private readonly throttle: SignInThrottle,
    secrets: SecretsService,
    @Inject(ENV) env: Env,
  ) {
    this.cookie = new SignedCookie('provider', secrets, env);
    this.signer = new Signer(secrets, 'provider-login-key');
  }

  /**
   * Begins a login at the provider. @returns the address there
   * @throws ProviderLoginFailed; 403 `email_unverified` for a link; 404 without a provider; 429
   */
  async begin(
    request: Request,
    response: Response,
    { next, purpose }: Pick<PendingLogin, 'next' | 'purpose'>,
  ): Promise<string> {
    this.methods.demandProvider();
    const person = purpose === 'sign-in' ? null : (await this.sessions.current(request))?.user;
    // A stranger who signs up with another person's address must not keep access to the account.
    if (purpose === 'link' && person) demandVerified(person);
    await this.throttle.demandProviderWork(request);
    const secret = newSecret();
    const url = await this.client.authorizationUrl(await this.secretsOf(secret), purpose !== 'sign-in');
    const pending = { secret, purpose, userId: person?.id ?? null, next: next.length > MAX_NEXT_LENGTH ? '/' : next };
    await this.cookie.write(response, pending);
    return url;
  }

  /**
   * Completes the login that this browser began. Each login is completed once.
   * @throws ProviderLoginFailed; 404 without a provider; 429
   */
  async complete(request: Request, response: Response): Promise<ProviderOutcome> {
    this.methods.demandProvider();
    const pending = await this.cookie.read(request);
    this.cookie.clear(response);
    this.links.end(response);
    if (!pending) throw new ProviderLoginFailed('this browser has not begun a login');
    await this.throttle.demandProviderWork(request);
    try {
      return { kind: await this.accept(request, response, pending), next: pending.next };
    } catch (error) {
      if (error instanceof ProviderLoginFailed) await this.members.recordRefusal(error.person);
      throw error;
    }
  }

  private async accept(request: Request, response: Response, pending: PendingLogin): Promise<ProviderOutcome['kind']> {
    const { secret, purpose, userId } = pending;
    const query = new URL(request.originalUrl, 'http://own.invalid').search;
    const identity = await this.client.identityOf(query, await this.secretsOf(secret), purpose !== 'sign-in');
    if (purpose === 'proof') return this.prove(request, response, identity);
    return purpose === 'link' ? this.link(request, userId, identity) : this.signIn(request, response, identity);
  }

  private async link(
    request: Request,
    userId: string | null,
    identity: ProviderIdentity,
  ): Promise<'linked' | 'linked-elsewhere'> {
    const signedIn = await this.sessions.current(request);
    if (!signedIn || signedIn.user.id !== userId) {
      throw new ProviderLoginFailed('another person has begun to link', { person: signedIn?.user ?? null });
    }
    return (await this.identities.add(signedIn.user, identity)) ? 'linked' : 'linked-elsewhere';
  }

  private async prove(
    request: Request,
    response: Response,
    identity: ProviderIdentity,
  ): Promise<'proved' | 'signed-in' | 'code-required'> {
    const [signedIn, owner] = [await this.sessions.current(request), await this.identities.findOwner(identity)];
    if (!signedIn || owner?.id !== signedIn.user.id) {
      throw new ProviderLoginFailed('the proof is not that of the person of the session', { person: owner });
    }
    // Like a login: another one begins, which asks for the code.
    if (await this.sessions.lacksCode(owner.id, identity))
      return this.sessions.admit(request, response, owner, { isNew: false, identity });
    await this.sessions.noteProof(request, response, owner.id);
    return 'proved';
  }

  private async signIn(
    request: Request,
    response: Response,
    identity: ProviderIdentity,
  ): Promise<'signed-in' | 'code-required' | 'link-required'> {
    const owner = await this.identities.findOwner(identity);
    if (owner?.isDisabled) throw new ProviderLoginFailed('the account is disabled', { person: owner });
    const person = owner ?? (await this.registered(identity));
    if (!person) {
      await this.links.begin(response, identity);
      return 'link-required';
    }
    await this.identities.noteUse(identity);
    return this.sessions.admit(request, response, person, { isNew: !owner, identity });
  }

  /** The new account of a person. Null if the address has an account that is not linked with the provider. */
  private async registered(identity: ProviderIdentity): Promise<TokenHolder | null> {
    // Another login of the same person may have created it first.
    return (await this.identities.register(identity)) ?? this.identities.findOwner(identity);
  }

  /** The secrets of a login. Signatures have 43 characters, the minimum length of a PKCE verifier. */
  private async secretsOf(secret: string): Promise<LoginSecrets> {
    const [state, nonce, verifier] = await Promise.all(
      ['state', 'nonce', 'verifier'].map((use) => this.signer.sign(`${use} ${secret}`)),
    );
    return { state: state ?? '', nonce: nonce ?? '', verifier: verifier ?? '' };
  }
}
