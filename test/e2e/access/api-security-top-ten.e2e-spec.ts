import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { SCOPES } from '#access/policy/key.scopes.js';
import { WebhookEndpointsQueries } from '#accounts/webhooks/webhook-endpoints.queries.js';
import type { Env } from '#config/env.js';
import { RouteRegistry } from '#platform/http/route-registry.js';
import { securityHeaders } from '#platform/http/security-headers.js';
import { type ApiResponse, call, contractOf, createKey, startTestApp, type TestApp } from '../../support/app.js';
import type { OpenApiDocument } from '../../support/contract.js';
import { PRIVATE_ADDRESSES } from '../../support/stand-ins/private-addresses.js';
import { createReviewedProduct } from '../../support/reviewed-product.js';

const ROOT = join(import.meta.dirname, '../../..');
const NO_SUCH_ID = '01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d10';
const BULK_JOB = { action: 'unlock_contact', items: [{ opportunity_id: NO_SUCH_ID, field: 'email' }], max_credits: 1 };

interface Described {
  method: string;
  path: string;
  parameters: { name: string; in: string; schema?: { maximum?: number } }[];
}

/** Valid bodies of operations on one endpoint that need a body. */
const BODIES: Record<string, object> = {
  'PATCH /webhook-endpoints/{id}': { status: 'disabled' },
  'POST /webhook-endpoints/{id}/replay': { since: '2026-01-01T00:00:00Z' },
};

/** Every operation of the OpenAPI document, with the parameters that it declares itself. */
const operationsOf = ({ paths }: OpenApiDocument): Described[] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { parameters = [] }]) => ({
      method: method.toUpperCase(),
      path,
      parameters: parameters as Described['parameters'],
    })),
  );

/**
 * Tests for the risks of the list that the specs of single features do not cover. docs/security.md names those specs.
 */
describe('OWASP API Security Top 10 (2023)', () => {
  let app: TestApp;
  let document: OpenApiDocument;

  beforeAll(async () => {
    app = await startTestApp({
      env: { ENCRYPTION_KEYS: randomBytes(32).toString('base64'), RATE_LIMIT_SPENDING: '3' },
    });
    ({ document } = await contractOf(app));
  });
  afterAll(() => app.close());

  const reasonOf = ({ body }: ApiResponse): unknown => (body.error?.details as { reason?: string } | undefined)?.reason;

  describe('API1 Broken object level authorization', () => {
    it('answers 404 to every operation on a row of another team, and changes nothing', async () => {
      const owner = await createKey(app, { scopes: SCOPES });
      const stranger = await createKey(app, { scopes: SCOPES });
      const id = randomUUID();
      const [url, event_types] = ['https://hooks.example.com/', ['key.created']];
      await app.get(WebhookEndpointsQueries).insert({ id, team_id: owner.teamId, url, event_types, description: null });
      const read = async () => (await call(app, 'GET', `/webhook-endpoints/${id}`, { key: owner.key })).body.data;
      const before = await read();
      const answers: [string, number][] = [];
      for (const { method, path } of operationsOf(document).filter((each) =>
        /^\/webhook-endpoints\/\{/.test(each.path),
      )) {
        const body = BODIES[`${method} ${path}`] ?? (method === 'POST' ? {} : undefined);
        const { status } = await call(app, method, path.replace(/\{\w+\}/, id), { key: stranger.key, body });
        answers.push([`${method} ${path}`, status]);
      }
      expect(answers.length).toBeGreaterThan(4);
      expect(answers.filter(([, status]) => status !== 404)).toEqual([]);
      expect(await read()).toEqual(before);
    });
  });

  describe('API2 Broken authentication', () => {
    it('accepts no token of another kind, unsigned or not', async () => {
      const { key } = await createKey(app);
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
      const unsigned = `${part({ alg: 'none', typ: 'JWT' })}.${part({ sub: 'admin', exp: 9_999_999_999 })}.`;
      const tokens = [unsigned, `${key}0`, key.slice(0, -1), key.toUpperCase(), 'null', 'undefined', '[object Object]'];
      const statuses = await Promise.all(
        tokens.map(async (token) => (await call(app, 'GET', '/account', { key: token })).status),
      );
      expect(new Set(statuses)).toEqual(new Set([401]));
    });
  });

  describe('API3 Broken object property level authorization', () => {
    it('lets no caller write a property that the operation does not declare', async () => {
      const [own, other] = [await createKey(app), await createKey(app)];
      const forged = { team_id: other.teamId, id: NO_SUCH_ID, tier: 'enterprise', credits: 1_000, balance: 1_000 };
      await call(app, 'PATCH', '/account/sender-profile', { key: own.key, body: { company: 'Own', ...forged } });
      const profileOf = async (key: string) => (await call(app, 'GET', '/account/sender-profile', { key })).body.data;
      expect(await profileOf(other.key)).not.toMatchObject({ company: 'Own' });
      const teams = await app.database.query('SELECT tier FROM teams WHERE id = $1', [own.teamId]);
      const account = (await call(app, 'GET', '/credit-balance', { key: own.key })).body.data;
      expect([teams, JSON.stringify(account).includes('1000')]).toEqual([[{ tier: 'growth' }], false]);
    });

    it('describes no answer with a property that holds a password, hash or ciphertext', () => {
      const names = [...JSON.stringify(document).matchAll(/"(\w*(?:password|hash|encrypted)\w*)":\{/g)].map(
        ([, name]) => name,
      );
      expect(names).toEqual([]);
    });
  });

  describe('API4 Unrestricted resource consumption', () => {
    it('limits the size of every page of every list', async () => {
      const { key } = await createKey(app, { scopes: SCOPES });
      const lists = operationsOf(document).filter(({ parameters }) =>
        parameters.some(({ name }) => name === 'page_size'),
      );
      const statuses: [string, number][] = [];
      for (const { path } of lists) {
        const { status } = await call(app, 'GET', `${path.replace(/\{\w+\}/g, NO_SUCH_ID)}?page_size=100001`, { key });
        statuses.push([path, status]);
      }
      expect(statuses.length).toBeGreaterThan(5);
      expect(statuses.filter(([, status]) => status !== 400)).toEqual([]);
    });
  });

  describe('API5 Broken function level authorization', () => {
    it('refuses every operation beyond reading to a key that may only read', async () => {
      const { key } = await createKey(app, { scopes: ['read'], spendCap: 10 });
      const beyond = app
        .get(RouteRegistry)
        .operationRoutes()
        .filter(({ operation }) => operation.lanes.includes('key') && (operation.writes || operation.spends))
        .filter(({ operation }) => !operation.isAlwaysAllowed && operation.scope !== 'read');
      const allowed: string[] = [];
      for (const { method, path, operation } of beyond) {
        const at = path.replace('/api/v1', '').replace(/:\w+/g, NO_SUCH_ID);
        // The action of a bulk job determines its scope.
        const body = operation.id === 'create_bulk_job' ? BULK_JOB : {};
        const answer = await call(app, method, at, { key, ...(method !== 'DELETE' && { body }) });
        // The limit of paid actions comes before the scope.
        if (reasonOf(answer) !== 'insufficient_scope' && answer.status !== 429) allowed.push(operation.id);
      }
      expect(beyond.length).toBeGreaterThan(8);
      expect(allowed).toEqual([]);
    });
  });

  describe('API6 Unrestricted access to sensitive business flows', () => {
    it('limits how fast a key starts paid actions, regardless of their answers', async () => {
      const { key } = await createKey(app, { credits: 10, spendCap: 10 });
      const id = await createReviewedProduct(app.database);
      const statuses: number[] = [];
      for (let turn = 0; turn < 5; turn++) {
        statuses.push((await call(app, 'POST', `/products/${id}/generate-report`, { key })).status);
      }
      expect(statuses.slice(3)).toEqual([429, 429]);
    });
  });

  describe('API7 Server side request forgery', () => {
    it('takes no address of a private or special network as the address of a webhook endpoint', async () => {
      const { key } = await createKey(app, { scopes: SCOPES });
      const accepted: string[] = [];
      for (const address of PRIVATE_ADDRESSES) {
        const url = `https://${address.includes(':') ? `[${address}]` : address}/`;
        const answer = await call(app, 'POST', '/webhook-endpoints', {
          key,
          body: { url, event_types: ['key.created'] },
        });
        if (reasonOf(answer) !== 'endpoint_refused') accepted.push(url);
      }
      expect(accepted).toEqual([]);
    });
  });

  describe('API8 Security misconfiguration', () => {
    it('builds every stage of the image from a base that a digest names', () => {
      const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');
      expect(dockerfile).toMatch(/^ARG BASE=node:\d+\.\d+\.\d+-[\w-]+@sha256:[0-9a-f]{64}$/m);
      expect(dockerfile.match(/^FROM (?!\$\{BASE\}( AS \w+)?$).*/gm)).toBeNull();
    });

    it('sends the security headers with every kind of answer', async () => {
      const faults: string[] = [];
      for (const path of [
        '/',
        '/login',
        '/docs',
        '/api/v1/ping',
        '/api/v1/nowhere',
        '/nowhere',
        '/api/v1/openapi.json',
      ]) {
        const { headers } = await fetch(`${app.origin}${path}`);
        const isSafe =
          headers.get('x-content-type-options') === 'nosniff' &&
          headers.get('content-security-policy')?.includes("frame-ancestors 'none'") === true &&
          !headers.has('x-powered-by') &&
          !headers.has('server');
        if (!isSafe) faults.push(path);
      }
      expect(faults).toEqual([]);
    });

    it.each(['/', '/login', '/docs', '/products'])('keeps the page %s from its opener', async (path) => {
      const { headers } = await fetch(`${app.origin}${path}`);
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    });

    it('asks browsers for https for a year, with all subdomains, when it is served over https', () => {
      const headers = new Map(securityHeaders({ PUBLIC_URL: 'https://qualm.example' } as Env));
      expect(headers.get('Strict-Transport-Security')).toMatch(/^max-age=(?:3153|6307)\d+; includeSubDomains/);
    });

    it('refuses TRACE, and methods that a path does not have', async () => {
      const { port } = new URL(app.origin);
      const statusOf = (method: string): Promise<number | undefined> =>
        new Promise((settle, fail) => {
          const sent = request({ port, host: '127.0.0.1', method, path: '/api/v1/ping' }, (response) => {
            response.resume();
            settle(response.statusCode);
          });
          sent.once('error', fail).end();
        });
      expect([await statusOf('TRACE'), await statusOf('DELETE')]).toEqual([404, 404]);
    });
  });

  describe('API9 Improper inventory management', () => {
    it('serves nothing under other versions and usual names of forgotten interfaces', async () => {
      const paths = [
        '/api/v0/ping',
        '/api/v2/ping',
        '/api/ping',
        '/api/v1/debug',
        '/api/v1/admin',
        '/actuator',
        '/swagger.json',
      ];
      const statuses = await Promise.all(paths.map(async (path) => (await fetch(`${app.origin}${path}`)).status));
      expect(new Set(statuses)).toEqual(new Set([404]));
    });
  });

  describe('API10 Unsafe consumption of APIs', () => {
    it('names, as for every risk and requirement, tests that exist', () => {
      const named = ['security', 'asvs'].flatMap((page) => {
        const text = readFileSync(join(ROOT, `docs/${page}.md`), 'utf8');
        return [...text.matchAll(/`((?:test|src)\/[\w./-]+\.(?:ts|tsx|mjs))`/g)].map(([, path = '']) => path);
      });
      expect(named.length).toBeGreaterThan(50);
      expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    });
  });
});
