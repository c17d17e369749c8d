import { IncomingMessage } from 'node:http';
import type { Request } from 'express';
import { isDeeperThan } from '#platform/operations/nesting.js';
import { textFaultIn } from '#platform/operations/text.js';
import { canonicalResource, type OauthAddresses, SCOPE } from './oauth.addresses.js';

/**
 * The request for the authorization server: with the configured host and scheme instead of the client's headers,
 * without a provider session (the service has its own sessions), and with normalized parameters.
 */
export function asProviderSees(
  request: Request,
  addresses: OauthAddresses,
  { url = request.originalUrl, body }: { url?: string; body?: string } = {},
): IncomingMessage {
  const { host, protocol } = new URL(addresses.issuer);
  const seen = new IncomingMessage(request.socket);
  const { 'transfer-encoding': encoding, 'content-length': length, ...headers } = request.headers;
  seen.method = request.method;
  seen.url = url;
  seen.headers = {
    ...headers,
    host,
    'x-forwarded-host': host,
    'x-forwarded-proto': protocol.slice(0, -1),
    cookie: withoutProviderSession(request.headers.cookie),
    ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
  };
  // Marked complete, so that ending this message never closes the shared socket.
  seen.complete = true;
  if (body !== undefined) seen.push(body);
  seen.push(null);
  return seen;
}

/**
 * Normalizes the parameters of an authorization request: the canonical resource, and the only scope. Response modes that
 * the metadata does not name get a name that the provider refuses.
 */
export function normalizeAuthorizationParameters(
  parameters: URLSearchParams,
  addresses: OauthAddresses,
): URLSearchParams {
  const normalized = normalizeResource(parameters, addresses);
  normalized.set('scope', SCOPE);
  const mode = normalized.get('response_mode');
  if (mode !== null && mode !== 'query') normalized.set('response_mode', 'unsupported');
  return normalized;
}

/** Replaces other names of the resource with the canonical name. */
export function normalizeResource(parameters: URLSearchParams, addresses: OauthAddresses): URLSearchParams {
  const normalized = new URLSearchParams(parameters);
  const named = new Set(parameters.getAll('resource').map((value) => canonicalResource(value, addresses)));
  normalized.delete('resource');
  for (const resource of named) if (resource !== '') normalized.append('resource', resource);
  return normalized;
}

const MAX_METADATA_DEPTH = 8;
const MAX_REDIRECT_URIS = 10;
const MAX_CLIENT_NAME_LENGTH = 200;

/** Why the metadata of a client cannot be stored, or null. The provider judges everything else. */
export function registrationFault(body: string): string | null {
  let metadata: unknown;
  try {
    metadata = JSON.parse(body);
  } catch {
    return null;
  }
  if (isDeeperThan(metadata, MAX_METADATA_DEPTH)) {
    return `The client metadata must not be nested deeper than ${MAX_METADATA_DEPTH} levels`;
  }
  const fault = textFaultIn(metadata);
  if (fault) return `The client metadata ${fault.message}`;
  const { redirect_uris: uris, client_name: name } = (metadata ?? {}) as Record<string, unknown>;
  if (Array.isArray(uris) && uris.length > MAX_REDIRECT_URIS) {
    return `A client registers at most ${MAX_REDIRECT_URIS} redirect URIs`;
  }
  if (typeof name === 'string' && name.length > MAX_CLIENT_NAME_LENGTH) {
    return `A client name has at most ${MAX_CLIENT_NAME_LENGTH} characters`;
  }
  return null;
}

/** Registers a client that names no authentication method as a public client, so that it gets no unused secret. */
export function normalizeRegistration(body: string): string {
  try {
    const metadata: unknown = JSON.parse(body);
    if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata)) return body;
    return JSON.stringify({ token_endpoint_auth_method: 'none', ...metadata });
  } catch {
    return body;
  }
}

/** The name of the provider's session cookie, which lasts only from a decision to the authorization code. */
export const PROVIDER_SESSION_COOKIE = 'oauth_session';

const withoutProviderSession = (cookies = ''): string =>
  cookies
    .split(';')
    .filter((cookie) => !cookie.trim().startsWith(PROVIDER_SESSION_COOKIE))
    .join(';');
