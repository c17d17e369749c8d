import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type JWK, Provider } from 'oidc-provider';

/** A person with an account at the provider, who logs in there as soon as a browser arrives. */
export interface AtProvider {
  sub: string;
  email: string;
  email_verified?: unknown;
  /** How the person logged in, such as `['pwd', 'mfa']`. */
  amr?: string[];
  /** Unix seconds of the login at the provider. By default now. */
  authTime?: number;
}

/** Handles a request instead of the provider, or changes its address. @returns whether it has handled the request */
type Intercept = (request: IncomingMessage, response: ServerResponse) => boolean;

/** A real OpenID provider without pages: every login is that of `person`. */
export interface TestProvider {
  issuer: string;
  /** The variables that configure it. */
  env: Record<string, string>;
  person: AtProvider;
  intercept: Intercept;
  close(): Promise<void>;
}

const CLIENT = { id: 'qualm', secret: 'a secret of the client' };
const NEVER: Intercept = () => false;

/** Starts a provider for an application with these callbacks. Close it in `afterAll`. */
export async function startIdentityProvider(
  redirectUris: string[],
  { emailInIdToken = false } = {},
): Promise<TestProvider> {
  const people = new Map<string, AtProvider>();
  let handle: (request: IncomingMessage, response: ServerResponse) => unknown = () => undefined;
  const server = createServer((request, response) => {
    if (!running.intercept(request, response)) void handle(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: redirectUris,
        require_auth_time: true,
      },
    ],
    jwks: { keys: [signingKey()] },
    cookies: { keys: ['a key of the cookies'] },
    claims: { openid: ['sub', 'amr'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: !emailInIdToken,
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 600, IdToken: 60, Interaction: 600, Session: 600 },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, sub) => {
      const person = people.get(sub);
      return person && { accountId: sub, claims: () => ({ ...person, email_verified: person.email_verified }) };
    },
    // Every login includes the consent.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ clientId: oidc.client?.clientId, accountId: oidc.session?.accountId });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  handle = async (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return answer(request, response);
    const { sub, amr, authTime } = running.person;
    people.set(sub, running.person);
    const login = { accountId: sub, remember: true, ...(amr && { amr }), ...(authTime && { ts: authTime }) };
    return provider.interactionFinished(request, response, { login });
  };
  const running: TestProvider = {
    issuer,
    env: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET: CLIENT.secret, OIDC_NAME: 'Acme ID' },
    person: { sub: '', email: '' },
    intercept: NEVER,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return running;
}

function signingKey(): JWK {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...(privateKey.export({ format: 'jwk' }) as JWK), use: 'sig', alg: 'RS256', kid: 'test' };
}
