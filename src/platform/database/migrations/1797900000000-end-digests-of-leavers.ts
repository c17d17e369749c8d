import { StatementMigration } from '../statement.migration.js';

/** Removes people from the digests of a team when they leave it, whatever removes them. */
export class EndDigestsOfLeavers1797900000000 extends StatementMigration {
  override readonly forward = [
    // Without a recipient a search mails nothing.
    `CREATE FUNCTION remove_digest_recipient(team uuid, person uuid) RETURNS TABLE (id uuid, name text) LANGUAGE plpgsql AS $$
     BEGIN
       DELETE FROM digest_recipients recipient USING saved_searches search
       WHERE recipient.search_id = search.id AND search.team_id = team AND recipient.user_id = person;
       RETURN QUERY UPDATE saved_searches search SET updated_at = now(), deliver = CASE
         WHEN jsonb_array_length((deliver #> '{email,recipients}') - person::text) = 0 THEN jsonb_set(deliver, '{email}', 'null')
         ELSE jsonb_set(deliver, '{email,recipients}', (deliver #> '{email,recipients}') - person::text) END
       WHERE search.team_id = team AND deliver #> '{email,recipients}' ? person::text RETURNING search.id, search.name;
     END $$`,
    `CREATE FUNCTION end_digests_of_leaver() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       PERFORM remove_digest_recipient(OLD.team_id, OLD.user_id);
       RETURN NULL;
     END $$`,
    `CREATE TRIGGER member_left AFTER DELETE ON memberships FOR EACH ROW EXECUTE FUNCTION end_digests_of_leaver()`,
    `SELECT remove_digest_recipient(team_id, recipient::uuid)
     FROM saved_searches search, jsonb_array_elements_text(deliver #> '{email,recipients}') recipient
     WHERE NOT EXISTS (SELECT FROM memberships WHERE team_id = search.team_id AND user_id = recipient::uuid)`,
  ];
  override readonly backward = [
    `DROP TRIGGER member_left ON memberships`,
    `DROP FUNCTION end_digests_of_leaver`,
    `DROP FUNCTION remove_digest_recipient`,
  ];
}
