import { type Configuration, errors, type KoaContextWithOIDC } from 'oidc-provider';
import type { Env } from '#config/env.js';
import { OAUTH_PATHS, type OauthAddresses, SCOPE } from './oauth.addresses.js';
import { PROVIDER_SESSION_COOKIE } from './provider.request.js';

const DAY = 24 * 60 * 60;

/** The parts that the rest of the application gives to the authorization server. */
export interface ProviderParts {
  adapter: NonNullable<Configuration['adapter']>;
  jwks: NonNullable<Configuration['jwks']>;
  cookieKeys: string[];
  /** Resolves to false when the connection has ended. Its codes and refresh tokens are then refused. */
  isLive: (grantId: string) => Promise<boolean>;
  /** Whether this request may cause a fetch of the client's metadata document. */
  mayFetch: (context: KoaContextWithOIDC) => Promise<boolean>;
  fetchMetadata: NonNullable<Configuration['fetch']>;
  renderFailure: NonNullable<Configuration['renderError']>;
}

/** OAuth 2.1 for MCP clients: public clients, PKCE with S256, opaque tokens for one resource, rotated refresh tokens. */
export function providerConfiguration(env: Env, { resource }: OauthAddresses, parts: ProviderParts): Configuration {
  return {
    adapter: parts.adapter,
    jwks: parts.jwks,
    cookies: cookies(parts.cookieKeys),
    routes: {
      authorization: OAUTH_PATHS.authorization,
      token: OAUTH_PATHS.token,
      registration: OAUTH_PATHS.registration,
      revocation: OAUTH_PATHS.revocation,
      jwks: OAUTH_PATHS.jwks,
    },
    // Without an application type, older clients with a private-scheme redirect would count as web applications.
    clientDefaults: {
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    clientAuthMethods: ['none', 'client_secret_post', 'client_secret_basic'],
    responseTypes: ['code'],
    // Newer clients register with offline_access. Every connection gets a refresh token with or without this scope.
    scopes: [SCOPE, 'offline_access'],
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: (_context, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: () => false,
    ttl: timesToLive(env),
    interactions: { url: (_context, interaction) => `${OAUTH_PATHS.interaction}/${interaction.uid}` },
    // Only the consent just given provides a grant. Every connection asks for consent and has its own budget.
    loadExistingGrant: async (context) => {
      const grantId = context.oidc.result?.consent?.grantId;
      return grantId ? context.oidc.provider.Grant.find(grantId) : undefined;
    },
    findAccount: async (_context, accountId, token) => {
      const grantId = token && 'grantId' in token ? token.grantId : undefined;
      if (grantId !== undefined && !(await parts.isLive(grantId))) return undefined;
      return { accountId, claims: () => ({ sub: accountId }) };
    },
    renderError: parts.renderFailure,
    fetch: parts.fetchMetadata,
    features: features(resource, env.OAUTH_ACCESS_TOKEN_SECONDS, parts.mayFetch),
  };
}

function cookies(keys: string[]): Configuration['cookies'] {
  const options = { httpOnly: true, sameSite: 'lax', signed: true } as const;
  return {
    keys,
    names: { session: PROVIDER_SESSION_COOKIE, interaction: 'oauth_interaction', resume: 'oauth_resume' },
    short: options,
    long: { ...options, path: OAUTH_PATHS.authorization },
  };
}

/** In seconds. */
function timesToLive(env: Env): Configuration['ttl'] {
  const session = env.OAUTH_SESSION_DAYS * DAY;
  return {
    AccessToken: env.OAUTH_ACCESS_TOKEN_SECONDS,
    AuthorizationCode: 60,
    Grant: session,
    Interaction: 60 * 60,
    // A rotated token inherits the remaining time, so that no refresh session lasts longer than `session`.
    RefreshToken: (context) => context?.oidc.entities.RotatedRefreshToken?.remainingTTL ?? session,
    Session: 10 * 60,
  };
}

function features(
  resource: string,
  accessTokenTTL: number,
  allowFetch: ProviderParts['mayFetch'],
): Configuration['features'] {
  return {
    devInteractions: { enabled: false },
    userinfo: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    revocation: { enabled: true, allowedPolicy: (_context, client, token) => token.clientId === client.clientId },
    registration: { enabled: true, issueRegistrationAccessToken: false },
    clientIdMetadataDocument: { enabled: true, ack: 'draft-02', allowFetch },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => resource,
      useGrantedResource: () => true,
      getResourceServerInfo: (_context, indicator) => {
        if (indicator !== resource) throw new errors.InvalidTarget();
        return { scope: SCOPE, audience: resource, accessTokenTTL, accessTokenFormat: 'opaque' };
      },
    },
  };
}
