/** The rows of one table about a person, as a condition on their id (`$1`) and address (`$2`). */
export interface PersonalRows {
  table: string;
  where: string;
  /** Columns that are left out: secrets and their hashes, and what is about other people. */
  omits?: readonly string[];
}

/** The condition that the person or one of their assistants has acted. The column `id` has the type `type`. */
const actedBy = (kind: string, id: string, type: 'text' | 'uuid'): string =>
  `(${kind} = 'session' AND ${id} = $1::${type}
    OR ${kind} = 'oauth' AND ${id} IN (SELECT id::${type} FROM oauth_connections WHERE user_id = $1::uuid))`;

const OWN_PURCHASE = actedBy('credential_kind', 'credential_id', 'text');
const OWN_JOB = actedBy('credential_kind', 'key_id', 'uuid');

/** Every table with rows about a person who has an account. */
export const PERSONAL_ROWS: readonly PersonalRows[] = [
  { table: 'users', where: 'id = $1', omits: ['password_hash'] },
  { table: 'memberships', where: 'user_id = $1' },
  { table: 'home_visits', where: 'user_id = $1' },
  { table: 'web_sessions', where: 'user_id = $1', omits: ['id_hash'] },
  { table: 'user_factors', where: 'user_id = $1', omits: ['secret_encrypted'] },
  { table: 'user_tokens', where: 'user_id = $1', omits: ['token_hash'] },
  { table: 'user_identities', where: 'user_id = $1' },
  { table: 'team_invitations', where: 'invited_by = $1 OR lower(email) = lower($2)', omits: ['token_hash'] },
  { table: 'oauth_connections', where: 'user_id = $1', omits: ['grant_id'] },
  { table: 'api_keys', where: 'created_by = $1', omits: ['key_hash'] },
  { table: 'plan_requests', where: 'requested_by = $1' },
  { table: 'report_shares', where: 'created_by = $1', omits: ['token_hash'] },
  {
    table: 'saved_searches',
    where: actedBy('created_by_kind', 'created_by_id', 'text'),
    omits: ['feed_hash'],
  },
  { table: 'opportunity_comments', where: 'user_id = $1' },
  { table: 'opportunity_triage', where: 'assignee_id = $1 OR viewed_by_id = $1' },
  { table: 'digest_recipients', where: 'user_id = $1' },
  { table: 'digests', where: 'user_id = $1' },
  { table: 'weekly_digests', where: 'user_id = $1' },
  { table: 'weekly_digest_stops', where: 'user_id = $1' },
  { table: 'data_copies', where: 'user_id = $1', omits: ['content'] },
  { table: 'privacy_requests', where: 'lower(email) = lower($2)', omits: ['token_hash'] },
  { table: 'mails', where: 'lower(recipient) = lower($2)', omits: ['content_encrypted'] },
  { table: 'purchases', where: OWN_PURCHASE },
  { table: 'credit_entries', where: OWN_PURCHASE },
  { table: 'runs', where: `purchase_id IN (SELECT id FROM purchases WHERE ${OWN_PURCHASE})` },
  { table: 'bulk_jobs', where: OWN_JOB },
  { table: 'bulk_items', where: `job_id IN (SELECT id FROM bulk_jobs WHERE ${OWN_JOB})`, omits: ['answer'] },
  { table: 'audit_entries', where: 'actor_id = $1::text' },
  {
    table: 'audit_entries',
    where: `target_type = 'user' AND target_id = $1::text AND actor_id IS DISTINCT FROM $1::text`,
    omits: ['actor_id', 'actor_name', 'ip', 'user_agent'],
  },
];

/** Tables that may contain the id or the address of a person and are not in the file, with the reason. */
export const EXCLUDED_TABLES: Readonly<Record<string, string>> = {
  recovery_codes: 'only hashes of codes',
  oauth_artifacts: 'hashes and states of the connections, which are in the file',
  idempotency_keys: 'answers that are kept for a day, under a hash',
  team_events: 'facts of the team that are kept for days; the person’s acts are in the audit entries',
  inbox_items:
    'notices of the team that are kept for 90 days; the deletion of an account takes the address out of them',
  webhook_deliveries: 'copies of the events of the team',
  events: 'messages between features that are deleted when they are handled',
  sources: 'their credential is a token of the operator, not a person',
  contacts: 'people as others describe them; the page /privacy is for them',
};
