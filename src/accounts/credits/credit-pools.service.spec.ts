import { randomUUID } from 'node:crypto';
import type { TeamCaller } from '#platform/caller/caller.js';
import { startTestApp, type TestApp } from '../../../test/support/app.js';
import { createSpender, orderOf } from '../../../test/support/spender.js';
import { CreditPools } from './credit-pools.service.js';
import { CreditsService } from './credits.service.js';
import { RenewalsService } from './renewals.service.js';

let app: TestApp;
let credits: CreditsService;
let pools: CreditPools;
let items = 0;

beforeAll(async () => {
  app = await startTestApp();
  credits = app.get(CreditsService);
  pools = app.get(CreditPools);
});
afterAll(async () => {
  expect(await credits.verify()).toEqual([]);
  await app.close();
});

const inTransaction = <T>(work: () => Promise<T>): Promise<T> => app.database.transaction(work);
const addPack = (team: string, payment: string, amount: number) => pools.addPack(team, payment, amount);

/** A team with credits of its period and packs of these numbers of credits, the oldest first. */
async function teamWith(
  period: number,
  ...packs: number[]
): Promise<{ caller: TeamCaller; team: string; paid: string[] }> {
  const caller = await createSpender(app, { credits: period });
  const team = caller.team.id;
  const paid = packs.map(() => `pi_${randomUUID()}`);
  for (const [index, amount] of packs.entries()) {
    await addPack(team, paid[index] ?? '', amount);
    await app.database.execute(
      `UPDATE credit_pools SET created_at = now() + make_interval(secs => $2) WHERE source_id = $1`,
      [paid[index], index - 1_000],
    );
  }
  return { caller, team, paid };
}

const buy = (caller: TeamCaller, price = 1, action = 'generate_report') =>
  credits.open({ ...orderOf(caller, `pooled-${++items}`), price, action });

/** What is left: in the period, then in each pool by age. */
async function leftOf(team: string): Promise<number[]> {
  const { period } = await app.database.one<{ period: number }>(
    'SELECT balance - pooled AS period FROM credit_accounts WHERE team_id = $1',
    [team],
  );
  const rows = await app.database.query<{ remaining: number }>(
    'SELECT remaining FROM credit_pools WHERE team_id = $1 ORDER BY created_at',
    [team],
  );
  return [period, ...rows.map(({ remaining }) => remaining)];
}

const entriesOf = async (team: string) =>
  (
    await app.database.query<{ kind: string; amount: number }>(
      'SELECT kind, amount FROM credit_entries WHERE team_id = $1 ORDER BY position',
      [team],
    )
  ).map(({ kind, amount }) => `${kind} ${amount}`);

const expire = (payment: string) =>
  app.database.execute(`UPDATE credit_pools SET expires_at = now() - interval '1 second' WHERE source_id = $1`, [
    payment,
  ]);

describe('a pack of credits', () => {
  it('is added once for a payment, although 50 readings of it come at the same time', async () => {
    const { team } = await teamWith(0);
    const added = await Promise.all(Array.from({ length: 50 }, () => addPack(team, 'pi_raced', 100)));
    expect([added.filter(Boolean).length, await credits.balanceOf(team)]).toEqual([1, 100]);
  });

  it('is spent after the credits of the period, the oldest pack first', async () => {
    const { caller, team } = await teamWith(1, 1, 2);
    const seen = [await leftOf(team)];
    for (let bought = 0; bought < 4; bought++) {
      await buy(caller);
      seen.push(await leftOf(team));
    }
    expect(seen).toEqual([
      [1, 1, 2],
      [0, 1, 2],
      [0, 0, 2],
      [0, 0, 1],
      [0, 0, 0],
    ]);
    await expect(buy(caller)).rejects.toMatchObject({
      details: { reason: 'insufficient_credits', credits_balance: 0 },
    });
  });

  it('pays a part of a price, and gets that part back', async () => {
    const { caller, team } = await teamWith(1, 2, 5);
    const { purchaseId } = await buy(caller, 5);
    expect(await leftOf(team)).toEqual([0, 0, 3]);
    await credits.refund(purchaseId, 'failed');
    expect(await leftOf(team)).toEqual([1, 2, 5]);
  });

  it('survives the end of the period, which expires the other credits', async () => {
    const { team } = await teamWith(7, 3);
    await app.database.execute(
      `UPDATE teams SET period_started_at = now() - interval '31 days', period_ends_at = now() - interval '1 day' WHERE id = $1`,
      [team],
    );
    await app.get(RenewalsService).renew(team);
    expect(await leftOf(team)).toEqual([500, 3]);
    expect(await credits.periodOf(team)).toMatchObject({ balance: 503, period_used: 0 });
  });

  it('is not spent after twelve months, and leaves the balance with an entry', async () => {
    const { caller, team, paid } = await teamWith(0, 4);
    await expire(paid[0] ?? '');
    await expect(buy(caller)).rejects.toMatchObject({ details: { reason: 'insufficient_credits' } });
    expect(await pools.list(team)).toEqual([]);
    await pools.endDue();
    expect([await leftOf(team), (await entriesOf(team)).at(-1)]).toEqual([[0, 0], 'expiry -4']);
    expect(await credits.periodOf(team)).toMatchObject({ balance: 0, period_used: 0 });
  });

  it('gives back what is left when its payment is refunded, once, and never makes a debt', async () => {
    const { caller, team, paid } = await teamWith(0, 3);
    await buy(caller);
    const reversed = await Promise.all(Array.from({ length: 8 }, () => pools.reversePack(team, paid[0] ?? '')));
    expect(reversed.filter(Boolean)).toHaveLength(1);
    expect([await leftOf(team), await entriesOf(team)]).toEqual([
      [0, 0],
      ['grant 3', 'charge -1', 'reversal -2'],
    ]);
  });

  it('does not keep the refund of a purchase after its payment came back', async () => {
    const { caller, team, paid } = await teamWith(0, 3);
    const { purchaseId } = await buy(caller);
    await pools.reversePack(team, paid[0] ?? '');
    await credits.refund(purchaseId, 'failed');
    await expect(buy(caller)).rejects.toMatchObject({ details: { reason: 'insufficient_credits' } });
    await pools.endDue();
    expect([await leftOf(team), (await entriesOf(team)).at(-1)]).toEqual([[0, 0], 'reversal -1']);
  });

  it('is spent by 20 buyers at once down to nothing, and not further', async () => {
    const { caller, team } = await teamWith(2, 3, 4);
    const bought = await Promise.allSettled(Array.from({ length: 20 }, () => buy(caller)));
    expect([bought.filter(({ status }) => status === 'fulfilled').length, await leftOf(team)]).toEqual([9, [0, 0, 0]]);
  });
});

describe('welcome credits', () => {
  const welcome = (team: string, user: string = randomUUID()) => pools.addWelcome(team, user);

  it('buy a report before other credits, and nothing else', async () => {
    const { caller, team } = await teamWith(0);
    await welcome(team);
    await expect(buy(caller, 1, 'unlock_contact')).rejects.toMatchObject({
      details: { reason: 'insufficient_credits', credits_balance: 0 },
    });
    await credits.grant(team, 1, 'test', { kind: 'operator', id: null, requestId: null });
    await buy(caller);
    expect(await leftOf(team)).toEqual([1, 0]);
  });

  it('come back to where they were when the report fails', async () => {
    const { caller, team } = await teamWith(2);
    await welcome(team);
    const { purchaseId } = await buy(caller);
    await credits.refund(purchaseId, 'failed');
    expect(await leftOf(team)).toEqual([2, 1]);
  });

  it('are added once for a team and once for a person', async () => {
    const [first, second, user] = [await teamWith(0), await teamWith(0), randomUUID()];
    const added = await Promise.all([
      ...Array.from({ length: 10 }, () => welcome(first.team, user)),
      welcome(first.team),
    ]);
    expect([added.filter(Boolean).length, await welcome(second.team, user)]).toEqual([1, false]);
  });

  it('tell the team of no threshold', async () => {
    const { caller, team } = await teamWith(0);
    await welcome(team);
    await buy(caller);
    const told = `SELECT FROM team_events WHERE team_id = $1 AND type = 'credits.low'`;
    expect(await app.database.query(told, [team])).toEqual([]);
  });
});

describe('the database', () => {
  /** Appends an entry that moves credits of a pool. */
  const move = (
    team: string,
    kind: string,
    amount: number,
    { pool, part = amount, action = 'generate_report' }: Part,
  ) =>
    inTransaction(async () => {
      await app.database.execute(
        `WITH purchase AS (
           INSERT INTO purchases (id, team_id, action, thing, cost, credential_kind, deadline_at)
           SELECT gen_random_uuid(), $1, $4, gen_random_uuid(), $5, 'key', now() WHERE $2 = 'charge' RETURNING id
         ), account AS (
           UPDATE credit_accounts SET balance = balance + $3, pooled = pooled + $6, entries = entries + 1
           WHERE team_id = $1 RETURNING *)
         INSERT INTO credit_entries (team_id, position, kind, amount, balance_after, action, purchase_id, credential_kind)
         SELECT $1, entries, $2, $3, balance, $4, (SELECT id FROM purchase), 'key' FROM account`,
        [team, kind, amount, action, Math.abs(amount), part],
      );
      await app.database.execute(
        `WITH moved AS (UPDATE credit_pools SET remaining = remaining + $3 WHERE id = $2 RETURNING remaining)
         INSERT INTO credit_pool_entries (team_id, position, pool_id, amount, remaining_after)
         SELECT team_id, max(position), $2, $3, (SELECT remaining FROM moved)
         FROM credit_entries WHERE team_id = $1 GROUP BY team_id`,
        [team, pool, part],
      );
    });
  interface Part {
    pool: string;
    part?: number;
    action?: string;
  }
  const poolOf = async (team: string): Promise<string> => (await pools.list(team))[0]?.id ?? '';

  it('refuses welcome credits for anything but a report', async () => {
    const { team } = await teamWith(0);
    await pools.addWelcome(team, randomUUID());
    const pool = await poolOf(team);
    await expect(move(team, 'charge', -1, { pool, action: 'unlock_contact' })).rejects.toThrow(
      'for generate_report only',
    );
    await move(team, 'charge', -1, { pool });
    await expect(move(team, 'charge', -1, { pool })).rejects.toThrow(/ck_credit_accounts_(balance|pooled)/);
  });

  it.each([
    ['more of a pool than an entry has', 'charge', -1, -2, 'smaller than its parts'],
    ['a part against the direction of its entry', 'grant', 1, -1, 'smaller than its parts'],
    ['more than is left of a pool', 'charge', -4, -4, 'ck_credit_pools_remaining'],
  ])('refuses %s', async (_, kind, amount, part, message) => {
    const { team } = await teamWith(9, 3, 5);
    await expect(move(team, kind, amount, { pool: await poolOf(team), part })).rejects.toThrow(message);
  });

  it('refuses a charge from a pack that has ended', async () => {
    const { team, paid } = await teamWith(0, 3);
    const pool = await poolOf(team);
    await expire(paid[0] ?? '');
    await expect(move(team, 'charge', -1, { pool })).rejects.toThrow('has ended');
  });

  it.each([
    ['a pool that was filled by hand', 'UPDATE credit_pools SET remaining = remaining - 1 WHERE team_id = $1'],
    ['pooled credits that no pool has', 'UPDATE credit_accounts SET pooled = pooled - 1 WHERE team_id = $1'],
  ])('refuses %s', async (_, statement) => {
    const { team } = await teamWith(5, 3);
    await expect(app.database.query(statement, [team])).rejects.toThrow('do not match its ledger');
  });

  it.each([
    ['changed', 'UPDATE credit_pool_entries SET amount = 1 WHERE team_id = $1'],
    ['deleted', 'DELETE FROM credit_pool_entries WHERE team_id = $1'],
  ])('refuses that a part is %s', async (_, statement) => {
    const { team } = await teamWith(0, 3);
    await expect(app.database.query(statement, [team])).rejects.toThrow('append-only');
  });
});

describe('verification of pools', () => {
  /** Makes an invalid change with the triggers disabled, verifies, and rolls the change back. */
  async function rulesBrokenBy(fault: string, team: string): Promise<string[]> {
    const done = new Error('rolled back');
    let rules: string[] = [];
    const change = inTransaction(async () => {
      await app.database.query(`SET LOCAL session_replication_role = replica`);
      expect(await app.database.execute(fault, [team])).toBeGreaterThan(0);
      rules = (await credits.verify()).map(({ rule }) => rule);
      throw done;
    });
    await expect(change).rejects.toBe(done);
    return [...new Set(rules)];
  }

  it.each([
    ['a pool holds what its entries leave', 'UPDATE credit_pools SET remaining = remaining - 1 WHERE team_id = $1'],
    [
      'the parts of a pool continue each other',
      'UPDATE credit_pool_entries SET remaining_after = 9 WHERE team_id = $1 AND amount = 3',
    ],
    [
      'the pools of a team are a part of its balance',
      'UPDATE credit_accounts SET pooled = pooled - 1 WHERE team_id = $1',
    ],
    [
      'the parts of an entry are within it',
      'UPDATE credit_pool_entries SET amount = 9 WHERE team_id = $1 AND amount = 3',
    ],
    ['only a pool ends without a period', 'DELETE FROM credit_pool_entries WHERE team_id = $1 AND position = 3'],
    [
      'credits for one action buy nothing else',
      `WITH pool AS (UPDATE credit_pools SET kind = 'welcome', only_action = 'generate_report', reversed_at = NULL
                     WHERE team_id = $1 AND reversed_at IS NOT NULL)
       UPDATE credit_entries SET action = 'other' WHERE team_id = $1 AND kind = 'charge'`,
    ],
    [
      'a refund gives each pool what the charge took',
      'DELETE FROM credit_pool_entries WHERE team_id = $1 AND position = 5',
    ],
  ])('finds where it is not so that %s', async (rule, fault) => {
    const { caller, team, paid } = await teamWith(0, 3);
    const { purchaseId } = await buy(caller);
    await pools.reversePack(team, paid[0] ?? '');
    await addPack(team, `pi_${randomUUID()}`, 2);
    await credits.refund(purchaseId, 'failed');
    expect(await rulesBrokenBy(fault, team)).toContain(rule);
  });
});
