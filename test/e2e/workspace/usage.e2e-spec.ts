import { randomBytes, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { ApiKeysService } from '#access/api-keys/api-keys.service.js';
import { KeyExpiry } from '#access/api-keys/key-expiry.service.js';
import { CreditsService } from '#accounts/credits/credits.service.js';
import { RenewalsService } from '#accounts/credits/renewals.service.js';
import { StatementsService } from '#accounts/credits/statements.service.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import { MailsService } from '#platform/mail/mails.service.js';
import type { LedgerEntry, Usage, UsageGroup } from '#workspace/usage/usage.operations.js';
import { UsageQueries } from '#workspace/usage/usage.queries.js';
import { UsageService } from '#workspace/usage/usage.service.js';
import { call, createKey, createTeam, startTestApp, type TestApp } from '../../support/app.js';
import { PASSWORD, signUp } from '../../support/clients/oauth.js';
import { createSpender } from '../../support/spender.js';

const OPERATOR = { kind: 'operator', id: null, requestId: null } as const;
const DAY_MS = 86_400_000;
/** More by `USAGE_HISTORIES=1000`. */
const HISTORIES = Number(process.env.USAGE_HISTORIES ?? 100);

let app: TestApp;
let credits: CreditsService;

beforeAll(async () => {
  app = await startTestApp({ env: { ENCRYPTION_KEYS: randomBytes(32).toString('base64') } });
  credits = app.get(CreditsService);
});
afterAll(() => app.close());
afterEach(async () => {
  expect(await credits.verify()).toEqual([]);
});

let items = 0;
const buy = async (caller: TeamCaller, action = 'unlock_contact', price = 1): Promise<string> => {
  const order = { caller, action, price, item: `item ${++items}`, requestId: 'request-1', deadlineSeconds: 60 };
  return (await credits.open(order)).purchaseId;
};
const dayOf = (daysAgo = 0): string => new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);
const keyCaller = async (options: Parameters<typeof createKey>[1] = {}): Promise<TeamCaller & { key: string }> => {
  const { key } = await createKey(app, { credits: 10, spendCap: 1_000, ...options });
  return { ...((await app.get(ApiKeysService).resolve(key, '192.0.2.1')) as TeamCaller), key };
};
const read = async <T>(key: string, path: string): Promise<T> => (await call(app, 'GET', path, { key })).body.data as T;

describe('the spending of the last days', () => {
  it('is of the same days in UTC by day and by action', async () => {
    const caller = await keyCaller();
    const before = await buy(caller, 'generate_pitch');
    await app.database.execute(
      `UPDATE purchases SET opened_at = date_trunc('day', now(), 'UTC') - interval '1 second' WHERE id = $1`,
      [before],
    );
    await buy(caller);
    const statements = app.get(StatementsService);
    const [days, actions] = [
      await statements.spendingByDay(caller.team.id, 1),
      await statements.spendingByAction(caller.team.id, 1),
    ];
    expect([days.map(({ credits: spent }) => spent), actions]).toEqual([
      [1],
      [{ action: 'unlock_contact', credits: 1 }],
    ]);
  });
});

describe('the ledger of a team', () => {
  it('finds each person by the id of the account, without reading all of them', async () => {
    const { text, values } = app
      .get(UsageQueries)
      .entriesStatement(randomUUID(), {}, { after: null, isNewestFirst: true, limit: 10 });
    const plan = await app.database.transaction(async () => {
      await app.database.execute('SET LOCAL enable_seqscan = off');
      return app.database.query(`EXPLAIN ${text}`, values);
    });
    expect(JSON.stringify(plan)).not.toContain('Seq Scan on users');
  });
});

describe('GET /account/usage', () => {
  it('sums charges and refunds by day, action and key, with the day of the charge', async () => {
    const caller = await keyCaller({ name: 'CRM' });
    const { id: teamId } = caller.team;
    const old = await buy(caller, 'generate_pitch');
    await app.database.execute(`UPDATE purchases SET opened_at = now() - interval '3 days' WHERE id = $1`, [old]);
    await credits.refund(old, 'failed');
    await buy(caller);
    await buy(await createSpender(app, { teamId, kind: 'rolling' }), 'generate_pitch', 2);
    const usage = await read<Usage>(caller.key, '/account/usage?group_by=day&group_by=action&group_by=key');
    const credential = { kind: 'key', id: caller.credentialId, name: 'CRM' };
    expect(usage).toEqual({
      from: dayOf(29),
      to: dayOf(),
      totals: { charged: 4, refunded: 1, net: 3, count: 3 },
      rows: [
        { day: dayOf(3), action: 'generate_pitch', credential, charged: 1, refunded: 1, net: 0, count: 1 },
        {
          day: dayOf(),
          action: 'generate_pitch',
          credential: { kind: 'oauth', id: 'credential', name: null },
          ...{ charged: 2, refunded: 0, net: 2, count: 1 },
        },
        { day: dayOf(), action: 'unlock_contact', credential, charged: 1, refunded: 0, net: 1, count: 1 },
      ],
    });
  });

  it('has a row for each day by default, and includes both ends of its range', async () => {
    const caller = await keyCaller();
    await buy(caller);
    const range = async (from: string, to: string) =>
      (await read<Usage>(caller.key, `/account/usage?from=${from}&to=${to}`)).rows;
    expect([await range(dayOf(), dayOf()), await range(dayOf(9), dayOf(1))]).toEqual([
      [{ day: dayOf(), charged: 1, refunded: 0, net: 1, count: 1 }],
      [],
    ]);
  });

  it.each([
    ['from', 'from=2026-02-30'],
    ['from', 'from=2026-01-01T00:00:00Z'],
    ['to', 'to='],
    ['to', 'to=0001-01-01'],
    ['to', 'to=0000-01-01'],
    ['from', 'from=2024-01-01&to=2025-01-01'],
    ['from', 'from=2026-02-01&to=2026-01-01'],
    ['group_by', 'group_by=team'],
  ])('names %s as the fault of %s', async (field, query) => {
    const { key } = await createKey(app);
    const { status, body } = await call(app, 'GET', `/account/usage?${query}`, { key });
    const [fault] = (body.error?.details as { errors: { field: string }[] }).errors;
    expect([status, fault?.field]).toEqual([400, field]);
  });

  it('equals the ledger for random concurrent histories', async () => {
    const step = fc.record({
      does: fc.constantFrom('buy', 'refund', 'settle', 'grant'),
      who: fc.nat(1),
      action: fc.constantFrom('unlock_contact', 'generate_pitch', 'generate_report'),
      price: fc.integer({ min: 1, max: 3 }),
      daysAgo: fc.nat(3),
    });
    type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
    const groupings: UsageGroup[][] = [['day'], ['action', 'key'], ['day', 'action', 'key']];
    const service = app.get(UsageService);

    const play = async (history: Step[]): Promise<void> => {
      const { teamId } = await createTeam(app, 'growth', 8);
      const spenders = [
        await createSpender(app, { teamId, limit: 9 }),
        await createSpender(app, { teamId, kind: 'rolling' }),
      ];
      const bought: string[] = [];
      const does = {
        buy: async ({ who, action, price, daysAgo }: Step) => {
          const id = await buy(spenders[who] as TeamCaller, action, price).catch(() => null);
          if (id === null) return;
          await app.database.execute(
            'UPDATE purchases SET opened_at = opened_at - make_interval(days => $2) WHERE id = $1',
            [id, daysAgo],
          );
          bought.push(id);
        },
        refund: async () => bought.length > 0 && credits.refund(bought.pop() as string, 'failed'),
        settle: async () => bought.length > 0 && credits.settle(bought.pop() as string),
        grant: ({ price }: Step) => credits.grant(teamId, price, 'test', OPERATOR),
      };
      for (let at = 0; at < history.length; at += 2) {
        await Promise.all(history.slice(at, at + 2).map((each) => does[each.does](each)));
      }
      const ledger = await app.database.one<{ charged: number; refunded: number; count: number }>(
        `SELECT coalesce(-sum(amount) FILTER (WHERE kind = 'charge'), 0) AS charged,
                coalesce(sum(amount) FILTER (WHERE kind = 'refund'), 0) AS refunded,
                count(*) FILTER (WHERE kind = 'charge') AS count
         FROM credit_entries WHERE team_id = $1`,
        [teamId],
      );
      for (const group_by of groupings) {
        const { totals, rows } = await service.usage(spenders[0] as TeamCaller, { group_by });
        const summed = { charged: 0, refunded: 0, net: 0, count: 0 };
        for (const row of rows)
          for (const field of Object.keys(summed) as (keyof typeof summed)[]) summed[field] += row[field];
        expect([totals, summed]).toEqual([
          { ...ledger, net: ledger.charged - ledger.refunded },
          { ...ledger, net: ledger.charged - ledger.refunded },
        ]);
      }
    };
    const histories = fc.sample(fc.array(step, { minLength: 2, maxLength: 8 }), HISTORIES);
    for (let at = 0; at < histories.length; at += 10) await Promise.all(histories.slice(at, at + 10).map(play));
  });
});

describe('GET /account/ledger', () => {
  it('lists every movement with its author, newest first, page by page', async () => {
    const caller = await keyCaller({ name: 'CRM' });
    const purchase_id = await buy(caller);
    await credits.refund(purchase_id, 'failed');
    const pages: LedgerEntry[][] = [];
    for (let cursor: string | null = 'start'; cursor !== null;) {
      const { body } = await call(app, 'GET', `/account/ledger?page_size=2&cursor=${cursor}`, { key: caller.key });
      pages.push(body.data as LedgerEntry[]);
      cursor = (body.meta as { pagination: { next_cursor: string | null } }).pagination.next_cursor;
    }
    expect(pages.map((page) => page.map(({ position, kind }) => `${position} ${kind}`))).toEqual([
      ['3 refund', '2 charge'],
      ['1 grant'],
    ]);
    expect(pages[0]?.[1]).toEqual({
      ...{
        position: 2,
        kind: 'charge',
        amount: -1,
        balance_after: 9,
        action: 'unlock_contact',
        reason: null,
        pools: [],
      },
      thing: expect.stringContaining('item') as string,
      credential: { kind: 'key', id: caller.credentialId, name: 'CRM' },
      ...{ purchase_id, request_id: 'request-1', created_at: expect.any(String) as string },
      ...{ opportunity_id: null, product_id: null, pitch_id: null, report_id: null },
    });
  });

  it('is filtered and sorted as requested', async () => {
    const caller = await keyCaller();
    await buy(caller);
    await buy(caller, 'generate_pitch');
    const positions = async (query: string) =>
      (await read<LedgerEntry[]>(caller.key, `/account/ledger?${query}`)).map(({ position }) => position);
    expect([
      await positions('sort=position'),
      await positions('kind=grant&kind=refund'),
      await positions('action=generate_pitch'),
      await positions(`credential_id=${caller.credentialId}`),
      await positions(`from=${dayOf(-1)}`),
      await positions(`to=${dayOf(-1)}`),
    ]).toEqual([[1, 2, 3], [1], [3], [3, 2], [], [3, 2, 1]]);
  });

  it('includes both days of its range, like the usage', async () => {
    const caller = await keyCaller();
    const path = `/account/ledger?from=${dayOf()}&to=${dayOf()}`;
    expect((await read<LedgerEntry[]>(caller.key, path)).map(({ position }) => position)).toEqual([1]);
  });

  it.each(['/account/ledger', '/exports/ledger'])('names the known actions at %s', async (path) => {
    const { key } = await createKey(app);
    const { status, body } = await call(app, 'GET', `${path}?action=unlock`, { key });
    const [fault] = (body.error?.details as { errors: object[] }).errors;
    expect([status, fault]).toEqual([
      400,
      expect.objectContaining({ field: 'action', allowed: expect.arrayContaining(['unlock_contact']) as string[] }),
    ]);
  });
});

describe('GET /account', () => {
  it('shows the credits used since the period began, and the held ones', async () => {
    const caller = await keyCaller();
    await credits.settle(await buy(caller));
    await buy(caller);
    const { credits: shown } = await read<{ credits: object }>(caller.key, '/account');
    expect(shown).toMatchObject({ balance: 8, period_used: 2, held: 1 });
  });
});

describe('thresholds', () => {
  const eventsOf = async (teamId: string, type: string): Promise<Record<string, unknown>[]> => {
    const rows = await app.database.query<{ data: Record<string, unknown> }>(
      `SELECT (head || '0' || tail)::jsonb -> 'data' AS data FROM team_events
       WHERE team_id = $1 AND type = $2 ORDER BY created_at, id`,
      [teamId, type],
    );
    return rows.map(({ data }) => data);
  };
  const told = async (teamId: string, type = 'credits.low') =>
    (await eventsOf(teamId, type)).map(({ threshold }) => threshold);

  it('of the credits of a period are reported once each, regardless of refunds', async () => {
    const caller = await keyCaller();
    const bought: string[] = [];
    for (let i = 0; i < 9; i++) bought.push(await buy(caller));
    for (const id of bought) await credits.refund(id, 'failed');
    for (let i = 0; i < 10; i++) await buy(caller);
    expect(await told(caller.team.id)).toEqual([50, 80, 100]);
    expect((await eventsOf(caller.team.id, 'credits.low'))[1]).toEqual({
      ...{ threshold: 80, credits_balance: 2, period_credits: 10, period_used: 8 },
      refill_on: expect.any(String) as string,
    });
  });

  it('that are reached at once make an event of only the highest', async () => {
    const caller = await keyCaller({ credits: 10 });
    await buy(caller, 'generate_report', 9);
    expect(await told(caller.team.id)).toEqual([80]);
  });

  it('are reported again in the next period', async () => {
    const caller = await keyCaller({ credits: 2 });
    const { id: teamId } = caller.team;
    await buy(caller);
    await app.database.execute(
      `UPDATE teams SET period_started_at = now() - interval '30 days', period_ends_at = now() - interval '1 hour'
       WHERE id = $1`,
      [teamId],
    );
    await app.get(RenewalsService).renew(teamId);
    await buy(caller, 'generate_report', 250);
    expect(await eventsOf(teamId, 'credits.low')).toMatchObject([
      { threshold: 50, period_credits: 2 },
      { threshold: 50, period_credits: 500, credits_balance: 250 },
    ]);
  });

  it('of 80 and 100 percent are mailed to owners and admins', async () => {
    const { teamId, email } = await signUp(app, 'growth', 10);
    await app.get(TeamsService).addUser(teamId, `member-of-${teamId}@example.com`, PASSWORD, 'member');
    const caller = await keyCaller({ teamId });
    for (const price of [5, 3, 2]) await buy(caller, 'generate_report', price);
    const mails = (await app.get(MailsService).list(1_000)).filter(({ kind }) => kind === 'credits-low');
    expect(mails.map(({ to, subject }) => [to, subject]).sort()).toEqual([
      [email, '80% of your credits are used'],
      [email, 'Your credits are used up'],
    ]);
  });

  it('do not stop a purchase of a team whose owner has an address that cannot receive mail', async () => {
    const { teamId, email, userId } = await signUp(app, 'growth', 1);
    await app.database.execute(`UPDATE users SET email = 'a,b@acme.example' WHERE id = $1`, [userId]);
    const manager = `admin-of-${email}`;
    await app.get(TeamsService).addUser(teamId, manager, PASSWORD, 'admin');
    await buy(await keyCaller({ teamId }));
    expect(await told(teamId)).toEqual([100]);
    expect((await app.get(MailsService).list(1_000)).filter(({ to }) => to === manager)).toHaveLength(1);
  });

  it('of both caps of a key are reported with the key, once for each cap', async () => {
    const caller = await keyCaller({ credits: 20, spendCap: 10, dailyCap: 4, name: 'CRM' });
    const { id: teamId } = caller.team;
    for (let i = 0; i < 4; i++) await buy(caller);
    await app.get(ApiKeysService).setCaps(caller.credentialId, { dailyCap: 8 });
    await buy(caller);
    expect(await eventsOf(teamId, 'key.spend_threshold')).toEqual(
      [
        { cap: 'day', threshold: 50, limit: 4, used: 2 },
        { cap: 'day', threshold: 100, limit: 4, used: 4 },
        { cap: 'life', threshold: 50, limit: 10, used: 5 },
      ].map((each) => ({
        ...each,
        key: { id: caller.credentialId, name: 'CRM', hint: caller.key.slice(-4) },
      })),
    );
  });

  it('before the expiry of a key are reported once each, only the nearest', async () => {
    const { keyId, teamId } = await createKey(app, { name: 'CRM', expiresAt: new Date(Date.now() + 20 * DAY_MS) });
    const expiry = app.get(KeyExpiry);
    await expiry.tell();
    await expiry.tell();
    await app.database.execute(`UPDATE api_keys SET expires_at = now() + interval '20 hours' WHERE id = $1`, [keyId]);
    await expiry.tell();
    const keys = (await eventsOf(teamId, 'key.expiring')).map(({ key }) => (key as { id: string }).id);
    expect(keys).toEqual([keyId, keyId]);
  });
});
