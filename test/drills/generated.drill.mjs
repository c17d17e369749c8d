import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import fc from 'fast-check';
import { arbitraryOf, CHOSEN_IDS } from './schema.arbitraries.mjs';
import { RunningService } from './running-service.mjs';

/**
 * `npm run drill:hostile -- 100000`: sends this number of requests that fast-check generates from the OpenAPI document,
 * the schemas of the tools and the forms of docs/security.md, for every operation, lane and role. Fails on a 5xx, on an
 * answer of more than ten times its request plus 64 KB, and on a row of another team. A second argument repeats a run
 * by its seed.
 */
const count = Number(process.argv[2] ?? 10_000);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000_007);
const AT_ONCE = 16;
const ROLES = ['owner', 'admin', 'member', 'viewer'];
const SPARE_BYTES = 65_536;
/** A text that only rows of the other team contain. */
const MARKER = `foreign-${randomUUID()}`;
/** Forms that would end the session or the account that sends them. */
const ENDING = /logout|\/sessions\/|account\/delete|settings\/password|\/remove$|\/role$/;

const hashOf = (secret) => createHash('sha256').update(secret).digest();

/** A person of the demo team with a session and a connected assistant. */
async function personWith(service, role, teamId) {
  const [id, session, token, grant] = [
    randomUUID(),
    ...Array.from({ length: 3 }, () => randomBytes(32).toString('hex')),
  ];
  const [{ password_hash: hash }] = await service.rows('SELECT password_hash FROM users LIMIT 1');
  const person = [id, `${role}@drill.example`, hash];
  await service.rows('INSERT INTO users (id, email, password_hash) VALUES ($1, $2, $3)', person);
  await service.rows('INSERT INTO memberships (team_id, user_id, role) VALUES ($1, $2, $3)', [teamId, id, role]);
  await service.rows('INSERT INTO web_sessions (id_hash, user_id) VALUES ($1, $2)', [hashOf(session), id]);
  await service.rows(
    `INSERT INTO oauth_connections (id, grant_id, user_id, team_id, client_id, client_name, expires_at)
     VALUES ($1, $2, $3, $4, 'drill', 'Drill', now() + interval '1 day')`,
    [randomUUID(), grant, id, teamId],
  );
  const { mcp_url: mcp } = await service.demo();
  await service.rows(
    `INSERT INTO oauth_artifacts (model, id_hash, grant_id, payload, expires_at)
     VALUES ('AccessToken', $1, $2, $3, now() + interval '1 day')`,
    [hashOf(token), grant, JSON.stringify({ aud: `${mcp}/auth` })],
  );
  return { role, token, cookie: `qualm_session=${session}` };
}

/** Another team, whose rows contain the marker. @returns their ids */
async function addOtherTeam(service) {
  const [team, endpoint] = [randomUUID(), randomUUID()];
  await service.rows(`INSERT INTO teams (id, name, tier, subscription_status) VALUES ($1, $2, 'growth', 'active')`, [
    team,
    MARKER,
  ]);
  await service.rows(
    `INSERT INTO webhook_endpoints (id, team_id, url, event_types, description) VALUES ($1, $2, 'https://hooks.example.com/', '{}', $3)`,
    [endpoint, team, MARKER],
  );
  await service.rows(
    `INSERT INTO audit_entries (id, team_id, action, actor_kind, actor_name) VALUES ($1, $2, 'key.created', 'system', $3)`,
    [randomUUID(), team, MARKER],
  );
  return [team, endpoint];
}

const agent = new http.Agent({ keepAlive: true, maxSockets: AT_ONCE });

/** @returns status, and body of an answer */
function send(origin, { method, path, headers = {}, body }) {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const sent = http.request(
      { agent, hostname, port, method, path, headers: { ...headers, ...length } },
      async (answer) => {
        const chunks = [];
        for await (const chunk of answer) chunks.push(chunk);
        resolve({ status: answer.statusCode, body: Buffer.concat(chunks).toString() });
      },
    );
    sent.once('error', (error) => resolve({ status: 0, body: error.message }));
    sent.end(body);
  });
}

const asText = (value) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
const encoded = (value) => encodeURIComponent(asText(value).toWellFormed()).slice(0, 4_000);

/** Requests of every REST operation, for every lane that has a REST face. */
function restRequests(document, credentials) {
  return Object.entries(document.paths).flatMap(([template, operations]) =>
    Object.entries(operations).flatMap(([name, operation]) => {
      // It would end the key that all other requests use.
      if (operation.operationId === 'revoke_current_api_key') return [];
      const parameters = (operation.parameters ?? []).filter(({ $ref }) => !$ref);
      const inputs = (where) =>
        fc.record(
          Object.fromEntries(
            parameters
              .filter((each) => each.in === where)
              .map((each) => [each.name, arbitraryOf(each.schema ?? {}, document)]),
          ),
          where === 'path' ? undefined : { requiredKeys: [] },
        );
      const schema = operation.requestBody?.content['application/json'].schema;
      const bodies = schema ? arbitraryOf(schema, document) : fc.constant(undefined);
      return Object.entries(credentials).map(([lane, key]) => ({
        name: `${name.toUpperCase()} ${template} as ${lane}`,
        requests: fc.tuple(inputs('path'), inputs('query'), bodies).map(([path, query, body]) => ({
          method: name.toUpperCase(),
          path: `/api/v1${template.replace(/\{(\w+)\}/g, (_, id) => encoded(path[id] ?? CHOSEN_IDS[0]) || 'x')}?${Object.entries(
            query,
          )
            .map(([field, value]) => `${field}=${encoded(value)}`)
            .join('&')}`,
          headers: {
            ...(key && { authorization: `Bearer ${key}` }),
            ...(body !== undefined && { 'content-type': 'application/json' }),
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        })),
      }));
    }),
  );
}

/** Calls of every tool, anonymous, with a key, and as an assistant of a person of every role. */
async function toolRequests(origin, key, people) {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const lanes = [
    ['anonymous', '/mcp', undefined],
    ['key', '/mcp', key],
    ...people.map(({ role, token }) => [`an assistant of the ${role}`, '/mcp/auth', token]),
  ];
  const all = [];
  for (const [lane, path, token] of lanes) {
    const authorized = { ...headers, ...(token && { authorization: `Bearer ${token}` }) };
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
    const { body, status } = await send(origin, {
      method: 'POST',
      path,
      headers: authorized,
      body: JSON.stringify(list),
    });
    const { tools } = JSON.parse(body.match(/\{.*\}/s)?.[0] ?? '{}').result ?? {};
    if (!tools) throw new Error(`no tools for ${lane}: ${status} ${body.slice(0, 300)}`);
    for (const tool of tools) {
      const calls = arbitraryOf(tool.inputSchema, {}).map((given) => ({
        method: 'POST',
        path,
        headers: authorized,
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 2,
          method: 'tools/call',
          params: { name: tool.name, arguments: given },
        }),
      }));
      all.push({ name: `tool ${tool.name} as ${lane}`, requests: calls });
    }
  }
  return all;
}

/** Submissions of every form of docs/security.md, in a session of every role. */
async function formRequests(origin, people) {
  const text = readFileSync(join(import.meta.dirname, '../../docs/security.md'), 'utf8');
  const forms = [...text.slice(text.indexOf('| form |')).matchAll(/^\| `(\/[^`]*)` \|/gm)].map(([, path]) => path);
  const names = [
    'name',
    'email',
    'role',
    'url',
    'event_types',
    'spend_cap',
    'scopes',
    'team_id',
    'status',
    'code',
    'team',
  ];
  const fields = fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string()), arbitraryOf({ type: 'string' }, {}), {
    maxKeys: 8,
  });
  const all = [];
  for (const { role, cookie } of people) {
    const page = await send(origin, { method: 'GET', path: '/app/credits', headers: { cookie } });
    const csrf = /name="csrf_token" value="([^"]*)"/.exec(page.body)?.[1];
    if (!csrf) throw new Error(`no form for the ${role}: ${page.status}`);
    for (const path of forms.filter((form) => !ENDING.test(form))) {
      const requests = fc.tuple(arbitraryOf({ format: 'uuid' }, {}), fields).map(([id, given]) => ({
        method: 'POST',
        path: path.replace(/:\w+/, () => encoded(id) || 'x'),
        headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ ...given, csrf_token: csrf }).toString(),
      }));
      all.push({ name: `form ${path} of the ${role}`, requests });
    }
  }
  return all;
}

function faultOf({ body: sent = '', path }, { status, body }) {
  if (status === 0 || status >= 500) return `${status} ${body.slice(0, 300)}`;
  if (body.includes(MARKER)) return 'a row of another team';
  // The document is the same for everyone.
  if (path.startsWith('/api/v1/openapi.json')) return null;
  if (body.length > 10 * (sent.length + path.length) + SPARE_BYTES) return `an answer of ${body.length} bytes`;
  return null;
}

const limits = {
  RATE_LIMIT_ANONYMOUS: '1000000000',
  RATE_LIMIT_BROWSER: '1000000000',
  RATE_LIMIT_SPENDING: '1000000000',
};
const service = await RunningService.prepare({
  ...limits,
  PLAN_GROWTH: '500,50,900000000',
  SIGN_IN_BURST_PER_ADDRESS: '1000000000',
  SIGN_IN_ATTEMPTS_PER_ADDRESS: '1000000000',
  PASSWORD_MEMORY_KB: '1024',
});
try {
  await service.start();
  const { api_keys: keys } = await service.demo();
  const origin = new URL(service.baseUrl).origin;
  const [{ team_id: teamId }] = await service.rows(`SELECT team_id FROM memberships LIMIT 1`);
  CHOSEN_IDS.push(...(await addOtherTeam(service)));
  const people = [];
  for (const role of ROLES) people.push(await personWith(service, role, teamId));
  CHOSEN_IDS.push(
    ...(await service.rows('SELECT id FROM products ORDER BY review_count DESC LIMIT 5')).map(({ id }) => id),
  );
  CHOSEN_IDS.push(...(await service.rows('SELECT id FROM opportunities LIMIT 5')).map(({ id }) => id));
  const document = await (await fetch(`${service.baseUrl}/openapi.json`)).json();
  const targets = [
    ...restRequests(document, { anonymous: undefined, 'a key': keys.spending, 'a reading key': keys.reading }),
    ...(await toolRequests(origin, keys.spending, people)),
    ...(await formRequests(origin, people)),
  ];
  const each = Math.ceil(count / targets.length);
  console.log(`${targets.length} operations by lane and role, ${each} requests each, seed ${seed}`);
  const startedAt = performance.now();
  const byStatus = {};
  const faults = [];
  let largest = 0;
  let requests = 0;
  const waiting = targets.values();
  const work = async () => {
    for (const { name, requests: generated } of waiting) {
      for (const request of fc.sample(generated, { numRuns: each, seed })) {
        const answer = await send(origin, request);
        requests++;
        byStatus[answer.status] = (byStatus[answer.status] ?? 0) + 1;
        largest = Math.max(largest, answer.body.length);
        const fault = faultOf(request, answer);
        if (fault)
          faults.push(`${name}: ${fault}\n  ${request.path.slice(0, 300)}\n  ${request.body?.slice(0, 300) ?? ''}`);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  console.log(`${requests} requests in ${seconds} s, the largest answer ${largest} bytes`, byStatus);
  for (const fault of faults.slice(0, 30)) console.log(fault);
  console.log(`${faults.length} faults`);
  const alive = await fetch(`${service.baseUrl}/health/ready`);
  if (faults.length > 0 || !alive.ok) process.exitCode = 1;
} finally {
  agent.destroy();
  await service.stop();
}
