import { StatementMigration } from '../statement.migration.js';

/** Team work on opportunities: the assignee, the snooze and the comments. */
export class WorkTogether1797200010000 extends StatementMigration {
  override readonly forward = [
    `ALTER TABLE opportunity_triage ADD assignee_id uuid, ADD snoozed_until timestamptz(3)`,
    // The opportunities of a member who leaves the team are assigned to nobody.
    `ALTER TABLE opportunity_triage ADD CONSTRAINT fk_opportunity_triage_assignee
       FOREIGN KEY (team_id, assignee_id) REFERENCES memberships (team_id, user_id) ON DELETE SET NULL (assignee_id)`,
    `CREATE INDEX ix_opportunity_triage_assignee ON opportunity_triage (team_id, assignee_id) WHERE assignee_id IS NOT NULL`,
    `CREATE INDEX ix_opportunity_triage_snoozed ON opportunity_triage (team_id, snoozed_until) WHERE snoozed_until IS NOT NULL`,
    `CREATE TABLE opportunity_comments (
       id uuid NOT NULL,
       team_id uuid NOT NULL,
       opportunity_id uuid NOT NULL,
       author_kind text NOT NULL,
       author_id text NOT NULL,
       author_name text,
       user_id uuid,
       text text NOT NULL,
       created_at timestamptz(3) NOT NULL DEFAULT now(),
       CONSTRAINT pk_opportunity_comments PRIMARY KEY (id),
       CONSTRAINT fk_opportunity_comments_team FOREIGN KEY (team_id) REFERENCES teams ON DELETE CASCADE,
       CONSTRAINT fk_opportunity_comments_opportunity FOREIGN KEY (opportunity_id) REFERENCES opportunities ON DELETE CASCADE,
       CONSTRAINT fk_opportunity_comments_user FOREIGN KEY (user_id) REFERENCES users ON DELETE SET NULL,
       CONSTRAINT ck_opportunity_comments_text CHECK (length(text) BETWEEN 1 AND 2000),
       CONSTRAINT ck_opportunity_comments_author CHECK (author_kind IN ('session', 'key', 'oauth'))
     )`,
    `CREATE INDEX ix_opportunity_comments_team ON opportunity_comments (team_id, opportunity_id, id)`,
    `CREATE INDEX ix_opportunity_comments_user ON opportunity_comments (user_id) WHERE user_id IS NOT NULL`,
    `CREATE INDEX ix_opportunity_comments_opportunity ON opportunity_comments (opportunity_id)`,
    `ALTER TABLE inbox_items DROP CONSTRAINT ck_inbox_items_kind,
       ADD CONSTRAINT ck_inbox_items_kind CHECK (kind IN ('opportunity', 'report', 'threshold', 'endpoint', 'mention'))`,
  ];
  override readonly backward = [
    `DELETE FROM inbox_items WHERE kind = 'mention'`,
    `ALTER TABLE inbox_items DROP CONSTRAINT ck_inbox_items_kind,
       ADD CONSTRAINT ck_inbox_items_kind CHECK (kind IN ('opportunity', 'report', 'threshold', 'endpoint'))`,
    `DROP TABLE opportunity_comments`,
    `ALTER TABLE opportunity_triage DROP CONSTRAINT fk_opportunity_triage_assignee,
       DROP assignee_id, DROP snoozed_until`,
  ];
}
