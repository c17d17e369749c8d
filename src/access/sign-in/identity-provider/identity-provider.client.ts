import { Inject, Injectable } from '@nestjs/common';
import * as openid from 'openid-client';
import { ENV, type Env } from '#config/env.js';
import { readUpTo } from '#platform/egress/answer.reader.js';
import { isEmailAddress } from '#platform/mail/email.rule.js';

/** The path to which the provider sends browsers back. */
const PROVIDER_CALLBACK = '/login/provider/callback';

const HOUR_MS = 60 * 60 * 1_000;
const MAX_RESPONSE_BYTES = 262_144;
const MAX_SUBJECT_LENGTH = 255;

/** The secrets of one login, which bind the answer of the provider to the browser. */
export interface LoginSecrets {
  state: string;
  nonce: string;
  verifier: string;
}

/** A person, as the provider describes them. The address is confirmed and in an allowed domain. */
export interface ProviderIdentity {
  issuer: string;
  subject: string;
  email: string;
  /** When the person last gave the provider a credential. Null if the provider does not state it. */
  authenticatedAt: Date | null;
  /** Whether the provider states that it asked for a second factor. */
  hasSecondFactor: boolean;
}

/** A login with the provider failed. The message is for the log: pages do not show the reason. */
export class ProviderLoginFailed extends Error {
  /** The person who was refused, if the provider has named one. */
  readonly person: { id: string } | null;

  constructor(message: string, { person = null, ...options }: ErrorOptions & { person?: { id: string } | null } = {}) {
    super(message, options);
    this.person = person;
  }
}

interface Discovered {
  configuration: Promise<openid.Configuration>;
  until: number;
}

/**
 * The client of the identity provider: OpenID Connect with authorization code, PKCE, state and nonce. Asks the provider
 * for its addresses when they are first needed, and again after an hour.
 */
@Injectable()
export class IdentityProviderClient {
  private discovered?: Discovered;

  constructor(@Inject(ENV) private readonly env: Env) {}

  /**
   * The address at the provider that begins a login. `prove` asks the person for a credential even if the provider knows
   * the browser. @throws ProviderLoginFailed if the provider does not answer
   */
  async authorizationUrl({ state, nonce, verifier }: LoginSecrets, prove: boolean): Promise<string> {
    const seconds = prove ? this.proofSeconds : this.env.SESSION_MAX_HOURS * 3_600;
    return failingClearly(async () => {
      const parameters = {
        redirect_uri: `${this.env.PUBLIC_URL}${PROVIDER_CALLBACK}`,
        scope: 'openid email',
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        max_age: String(seconds),
        ...(prove && { prompt: 'login' }),
      };
      return openid.buildAuthorizationUrl(await this.configuration(), parameters).href;
    });
  }

  /**
   * The person of an answer. `query` is the query of the callback. @throws ProviderLoginFailed if the answer is not for
   * these secrets, the provider refuses or does not answer, or the person may not log in here
   */
  async identityOf(query: string, secrets: LoginSecrets, prove: boolean): Promise<ProviderIdentity> {
    return failingClearly(async () => {
      const configuration = await this.configuration();
      const callback = new URL(`${this.env.PUBLIC_URL}${PROVIDER_CALLBACK}${query}`);
      const tokens = await openid.authorizationCodeGrant(configuration, callback, {
        expectedState: secrets.state,
        expectedNonce: secrets.nonce,
        pkceCodeVerifier: secrets.verifier,
        idTokenExpected: true,
        ...(prove && { maxAge: this.proofSeconds }),
      });
      const claims = tokens.claims();
      if (!claims) throw new ProviderLoginFailed('the answer has no ID token');
      const { email, email_verified: isVerified } =
        'email' in claims && 'email_verified' in claims
          ? claims
          : await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub);
      return { ...identityIn(claims), email: this.allowed(email, isVerified) };
    });
  }

  private get proofSeconds(): number {
    return this.env.SESSION_PROOF_MINUTES * 60;
  }

  private allowed(email: unknown, isVerified: unknown): string {
    if (typeof email !== 'string' || !isEmailAddress(email))
      throw new ProviderLoginFailed('there is no usable email address');
    if (isVerified !== true) throw new ProviderLoginFailed('the email address is not verified');
    const address = email.trim();
    const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
    const domains = this.env.OIDC_ALLOWED_DOMAINS;
    if (domains.length > 0 && !domains.includes(domain)) throw new ProviderLoginFailed('the domain is not allowed');
    return address;
  }

  private configuration(): Promise<openid.Configuration> {
    if (!this.discovered || this.discovered.until < Date.now()) {
      const discovered = { configuration: discover(this.env), until: Date.now() + HOUR_MS };
      this.discovered = discovered;
      discovered.configuration.catch(() => {
        if (this.discovered === discovered) this.discovered = undefined;
      });
    }
    return this.discovered.configuration;
  }
}

async function discover(env: Env): Promise<openid.Configuration> {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: secret } = env;
  if (!issuer || !clientId || !secret) throw new ProviderLoginFailed('no provider is configured');
  return openid.discovery(new URL(issuer), clientId, secret, clientAuthentication(secret), {
    timeout: env.OIDC_TIMEOUT_MS / 1_000,
    // The configuration allows plain http for this machine only.
    execute: [openid.enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [openid.allowInsecureRequests] : [])],
    [openid.customFetch]: boundedFetch,
  });
}

/** HTTP Basic, the default of the standard, unless the provider supports only the body. */
function clientAuthentication(secret: string): openid.ClientAuth {
  const [basic, post] = [openid.ClientSecretBasic(secret), openid.ClientSecretPost(secret)];
  return (server, client, body, headers) => {
    const supported = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const authenticate = supported.includes('client_secret_basic') ? basic : post;
    return authenticate(server, client, body, headers);
  };
}

/** Follows no redirect, and reads no more than 256 KB of an answer. */
const boundedFetch: openid.CustomFetch = async (url, options) => {
  const response = await fetch(url, { ...(options as RequestInit), redirect: 'error' });
  const { body, isCut } = await readUpTo(MAX_RESPONSE_BYTES, response.body);
  if (isCut) throw new ProviderLoginFailed('the answer of the provider is too large');
  return new Response(body, { status: response.status, headers: response.headers });
};

function identityIn(claims: openid.IDToken): Omit<ProviderIdentity, 'email'> {
  const { iss, sub, auth_time: seconds, amr } = claims;
  if (sub === '' || sub.length > MAX_SUBJECT_LENGTH || sub.includes('\0')) {
    throw new ProviderLoginFailed('the id of the person is not usable');
  }
  return {
    issuer: iss,
    subject: sub,
    authenticatedAt: typeof seconds === 'number' ? new Date(Math.min(seconds * 1_000, Date.now())) : null,
    hasSecondFactor: Array.isArray(amr) && amr.includes('mfa'),
  };
}

/** @throws ProviderLoginFailed instead of any other error */
async function failingClearly<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof ProviderLoginFailed) throw cause;
    throw new ProviderLoginFailed(cause instanceof Error ? cause.message : 'unknown', { cause });
  }
}
