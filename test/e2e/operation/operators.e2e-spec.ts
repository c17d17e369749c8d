import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { CreditsService } from '#accounts/credits/credits.service.js';
import { MailsService } from '#platform/mail/mails.service.js';
import { DueWork, PERIODIC_QUEUE } from '#platform/queues/due-work.js';
import { QueueRegistry } from '#surfaces/ops/queue-registry.js';
import { createTeam, startTestApp, type TestApp } from '../../support/app.js';
import {
  accessibilityViolations,
  describeInBrowser,
  launchChromium,
  overflowOf,
  visitor,
} from '../../support/chromium.js';
import { until } from '../../support/until.js';

const PASSWORD = 'correct-horse-battery';
const basic = (password: string, user = 'ops') => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
});

describe('the operator pages', () => {
  let app: TestApp;
  const at = (path: string, init?: RequestInit) => fetch(`${app.origin}${path}`, init);

  beforeAll(async () => {
    app = await startTestApp({
      env: { OPS_PASSWORD: PASSWORD, TRUSTED_PROXY_HOPS: '1', ENCRYPTION_KEYS: randomBytes(32).toString('base64') },
    });
  });
  afterAll(() => app.close());

  it.each([
    '/ops/queues',
    '/ops/queues/api/queues',
    '/ops/queues/static/js/main.js',
    '/ops/mail',
    '/ops/mail/00000000-0000-7000-8000-000000000000',
    '/ops/imports',
    '/ops/imports/1',
    '/ops',
    '/ops/teams',
    '/ops/events',
    '/ops/people',
    '/ops/sources',
    '/ops/sources/00000000-0000-7000-8000-000000000000',
    '/metrics',
  ])('answer 401 in the envelope without credentials: %s', async (path) => {
    const response = await at(path);
    expect(response.headers.get('www-authenticate')).toMatch(/^Basic realm=/);
    expect([response.status, await response.json()]).toEqual([
      401,
      {
        success: false,
        error: { code: 'unauthorized', message: 'Operator credentials required', request_id: expect.any(String) },
      },
    ]);
  });

  describeInBrowser('in a browser', () => {
    it('are accessible in both color schemes, and fit a phone', async () => {
      const browser = await launchChromium();
      const { teamId: id } = await createTeam(app);
      const httpCredentials = { username: 'ops', password: PASSWORD };
      const { page } = await visitor(browser, app, { httpCredentials, bypassCSP: true });
      const faults: string[] = [];
      for (const path of ['', '/teams', `/teams/${id}`, '/plans', '/imports', '/sources', '/mail', '/events']) {
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          await page.setViewportSize({ width: colorScheme === 'light' ? 1440 : 360, height: 800 });
          const response = await page.goto(`/ops${path}`);
          const found = [...(await accessibilityViolations(page)), ...(await overflowOf(page))];
          if (response?.status() !== 200) found.push(`answered ${response?.status()}`);
          faults.push(...found.map((fault) => `/ops${path} ${colorScheme}: ${fault}`));
        }
      }
      await browser.close();
      expect(faults).toEqual([]);
    });
  });

  it.each([
    ['a wrong password', basic('wrong')],
    ['a wrong user', basic(PASSWORD, 'root')],
    ['another scheme', { authorization: `Bearer ${PASSWORD}` }],
    ['no credentials after the scheme', { authorization: 'Basic' }],
    ['bytes that are not text', { authorization: 'Basic //8=' }],
  ])('refuse %s', async (_, headers) => {
    expect((await at('/ops/queues', { headers: { ...headers, 'x-forwarded-for': '192.0.2.77' } })).status).toBe(401);
  });

  it('show the board to an operator, with a content security policy that allows no other host', async () => {
    const response = await at('/ops/queues', { headers: basic(PASSWORD) });
    const policy = response.headers.get('content-security-policy');
    expect([response.status, policy]).toEqual([200, expect.stringContaining("default-src 'none'")]);
    expect(policy).not.toMatch(/https?:|\*/);
    const [script] = /static\/js\/main[^"]+/.exec(await response.text()) ?? [];
    const loaded = await at(`/ops/queues/${script}`, { headers: basic(PASSWORD) });
    expect([loaded.status, await loaded.text()]).toEqual([200, expect.stringContaining('function')]);
  });

  it('list every registered queue', async () => {
    const response = await at('/ops/queues/api/queues', { headers: basic(PASSWORD) });
    const { queues } = (await response.json()) as { queues: { name: string }[] };
    const registered = app.get(QueueRegistry).queues();
    expect(queues.map(({ name }) => name).sort()).toEqual(registered.map(({ name }) => name).sort());
  });

  it('show mails and their links if there is no mail server', async () => {
    const link = { label: 'Confirm', url: `${app.origin}/verify/secret?a=1&b=2` };
    const draft = { kind: 'verify-email', to: 'ada@example.com', subject: '<b>Hello</b>', link } as const;
    await app.get(MailsService).write({ ...draft, paragraphs: ['Please <i>confirm</i>.'] });
    const list = await (await at('/ops/mail', { headers: basic(PASSWORD) })).text();
    const [path = ''] = /\/ops\/mail\/[\w-]{36}/.exec(list) ?? [];
    const page = await (await at(path, { headers: basic(PASSWORD) })).text();
    expect(list).toContain('&lt;b>Hello&lt;/b>');
    expect(page).toContain('Please &lt;i>confirm&lt;/i>.');
    expect(page).toContain(`href="${link.url.replace('&', '&amp;')}"`);
  });

  it('run periodic work on demand', async () => {
    const queue = app.get(DueWork).queue(PERIODIC_QUEUE);
    await queue.upsertJobScheduler('of-the-test', { every: 3_600_000, startDate: Date.now() + 3_600_000 });
    const [planned] = await queue.getDelayed();
    const promote = `/ops/queues/api/queues/periodic/${encodeURIComponent(planned?.id ?? '')}/promote`;
    expect((await at(promote, { method: 'PUT', headers: basic(PASSWORD) })).status).toBe(204);
    expect(await planned?.getState()).toBe('waiting');
  });

  it('forbid to store the board, and do not name its framework', async () => {
    const { headers } = await at('/ops/queues', { headers: basic(PASSWORD) });
    expect([headers.get('cache-control'), headers.get('x-powered-by')]).toEqual(['no-store', null]);
  });

  it.each([
    ['sec-fetch-site', 'cross-site'],
    ['origin', 'http://evil.example'],
    ['origin', 'null'],
  ])('refuse requests from another site, with the header %s: %s', async (name, value) => {
    const response = await at('/ops/queues/api/queues/reports/pause', {
      method: 'PUT',
      headers: { ...basic(PASSWORD), [name]: value },
    });
    expect([response.status, await response.json()]).toMatchObject([
      403,
      { error: { details: { reason: 'cross_site' } } },
    ]);
  });

  it('limit failed attempts by client address, even for the correct password', async () => {
    const from = (ip: string, password: string) =>
      at('/metrics', { headers: { ...basic(password), 'x-forwarded-for': ip } }).then(({ status }) => status);
    await Promise.all(Array.from({ length: 10 }, (_, guess) => from('192.0.2.1', `guess-${guess}`)));
    expect(await Promise.all([from('192.0.2.1', PASSWORD), from('192.0.2.2', PASSWORD)])).toEqual([429, 200]);
  });

  it('never limit attempts with the correct password', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 15; i++) statuses.push((await at('/metrics', { headers: basic(PASSWORD) })).status);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});

describe('without an operator password', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  it.each(['/ops/queues', '/ops/queues/api/queues', '/metrics'])('%s refuses every request', async (path) => {
    const statuses = await Promise.all(
      [{}, basic(''), basic('undefined')].map((headers) =>
        fetch(`${app.origin}${path}`, { headers: headers as Record<string, string> }).then(({ status }) => status),
      ),
    );
    expect(statuses).toEqual([403, 403, 403]);
  });
});

describe('the metrics for Prometheus', () => {
  let app: TestApp;
  const figures = async () => (await fetch(`${app.origin}/metrics`)).text();

  beforeAll(async () => {
    app = await startTestApp({ env: { METRICS_OPEN: 'true' }, worker: true });
  });
  afterAll(() => app.close());

  it('measure request durations by method, route template and status', async () => {
    await fetch(`${app.baseUrl}/ping`);
    await fetch(`${app.baseUrl}/no-such-thing/42`);
    const text = await figures();
    expect(text).toMatch(
      /qualm_http_request_duration_seconds_count\{method="GET",route="\/api\/v1\/ping",status="200"\} 1/,
    );
    expect(text).toMatch(/route="\/api\/v1\/\{\*path\}",status="404"\} 1/);
    expect(text).not.toContain('no-such-thing');
  });

  it('count the credits that moved, without those that were rolled back', async () => {
    const { teamId } = await createTeam(app, 'growth', 7);
    const credits = app.get(CreditsService);
    const undone = app.database.transaction(async () => {
      await credits.grant(teamId, 1_000, 'undone', { kind: 'operator', id: null, requestId: null });
      throw new Error('undo');
    });
    await expect(undone).rejects.toThrow('undo');
    expect(await figures()).toContain('qualm_credits_total{kind="grant",action=""} 7');
  });

  /** The figures after the events of earlier tests are delivered. */
  const settledFigures = async (): Promise<string> => {
    const deadline = Date.now() + 10_000;
    return until(async () => {
      const text = await figures();
      return (text.includes('qualm_events_undelivered 0') || Date.now() > deadline) && text;
    });
  };

  it('show the waiting work in the database, the build, and series that start at 0', async () => {
    const text = await settledFigures();
    for (const line of [
      'qualm_texts_waiting 0',
      'qualm_purchases_open{action="generate_pitch"} 0',
      'qualm_purchases_oldest_open_seconds{action="generate_pitch"} 0',
      'qualm_events_undelivered 0',
      'qualm_events_oldest_undelivered_seconds 0',
      'qualm_runs_total{kind="generate_pitch",outcome="failed"} 0',
      'qualm_credits_total{kind="refund",action="generate_pitch"} 0',
      'qualm_tool_calls_total{tool="search_products",outcome="completed"} 0',
    ]) {
      expect(text).toContain(line);
    }
    expect(text).toMatch(/qualm_build_info\{version="[^"]+",node="v\d+[^"]*"\} 1/);
  });

  it('count refusals by lane and reason', async () => {
    await fetch(`${app.baseUrl}/account`);
    expect(await figures()).toMatch(/qualm_refusals_total\{lane="anonymous",reason="\w+"\} [1-9]/);
  });

  it.each(['docs/alerts.yml', 'deploy/grafana/qualm.json'])('include every metric that %s names', async (file) => {
    const rules = readFileSync(join(import.meta.dirname, '../../..', file), 'utf8');
    const named = new Set([...rules.matchAll(/\bqualm_\w+/g)].map(([name]) => name.replace(/_(?:bucket|count)$/, '')));
    const text = (await figures()) + (await app.inWorker(Registry).metrics());
    expect(named.size).toBeGreaterThan(5);
    expect([...named].filter((name) => !text.includes(`# TYPE ${name} `))).toEqual([]);
  });

  it('name no request that waits for a connection if only the scrape reads the database', async () => {
    await settledFigures();
    expect(await figures()).toContain('qualm_database_pool_connections{state="waiting"} 0');
  });

  it('name no gauge like a counter', async () => {
    expect(await figures()).not.toMatch(/^# TYPE \w+_total gauge$/m);
  });

  it('show the connections of the database pool and the state of the process', async () => {
    expect(await figures()).toMatch(/process_cpu_seconds_total[^]*qualm_database_pool_connections\{state="idle"\} \d/);
  });
});
