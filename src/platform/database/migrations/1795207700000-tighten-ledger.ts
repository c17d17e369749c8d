import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A purchase that ended never changes again, and a budget remembers its highest ceiling, which verification needs. */
export class TightenLedger1795207700000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE spend_budgets ADD highest_ceiling integer`);
    await runner.query(`UPDATE spend_budgets SET highest_ceiling = ceiling`);
    await runner.query(`
      ALTER TABLE spend_budgets ALTER highest_ceiling SET NOT NULL,
        ADD CONSTRAINT ck_spend_budgets_highest_ceiling CHECK (highest_ceiling >= ceiling)`);
    await runner.query(`
      CREATE FUNCTION refuse_reopening() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'purchase % has ended', OLD.id;
      END $$`);
    await runner.query(`
      CREATE TRIGGER purchases_end_once BEFORE UPDATE OR DELETE ON purchases
      FOR EACH ROW WHEN (OLD.state <> 'open') EXECUTE FUNCTION refuse_reopening()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TRIGGER purchases_end_once ON purchases`);
    await runner.query(`DROP FUNCTION refuse_reopening`);
    await runner.query(`ALTER TABLE spend_budgets DROP highest_ceiling`);
  }
}
