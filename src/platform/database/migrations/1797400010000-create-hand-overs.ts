import { StatementMigration } from '../statement.migration.js';

/** The opportunities in HubSpot accounts, and the addresses of these accounts. */
export class CreateHandOvers1797400010000 extends StatementMigration {
  override readonly forward = [
    `ALTER TABLE destinations ADD account_url text`,
    `CREATE TABLE hand_overs (
      id uuid,
      team_id uuid NOT NULL,
      destination_id uuid NOT NULL,
      opportunity_id uuid NOT NULL,
      deal_id text,
      contact_id text,
      company_id text,
      company_domain text,
      note_id text,
      stage text,
      stage_read_at timestamptz,
      completed_at timestamptz,
      created_at timestamptz DEFAULT now() NOT NULL,
      CONSTRAINT pk_hand_overs PRIMARY KEY (id),
      CONSTRAINT fk_hand_overs_team_id FOREIGN KEY (team_id) REFERENCES teams ON DELETE CASCADE,
      CONSTRAINT fk_hand_overs_destination_id FOREIGN KEY (destination_id) REFERENCES destinations ON DELETE CASCADE,
      CONSTRAINT ck_hand_overs_completed CHECK (completed_at IS NULL OR (deal_id IS NOT NULL AND note_id IS NOT NULL))
    )`,
    `CREATE UNIQUE INDEX uq_hand_overs_opportunity ON hand_overs (destination_id, opportunity_id)`,
    `CREATE INDEX ix_hand_overs_team_id ON hand_overs (team_id, opportunity_id)`,
    `CREATE INDEX ix_hand_overs_company ON hand_overs (destination_id, company_domain) WHERE company_id IS NOT NULL`,
    `CREATE INDEX ix_hand_overs_stage ON hand_overs (stage_read_at) WHERE completed_at IS NOT NULL`,
  ];
  override readonly backward = ['DROP TABLE hand_overs', 'ALTER TABLE destinations DROP account_url'];
}
