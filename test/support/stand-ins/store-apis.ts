import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { decodeProtectedHeader, jwtVerify } from 'jose';
import { type Handler, json } from './http-server.js';

/** The hosts that ask for the proof of an account. */
export const STORE_HOSTS = [
  'https://androidpublisher.googleapis.com',
  'https://oauth2.googleapis.com',
  'https://api.appstoreconnect.apple.com',
];

const MAX_APPLE_SECONDS = 1_200;
const pemOf = (key: { export(options: { type: 'pkcs8'; format: 'pem' }): string | Buffer }): string =>
  key.export({ type: 'pkcs8', format: 'pem' }).toString();

/** A service account of Google, as the file that an operator downloads. */
export function serviceAccount(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const account = { type: 'service_account', client_email: 'reader@example.iam.gserviceaccount.com' };
  return JSON.stringify({ ...account, private_key: pemOf(privateKey) }, null, 2);
}

/** The .p8 file of a key of App Store Connect. */
export const connectKey = (): string => pemOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey);

/**
 * Lets requests through to `handler` only with what Google and Apple demand: a token that was given for an assertion signed by the
 * service account, or a token signed by the key with a life of at most 20 minutes.
 */
export function guardedStores(handler: Handler, accounts: { google?: string; apple?: string }): Handler {
  const tokens = new Set<string>();
  const isAllowed = async (request: IncomingMessage): Promise<boolean> => {
    if (!/^\/(?:v1|androidpublisher)\//.test(request.url ?? '')) return true;
    const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (request.url?.startsWith('/v1/') && accounts.apple) return isFromApple(bearer, accounts.apple);
    return tokens.has(bearer);
  };
  const answer = async (request: IncomingMessage, response: ServerResponse, body: string): Promise<void> => {
    if (request.url !== '/token') {
      const isGuarded = (await isAllowed(request).catch(() => false)) ? handler : json(401, { error: { code: 401 } });
      return void isGuarded(request, response, body);
    }
    const form = new URLSearchParams(body);
    const isSigned = await isFromGoogle(form, accounts.google ?? '').catch(() => false);
    if (!isSigned) return void json(400, { error: 'invalid_grant' })(request, response, body);
    const access_token = `token-${tokens.size}-${Date.now()}`;
    tokens.add(access_token);
    json(200, { access_token, expires_in: 3_599, token_type: 'Bearer' })(request, response, body);
  };
  return (...call) => void answer(...call);
}

async function isFromGoogle(form: URLSearchParams, account: string): Promise<boolean> {
  if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer') return false;
  const { client_email, private_key } = JSON.parse(account) as { client_email: string; private_key: string };
  const { payload } = await jwtVerify(form.get('assertion') ?? '', createPublicKey(private_key), {
    ...{ issuer: client_email, audience: 'https://oauth2.googleapis.com/token', algorithms: ['RS256'] },
  });
  return payload.scope === 'https://www.googleapis.com/auth/androidpublisher';
}

async function isFromApple(bearer: string, key: string): Promise<boolean> {
  const { payload } = await jwtVerify(bearer, createPublicKey(key), {
    ...{ audience: 'appstoreconnect-v1', algorithms: ['ES256'], issuer: '57246542-96fe-1a63-e053-0824d011072a' },
  });
  const { exp = Infinity, iat = 0 } = payload;
  return decodeProtectedHeader(bearer).kid === '2X9R4HXF34' && exp - iat <= MAX_APPLE_SECONDS;
}
