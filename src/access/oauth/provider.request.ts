import { IncomingMessage } from 'node:http';
import type { Request } from 'express';
import { canonicalResource, type OauthAddresses, SCOPE } from './oauth.addresses.js';

/**
 * The request as the authorization server is to see it: the host and scheme of the configuration instead of what the
 * client claims, no provider session (who is signed in is ours to say), and its parameters mended.
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
  // Complete, so that ending this message never closes the socket it borrows.
  seen.complete = true;
  if (body !== undefined) seen.push(body);
  seen.push(null);
  return seen;
}

/** Mends the parameters of an authorization request: the resource by its one name, and the one scope. */
export function mendAuthorizationParameters(parameters: URLSearchParams, addresses: OauthAddresses): URLSearchParams {
  const mended = mendResource(parameters, addresses);
  mended.set('scope', SCOPE);
  return mended;
}

/** Calls the resource by its one name wherever a client used another that means the same. */
export function mendResource(parameters: URLSearchParams, addresses: OauthAddresses): URLSearchParams {
  const mended = new URLSearchParams(parameters);
  const named = new Set(parameters.getAll('resource').map((value) => canonicalResource(value, addresses)));
  mended.delete('resource');
  for (const resource of named) if (resource !== '') mended.append('resource', resource);
  return mended;
}

/** Takes a client that names no way to authenticate for a public one, so that it is given no secret it would not use. */
export function mendRegistration(body: string): string {
  try {
    const metadata: unknown = JSON.parse(body);
    if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata)) return body;
    return JSON.stringify({ token_endpoint_auth_method: 'none', ...metadata });
  } catch {
    return body;
  }
}

/** The name of the provider's own session cookie, which lives only from a decision to the code that follows it. */
export const PROVIDER_SESSION_COOKIE = 'oauth_session';

const withoutProviderSession = (cookies = ''): string =>
  cookies
    .split(';')
    .filter((cookie) => !cookie.trim().startsWith(PROVIDER_SESSION_COOKIE))
    .join(';');
