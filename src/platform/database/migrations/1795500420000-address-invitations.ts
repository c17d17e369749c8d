import { StatementMigration } from '../statement.migration.js';

const UP = [
  `ALTER TABLE team_invitations
    ADD id uuid DEFAULT gen_random_uuid() NOT NULL,
    ADD email text,
    ADD role text DEFAULT 'member' NOT NULL,
    ADD invited_by uuid,
    ADD created_at timestamptz DEFAULT now() NOT NULL,
    ADD CONSTRAINT uq_team_invitations_id UNIQUE (id),
    ADD CONSTRAINT fk_team_invitations_invited_by FOREIGN KEY (invited_by) REFERENCES users ON DELETE SET NULL,
    ADD CONSTRAINT ck_team_invitations_role CHECK (role IN ('owner', 'admin', 'member', 'viewer'))`,
  `CREATE UNIQUE INDEX uq_team_invitations_email ON team_invitations (team_id, lower(email))
    WHERE used_at IS NULL AND email IS NOT NULL`,
];

const DOWN = [`ALTER TABLE team_invitations DROP id, DROP email, DROP role, DROP invited_by, DROP created_at`];

/** Invitations are for one address and give a role. Those without an address give the role member, as before. */
export class AddressInvitations1795500420000 extends StatementMigration {
  override readonly forward = UP;
  override readonly backward = DOWN;
}
