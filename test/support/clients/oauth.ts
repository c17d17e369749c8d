import { createHash, randomBytes } from 'node:crypto';
import { CreditsService } from '#accounts/credits/credits.service.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import type { PlanTier } from '#config/env.js';
import { startTestApp, type TestApp, type TestAppOptions } from '../app.js';
import { Browser, type Page } from '../browser.js';
import { portForServer } from '../ports.js';

export const CALLBACK = 'http://127.0.0.1:33418/callback';
export const PASSWORD = 'correct horse battery';

/** Starts an application whose PUBLIC_URL is its real address. */
export async function startPublicApp(options: TestAppOptions = {}): Promise<TestApp> {
  const port = await portForServer();
  const env = { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}`, ...options.env };
  return startTestApp({ ...options, env });
}

/** Creates a person who owns a new team. */
export async function signUp(
  app: TestApp,
  tier: PlanTier = 'growth',
  credits = 0,
): Promise<{ teamId: string; userId: string; email: string }> {
  const teams = app.get(TeamsService);
  const team = await teams.create(`Team ${tier}`, tier);
  const email = `${randomBytes(6).toString('hex')}@example.com`;
  const { id: userId } = await teams.addUser(team.id, email, PASSWORD, 'owner');
  if (credits > 0) {
    await app.get(CreditsService).grant(team.id, credits, 'test', { kind: 'operator', id: null, requestId: null });
  }
  return { teamId: team.id, userId, email };
}

export interface Decision {
  email: string;
  password?: string;
  decision?: 'allow' | 'deny';
  budget?: string;
  /** Checks the box to be asked before each purchase. */
  asksFirst?: boolean;
  browser?: Browser;
}

/** Goes from an authorization request to the callback and logs in if asked. @returns a page with the callback as `next` */
export async function decide(authorizationUrl: string | URL, decision: Decision): Promise<Page> {
  const { browser = new Browser() } = decision;
  const consent = await openConsent(browser, authorizationUrl, decision);
  const decided = await browser.submit(consent, '/consent', {
    decision: decision.decision ?? 'allow',
    credit_budget: decision.budget ?? '0',
    ...(decision.asksFirst && { ask_before_spending: 'yes' }),
  });
  return decided.next ? browser.open(decided.next) : decided;
}

/** Goes from an authorization request to the consent page and logs in if asked. */
export async function openConsent(
  browser: Browser,
  authorizationUrl: string | URL,
  { email, password = PASSWORD }: Pick<Decision, 'email' | 'password'>,
): Promise<Page> {
  const authorization = await browser.open(authorizationUrl);
  if (!authorization.next) return authorization;
  const page = await browser.open(authorization.next);
  if (!page.html.includes('name="password"')) return page;
  const loggedIn = await browser.submit(page, '/login', { email, password });
  return loggedIn.next ? browser.open(loggedIn.next) : loggedIn;
}

export interface TokenResponse {
  status: number;
  access_token: string;
  refresh_token: string;
  expires_in: number;
  scope: string;
  error?: string;
}

/** A minimal client of the authorization server that sends raw HTTP requests. */
export class RawClient {
  private constructor(
    readonly app: TestApp,
    readonly id: string,
  ) {}

  /** Registers a public client. */
  static async register(app: TestApp, metadata: object = {}): Promise<RawClient> {
    const response = await fetch(`${app.origin}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_name: 'Test client', redirect_uris: [CALLBACK], scope: 'mcp', ...metadata }),
    });
    const { client_id: id } = (await response.json()) as { client_id: string };
    return new RawClient(app, id);
  }

  /** A client with an existing id. */
  static withId(app: TestApp, id: string): RawClient {
    return new RawClient(app, id);
  }

  /** The authorization URL and its PKCE verifier. */
  authorization(parameters: Record<string, string | undefined> = {}): { url: URL; verifier: string } {
    const verifier = randomBytes(32).toString('base64url');
    const url = new URL('/oauth/authorize', this.app.origin);
    const all = {
      response_type: 'code',
      client_id: this.id,
      redirect_uri: CALLBACK,
      scope: 'mcp',
      state: 'state-1',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      resource: `${this.app.origin}/mcp/auth`,
      ...parameters,
    };
    for (const [name, value] of Object.entries(all)) if (value !== undefined) url.searchParams.set(name, value);
    return { url, verifier };
  }

  /** Logs in and consents. @returns a code and its PKCE verifier */
  async code(decision: Decision): Promise<{ code: string; verifier: string }> {
    const { url, verifier } = this.authorization();
    const { next } = await decide(url, decision);
    return { code: next?.searchParams.get('code') ?? '', verifier };
  }

  /** Runs the complete flow and returns the tokens. */
  async connect(decision: Decision): Promise<TokenResponse> {
    const { code, verifier } = await this.code(decision);
    return this.redeem(code, verifier);
  }

  redeem(code: string, verifier: string): Promise<TokenResponse> {
    return this.token({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK, code_verifier: verifier });
  }

  refresh(refreshToken: string): Promise<TokenResponse> {
    return this.token({ grant_type: 'refresh_token', refresh_token: refreshToken });
  }

  async token(parameters: Record<string, string>): Promise<TokenResponse> {
    const body = new URLSearchParams({ client_id: this.id, resource: `${this.app.origin}/mcp/auth`, ...parameters });
    const response = await fetch(`${this.app.origin}/oauth/token`, { method: 'POST', body });
    return { ...((await response.json()) as TokenResponse), status: response.status };
  }

  async revoke(token: string): Promise<number> {
    const body = new URLSearchParams({ client_id: this.id, token });
    return (await fetch(`${this.app.origin}/oauth/revoke`, { method: 'POST', body })).status;
  }
}

/** Sends one JSON-RPC request of the older revision. */
export async function rpc(
  app: TestApp,
  method: string,
  options: { path?: string; token?: string; params?: object; headers?: Record<string, string> } = {},
): Promise<{ status: number; headers: Headers; body: RpcBody }> {
  const response = await fetch(`${app.origin}${options.path ?? '/mcp/auth'}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(options.token && { authorization: `Bearer ${options.token}` }),
      ...options.headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: options.params ?? {} }),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as RpcBody };
}

export interface RpcBody {
  result?: {
    tools?: { name: string; inputSchema: object; outputSchema: object; annotations: object; description: string }[];
    isError?: boolean;
    structuredContent?: Record<string, unknown>;
    content?: { type: string; text: string }[];
  };
  error?: { code: number; message: string; data?: unknown };
}

/** The names of the tools for a token, or for an anonymous caller. */
export async function toolNames(app: TestApp, token?: string): Promise<string[]> {
  const { body } = await rpc(app, 'tools/list', { path: token ? '/mcp/auth' : '/mcp', token });
  return (body.result?.tools ?? []).map(({ name }) => name);
}
