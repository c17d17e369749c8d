import { startTestApp, type TestApp } from '../../../test/support/app.js';
import { createSpender, orderOf } from '../../../test/support/spender.js';
import { BudgetsService } from './budgets.service.js';
import { CreditsService } from './credits.service.js';

/** The changes that the database refuses, and the ones that verification finds if the triggers were bypassed. */
describe('the ledger', () => {
  let app: TestApp;
  let credits: CreditsService;
  let items = 0;

  beforeAll(async () => {
    app = await startTestApp();
    credits = app.get(CreditsService);
  });
  afterAll(() => app.close());

  /** A team with a grant of 10, one settled and one open purchase. */
  async function spendingTeam() {
    const caller = await createSpender(app, { credits: 10, limit: 2 });
    const settled = await credits.open(orderOf(caller, `item-${++items}`));
    await credits.settle(settled.purchaseId);
    const open = await credits.open(orderOf(caller, `item-${++items}`));
    return { caller, team: caller.team.id, settled: settled.purchaseId, open: open.purchaseId };
  }

  /** Appends one valid entry to the ledger of a team, and updates the account. */
  const append = (team: string, kind: string, amount: number, purchaseId: string): Promise<unknown> =>
    app.database.query(
      `WITH account AS (UPDATE credit_accounts SET balance = balance + $2, entries = entries + 1 WHERE team_id = $1 RETURNING *)
       INSERT INTO credit_entries (team_id, position, kind, amount, balance_after, purchase_id, credential_kind)
       SELECT $1, entries, $3, $2, balance, $4, 'key' FROM account`,
      [team, amount, kind, purchaseId],
    );

  it('refuses an overdraft', async () => {
    const { team, open } = await spendingTeam();
    await expect(append(team, 'charge', -11, open)).rejects.toThrow('ck_credit_accounts_balance');
  });

  it('refuses a second charge for one purchase', async () => {
    const { team, open } = await spendingTeam();
    await expect(append(team, 'charge', -1, open)).rejects.toThrow('uq_credit_entries_purchase');
  });

  it('refuses a second refund of one purchase', async () => {
    const { team, open } = await spendingTeam();
    await credits.refund(open, 'failed');
    await expect(append(team, 'refund', 1, open)).rejects.toThrow('uq_credit_entries_purchase');
  });

  it('refuses two open purchases of one item', async () => {
    const { open } = await spendingTeam();
    const again = app.database.query(
      `INSERT INTO purchases (id, team_id, action, thing, cost, credential_kind, deadline_at)
       SELECT gen_random_uuid(), team_id, action, thing, cost, 'key', now() FROM purchases WHERE id = $1`,
      [open],
    );
    await expect(again).rejects.toThrow('uq_purchases_open_thing');
  });

  it.each([
    ['reopened', `UPDATE purchases SET state = 'open', closed_at = NULL WHERE id = $1`],
    ['refunded after it was settled', `UPDATE purchases SET state = 'refunded' WHERE id = $1`],
    ['deleted', `DELETE FROM purchases WHERE id = $1`],
  ])('refuses that an ended purchase is %s', async (_, statement) => {
    const { settled } = await spendingTeam();
    await expect(app.database.query(statement, [settled])).rejects.toThrow('has ended');
  });

  it.each([
    ['changed', `UPDATE credit_entries SET reason = 'other' WHERE team_id = $1`],
    ['deleted', `DELETE FROM credit_entries WHERE team_id = $1`],
  ])('refuses that an entry is %s', async (_, statement) => {
    const { team } = await spendingTeam();
    await expect(app.database.query(statement, [team])).rejects.toThrow('append-only');
  });

  it('refuses to truncate the entries', async () => {
    await expect(app.database.query('TRUNCATE credit_entries CASCADE')).rejects.toThrow('append-only');
  });

  it('refuses a balance that differs from its entries', async () => {
    const { team } = await spendingTeam();
    const free = app.database.query('UPDATE credit_accounts SET balance = balance + 5 WHERE team_id = $1', [team]);
    await expect(free).rejects.toThrow('does not match its ledger');
  });

  it('refuses an entry that is not in the balance', async () => {
    const { team } = await spendingTeam();
    const alone = app.database.query(
      `INSERT INTO credit_entries (team_id, position, kind, amount, balance_after, credential_kind)
       VALUES ($1, 4, 'grant', 5, 13, 'operator')`,
      [team],
    );
    await expect(alone).rejects.toThrow('does not match its ledger');
  });

  it('refuses an entry that does not continue the previous one', async () => {
    const { team } = await spendingTeam();
    const leap = app.database.query(
      `INSERT INTO credit_entries (team_id, position, kind, amount, balance_after, credential_kind)
       VALUES ($1, 4, 'grant', 5, 99, 'operator')`,
      [team],
    );
    await expect(leap).rejects.toThrow('does not continue');
  });

  it('refuses a gap in the numbering', async () => {
    const { team } = await spendingTeam();
    const gap = app.database.query(
      `INSERT INTO credit_entries (team_id, position, kind, amount, balance_after, credential_kind)
       VALUES ($1, 7, 'grant', 5, 13, 'operator')`,
      [team],
    );
    await expect(gap).rejects.toThrow('has no entry before');
  });

  it('passes verification after regular use', async () => {
    await spendingTeam();
    expect(await credits.verify()).toEqual([]);
  });

  it('passes verification when a cap is lowered below the credits already spent', async () => {
    const { caller } = await spendingTeam();
    await app.get(BudgetsService).setLimits(caller.budget.id, 0, null);
    expect(await credits.verify()).toEqual([]);
  });

  describe('verification', () => {
    const CONTINUE = 'entries continue each other';
    const BALANCE = 'balance equals the sum of the ledger';
    const ONCE = 'a purchase is charged once, and refunded if and only if its state is refunded';
    const CAP = 'an API key never spends beyond its cap';

    /** Makes an invalid change with the triggers disabled, verifies, and rolls the change back. */
    async function rulesBrokenBy(fault: string, values: unknown[]): Promise<string[]> {
      const done = new Error('rolled back');
      let rules: string[] = [];
      const change = app.database.transaction(async () => {
        await app.database.query(`SET LOCAL session_replication_role = replica`);
        expect(await app.database.execute(fault, values)).toBeGreaterThan(0);
        rules = (await credits.verify()).map(({ rule }) => rule);
        throw done;
      });
      await expect(change).rejects.toBe(done);
      return [...new Set(rules)].sort();
    }

    it('finds a balance that was raised', async () => {
      const { team } = await spendingTeam();
      const fault = 'UPDATE credit_accounts SET balance = balance + 5 WHERE team_id = $1';
      expect(await rulesBrokenBy(fault, [team])).toEqual([BALANCE]);
    });

    it('finds an entry whose amount was changed', async () => {
      const { team } = await spendingTeam();
      const fault = `UPDATE credit_entries SET amount = amount + 5 WHERE team_id = $1 AND kind = 'grant'`;
      expect(await rulesBrokenBy(fault, [team])).toEqual([BALANCE, CONTINUE]);
    });

    it('finds an entry that was deleted', async () => {
      const { team } = await spendingTeam();
      const fault = 'DELETE FROM credit_entries WHERE team_id = $1 AND position = 2';
      expect(await rulesBrokenBy(fault, [team])).toEqual([ONCE, BALANCE, CONTINUE].sort());
    });

    it('finds an account that was deleted', async () => {
      const { team } = await spendingTeam();
      expect(await rulesBrokenBy('DELETE FROM credit_accounts WHERE team_id = $1', [team])).toEqual([BALANCE]);
    });

    it('finds a purchase that is marked as refunded but was not', async () => {
      const { open } = await spendingTeam();
      const fault = `UPDATE purchases SET state = 'refunded', closed_at = now() WHERE id = $1`;
      expect(await rulesBrokenBy(fault, [open])).toEqual([ONCE]);
    });

    it('finds a refund of a purchase that was settled', async () => {
      const { open } = await spendingTeam();
      await credits.refund(open, 'failed');
      expect(await rulesBrokenBy(`UPDATE purchases SET state = 'settled' WHERE id = $1`, [open])).toEqual([ONCE]);
    });

    it('finds a purchase that was never charged', async () => {
      const { open } = await spendingTeam();
      const fault = `INSERT INTO purchases (id, team_id, action, thing, cost, credential_kind, deadline_at)
        SELECT gen_random_uuid(), team_id, action, thing || '-free', cost, 'key', now() FROM purchases WHERE id = $1`;
      expect(await rulesBrokenBy(fault, [open])).toEqual([ONCE]);
    });

    it('finds a purchase that was charged to another team', async () => {
      const { open } = await spendingTeam();
      const { team: other } = await spendingTeam();
      const fault = 'UPDATE purchases SET team_id = $2 WHERE id = $1';
      expect(await rulesBrokenBy(fault, [open, other])).toEqual([ONCE]);
    });

    it('finds a key that spent more than its highest cap', async () => {
      const { caller } = await spendingTeam();
      const fault = 'UPDATE spend_budgets SET ceiling = 1, highest_ceiling = 1 WHERE id = $1';
      expect(await rulesBrokenBy(fault, [caller.budget.id])).toEqual([CAP]);
    });
  });
});
