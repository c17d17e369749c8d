import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Pages count the unread items of their team. */
export class IndexUnreadInbox1795601100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX ix_inbox_items_unread ON inbox_items (team_id) WHERE NOT is_read');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX ix_inbox_items_unread');
  }
}
