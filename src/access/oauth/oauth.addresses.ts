import { parsedUrl } from '#platform/text/parsed.url.js';
import type { Env } from '#config/env.js';

/** The only scope. */
export const SCOPE = 'mcp';

/** The URLs of the authorization server. They come from the configuration only; no request can change them. */
export interface OauthAddresses {
  /** The issuer, an origin without a path. */
  issuer: string;
  /** The canonical resource, the URL that a person enters in an assistant. */
  resource: string;
  protectedResourceMetadata: string;
}

export const OAUTH_PATHS = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  registration: '/oauth/register',
  revocation: '/oauth/revoke',
  jwks: '/oauth/jwks',
  interaction: '/oauth/interaction',
} as const;

export const PROTECTED_RESOURCE_METADATA = '/.well-known/oauth-protected-resource/mcp/auth';
export const AUTHORIZATION_SERVER_METADATA = '/.well-known/oauth-authorization-server';

export function addressesOf(env: Env): OauthAddresses {
  const issuer = new URL(env.PUBLIC_URL).origin;
  return {
    issuer,
    resource: `${issuer}/mcp/auth`,
    protectedResourceMetadata: `${issuer}${PROTECTED_RESOURCE_METADATA}`,
  };
}

/**
 * Clients name this server by its origin or either MCP endpoint, with or without a final slash, and with the query that
 * chooses tool sets. Returns the canonical name.
 */
export function canonicalResource(value: string, { issuer, resource }: OauthAddresses): string {
  if (parsedUrl(value) === null) return value;
  const { origin, pathname, hash } = new URL(value);
  const ours = origin === issuer && hash === '';
  return ours && ['', '/mcp', '/mcp/auth'].includes(pathname.replace(/\/$/, '')) ? resource : value;
}

/** RFC 9728. */
export function protectedResourceDocument({ issuer, resource }: OauthAddresses): object {
  return {
    resource,
    authorization_servers: [issuer],
    scopes_supported: [SCOPE],
    bearer_methods_supported: ['header'],
    resource_name: 'Qualm',
  };
}

/** RFC 8414. It is static, so that a Host header cannot change it. */
export function authorizationServerDocument({ issuer }: OauthAddresses): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}${OAUTH_PATHS.authorization}`,
    token_endpoint: `${issuer}${OAUTH_PATHS.token}`,
    registration_endpoint: `${issuer}${OAUTH_PATHS.registration}`,
    revocation_endpoint: `${issuer}${OAUTH_PATHS.revocation}`,
    jwks_uri: `${issuer}${OAUTH_PATHS.jwks}`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none', 'client_secret_post', 'client_secret_basic'],
    revocation_endpoint_auth_methods_supported: ['none', 'client_secret_post', 'client_secret_basic'],
    scopes_supported: [SCOPE],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  };
}
