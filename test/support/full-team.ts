import { ApiKeysService } from '#access/api-keys/api-keys.service.js';
import type { TestApp } from './app.js';
import type { SignedIn } from './signed-in.js';

/** The people, keys, connections and notifications of a team of the largest plan: `$1` is the team, `$2` a person. */
const PEOPLE = [
  `INSERT INTO web_sessions (id_hash, user_id, user_agent, ip)
   SELECT sha256((number || $2)::bytea), $2::uuid, 'Mozilla/5.0 (X11; Linux x86_64) Chrome/142.0', '2001:db8::' || number
   FROM generate_series(1, 100) number, (SELECT $1) team`,
  `WITH people AS (INSERT INTO users (id, email, password_hash)
     SELECT gen_random_uuid(), 'some.longer.name-' || number || left($2, 8) || '@pages.example', ''
     FROM generate_series(1, 200) number RETURNING id)
   INSERT INTO memberships (team_id, user_id, role) SELECT $1::uuid, id, 'member' FROM people`,
  `INSERT INTO team_invitations (token_hash, team_id, email, role, invited_by, expires_at)
   SELECT sha256((number || $2)::bytea), $1::uuid, 'some.longer.invited.name-' || number || '@pages.example', 'member', $2::uuid,
     now() + interval '1 day' FROM generate_series(1, 25) number`,
  `INSERT INTO oauth_connections (id, grant_id, user_id, team_id, client_id, client_name, expires_at)
   SELECT gen_random_uuid(), number || $2, $2::uuid, $1::uuid, 'client', 'An assistant of some name ' || number, now() + interval '1 day'
   FROM generate_series(1, 100) number`,
  `INSERT INTO inbox_items (id, team_id, kind, subject, title, path)
   SELECT gen_random_uuid(), $1::uuid, 'report', number || $2, repeat('A longer title ', 10), '/products/' || $2
   FROM generate_series(1, 200) number`,
  `INSERT INTO audit_entries (id, team_id, action, actor_kind, actor_id, actor_name, ip, user_agent, target_type, target_id, target_name, changes)
   SELECT gen_random_uuid(), $1::uuid, 'key.changed', 'session', $2, 'some.longer.name@pages.example', '2001:db8::1',
     repeat('Mozilla/5.0 (X11; Linux x86_64) ', 15), 'key', $2, 'A key for the nightly export',
     '{"spend_cap": [100, 200], "daily_cap": [null, 10], "scopes": ["read, write, spend:report, spend:pitch", "read, write, webhooks"]}'
   FROM generate_series(1, 100)`,
  `INSERT INTO team_suppressions (id, team_id, key)
   SELECT gen_random_uuid(), $1::uuid, 'profile:network.example/' || number || repeat('x', 960) || left($2, 1)
   FROM generate_series(1, 100) number`,
];

/** Fills the lists of the settings, each with more rows than a page has. */
export async function fillTeam(app: TestApp, { teamId, userId }: SignedIn): Promise<void> {
  for (let key = 0; key < 20; key++) {
    const scopes = ['read', 'write', 'spend:report', 'spend:pitch', 'spend:unlock'] as const;
    const name = `A key for the nightly export number ${key}`;
    await app.get(ApiKeysService).create(teamId, { name, spendCap: 100, dailyCap: 10, scopes, createdBy: userId });
  }
  for (const statement of PEOPLE) await app.database.execute(statement, [teamId, userId]);
}

/** The activity of a team: `$1` is the team, `$2` its opportunities, `$3` a product with a report. */
const ACTIVITY = [
  `INSERT INTO products (id, name, description)
   SELECT gen_random_uuid(), repeat('A product of a long name ', 10) || number, repeat('What it does for whom. ', 20)
   FROM generate_series(1, 25) number, (SELECT $1::uuid, $2::uuid[], $3::uuid) unused`,
  `INSERT INTO report_shares (token_hash, report_id, team_id, expires_at)
   SELECT sha256((number || $1::text)::bytea), report_id, $1::uuid, now() + interval '7 days'
   FROM generate_series(1, 99) number, products, (SELECT $2::uuid[]) unused WHERE products.id = $3`,
  `INSERT INTO pitches (id, team_id, opportunity_id, channels, markdown, engine)
   SELECT gen_random_uuid(), $1::uuid, opportunity, '{email,network,call}',
     E'## Email\n\n**Subject:** ' || repeat('A longer subject ', 6) || E'\n\n' || repeat('Some words of a **pitch**. ', 500), 'test/1'
   FROM unnest($2::uuid[]) opportunity, (SELECT $3::uuid) unused`,
  `INSERT INTO saved_searches (id, team_id, name, filters, deliver, created_by_kind)
   SELECT gen_random_uuid(), $1::uuid, repeat('A search ', 10) || number,
     jsonb_build_object('q', repeat('some words ', 18), 'exclude', repeat('other words ', 16), 'product_id', to_jsonb($2::uuid[] || $3::uuid)),
     '{"inbox": true, "webhook": true, "feed": true, "email": null}', 'session'
   FROM generate_series(1, 25) number`,
  `INSERT INTO saved_search_matches (search_id, opportunity_id)
   SELECT search.id, opportunity FROM saved_searches search, unnest($2::uuid[]) opportunity, (SELECT $3::uuid) unused
   WHERE search.team_id = $1`,
  `INSERT INTO webhook_endpoints (id, team_id, url, event_types, description)
   SELECT gen_random_uuid(), $1::uuid, 'https://hooks.example/' || number || repeat('x', 2000), '{*}', repeat('What it is for ', 12)
   FROM generate_series(1, 50) number, (SELECT $2::uuid[], $3::uuid) unused`,
  `WITH delivery AS (INSERT INTO webhook_deliveries (id, team_id, endpoint_id, event_id, event_type, origin, body, status, attempts_made)
     SELECT gen_random_uuid(), $1::uuid, endpoint.id, gen_random_uuid(), 'opportunities.detected', 'range',
       '{"data": "' || repeat('long words, "quoted", ', 4000) || '"}', 'failed', 12
     FROM generate_series(1, 30), (SELECT id FROM webhook_endpoints WHERE team_id = $1 LIMIT 1) endpoint,
       (SELECT $2::uuid[], $3::uuid) unused RETURNING id)
   INSERT INTO webhook_attempts (delivery_id, number, started_at, duration_ms, response_status, response_body)
   SELECT id, number, now(), 10000, 503, repeat('<p>Try again "later"</p>', 160) FROM delivery, generate_series(1, 12) number`,
];

/** The ids of one row of each list that `fillActivity` fills. */
export interface FullLists {
  search: string;
  endpoint: string;
  delivery: string;
  pitch: string;
}

/** Fills the lists of a team's activity, with the longest texts that the service accepts. */
export async function fillActivity(
  { database }: TestApp,
  { teamId }: SignedIn,
  opportunities: readonly string[],
  product: string,
): Promise<FullLists> {
  for (const statement of ACTIVITY) await database.execute(statement, [teamId, opportunities, product]);
  return database.one<FullLists>(
    `SELECT (SELECT id FROM saved_searches WHERE team_id = $1 LIMIT 1) AS search,
            (SELECT id FROM pitches WHERE team_id = $1 LIMIT 1) AS pitch, endpoint_id AS endpoint, id AS delivery
     FROM webhook_deliveries WHERE team_id = $1 LIMIT 1`,
    [teamId],
  );
}
