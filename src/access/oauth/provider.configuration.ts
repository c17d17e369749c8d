import { type Configuration, errors, type KoaContextWithOIDC } from 'oidc-provider';
import type { Env } from '#config/env.js';
import { OAUTH_PATHS, type OauthAddresses, SCOPE } from './oauth.addresses.js';
import { PROVIDER_SESSION_COOKIE } from './provider.request.js';

const DAY = 24 * 60 * 60;

/** What the authorization server asks of the rest of the application. */
export interface ProviderParts {
  adapter: NonNullable<Configuration['adapter']>;
  jwks: NonNullable<Configuration['jwks']>;
  cookieKeys: string[];
  /** False refuses a code or refresh token whose connection has ended. */
  isLive: (grantId: string) => Promise<boolean>;
  /** May this request make us fetch a client's metadata document? */
  mayFetch: (context: KoaContextWithOIDC) => Promise<boolean>;
  fetchMetadata: NonNullable<Configuration['fetch']>;
  renderFailure: NonNullable<Configuration['renderError']>;
}

/** OAuth 2.1 as MCP clients speak it: public clients, PKCE with S256, opaque tokens for one resource, rotated refresh tokens. */
export function providerConfiguration(env: Env, { resource }: OauthAddresses, parts: ProviderParts): Configuration {
  const session = env.OAUTH_SESSION_DAYS * DAY;
  const cookie = { httpOnly: true, sameSite: 'lax', signed: true } as const;
  return {
    adapter: parts.adapter,
    jwks: parts.jwks,
    cookies: {
      keys: parts.cookieKeys,
      names: { session: PROVIDER_SESSION_COOKIE, interaction: 'oauth_interaction', resume: 'oauth_resume' },
      short: cookie,
      long: { ...cookie, path: OAUTH_PATHS.authorization },
    },
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
    // offline_access is accepted in registrations because newer clients add it; every connection refreshes anyway.
    scopes: [SCOPE, 'offline_access'],
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: (_context, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: () => false,
    ttl: {
      AccessToken: env.OAUTH_ACCESS_TOKEN_SECONDS,
      AuthorizationCode: 60,
      Grant: session,
      Interaction: 60 * 60,
      // A rotated token inherits what is left: a refresh session ends for good.
      RefreshToken: (context) => context?.oidc.entities.RotatedRefreshToken?.remainingTTL ?? session,
      Session: 10 * 60,
    },
    interactions: { url: (_context, interaction) => `${OAUTH_PATHS.interaction}/${interaction.uid}` },
    // A grant comes only from the consent just given: every connection asks, and has a budget of its own.
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
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      revocation: { enabled: true, allowedPolicy: (_context, client, token) => token.clientId === client.clientId },
      registration: { enabled: true, issueRegistrationAccessToken: false },
      clientIdMetadataDocument: { enabled: true, ack: 'draft-02', allowFetch: parts.mayFetch },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resource,
        useGrantedResource: () => true,
        getResourceServerInfo: (_context, indicator) => {
          if (indicator !== resource) throw new errors.InvalidTarget();
          return {
            scope: SCOPE,
            audience: resource,
            accessTokenTTL: env.OAUTH_ACCESS_TOKEN_SECONDS,
            accessTokenFormat: 'opaque',
          };
        },
      },
    },
  };
}
