import type { MigrationInterface, QueryRunner } from 'typeorm';

const rolesAre = (roles: string): string[] => [
  `ALTER TABLE memberships DROP CONSTRAINT ck_memberships_role`,
  `ALTER TABLE memberships ADD CONSTRAINT ck_memberships_role CHECK (role IN (${roles}))`,
];

const UP = rolesAre(`'owner', 'admin', 'member', 'viewer'`);

const DOWN = [`UPDATE memberships SET role = 'member' WHERE role <> 'owner'`, ...rolesAre(`'owner', 'member'`)];

/** People may be admins and viewers too. Owners and members stay what they are. */
export class AddRoles1795500410000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
