import { StatementMigration } from '../statement.migration.js';

const rolesAre = (roles: string): string[] => [
  `ALTER TABLE memberships DROP CONSTRAINT ck_memberships_role`,
  `ALTER TABLE memberships ADD CONSTRAINT ck_memberships_role CHECK (role IN (${roles}))`,
];

const UP = rolesAre(`'owner', 'admin', 'member', 'viewer'`);

const DOWN = [`UPDATE memberships SET role = 'member' WHERE role <> 'owner'`, ...rolesAre(`'owner', 'member'`)];

/** People may be admins and viewers too. Owners and members keep their roles. */
export class AddRoles1795500410000 extends StatementMigration {
  override readonly forward = UP;
  override readonly backward = DOWN;
}
