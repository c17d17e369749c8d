import { v7 as uuidv7 } from 'uuid';
import { createTeam, startTestApp, type TestApp } from '../../../test/support/app.js';
import { PersonalDataQueries } from './personal-data.queries.js';
import { PERSONAL_ROWS } from './personal.rows.js';

describe('the copy of the data of a person', () => {
  let app: TestApp;
  let queries: PersonalDataQueries;
  let userId: string;
  let email: string;

  beforeAll(async () => {
    app = await startTestApp();
    queries = app.get(PersonalDataQueries);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    userId = uuidv7();
    email = `person-${userId}@people.example`;
    await app.database.execute('INSERT INTO users (id, email, password_hash) VALUES ($1, $2, $3)', [
      userId,
      email,
      'a hash that stays here',
    ]);
  });

  const copied = async (table: string, person = { user_id: userId, email }): Promise<object[]> => {
    const rows: object[] = [];
    await app.database.transaction(async () => {
      for (const source of PERSONAL_ROWS.filter((each) => each.table === table))
        for await (const batch of queries.rowsOf(source, person)) rows.push(...batch);
    });
    return rows;
  };

  it('is requested once an hour', async () => {
    const requests = [await queries.request(userId, uuidv7(), 60), await queries.request(userId, uuidv7(), 60)];
    expect(requests).toEqual([true, false]);
  });

  it('has no file before it is made', async () => {
    const id = uuidv7();
    await queries.request(userId, id, 60);
    expect(await queries.contentOf(userId, id, 7)).toBeNull();
  });

  it('is open to no other person', async () => {
    const id = uuidv7();
    await queries.request(userId, id, 60);
    await app.database.execute(`UPDATE data_copies SET content = 'x', finished_at = now() WHERE id = $1`, [id]);
    expect([await queries.contentOf(userId, id, 7), await queries.contentOf(uuidv7(), id, 7)]).toEqual([
      Buffer.from('x'),
      null,
    ]);
  });

  it('contains what others did to the person, without who they are and where they were', async () => {
    const { teamId } = await createTeam(app);
    const entry = (actor: string, ip: string) =>
      app.database.execute(
        `INSERT INTO audit_entries (id, team_id, action, actor_kind, actor_id, actor_name, target_type, target_id, ip, user_agent)
         VALUES ($1, $2, 'member.role_changed', 'session', $3, 'admin@people.example', 'user', $4, $5, 'Firefox')`,
        [uuidv7(), teamId, actor, userId, ip],
      );
    await entry(uuidv7(), '192.0.2.7');
    await entry(userId, '192.0.2.8');
    const entries = JSON.stringify(await copied('audit_entries'));
    expect([entries.match(/member.role_changed/g)?.length, entries.match(/192\.0\.2\.\d/g)]).toEqual([
      2,
      ['192.0.2.8'],
    ]);
  });

  it('contains the account without the hash of its password', async () => {
    const [account] = await copied('users');
    expect([account, JSON.stringify(account)]).toEqual([
      expect.objectContaining({ id: userId, email }),
      expect.not.stringContaining('a hash that stays here'),
    ]);
  });

  const connect = async (teamId: string): Promise<string> => {
    const connection = uuidv7();
    await app.database.execute(
      `INSERT INTO oauth_connections (id, grant_id, user_id, team_id, client_id, client_name, expires_at)
       VALUES ($1, gen_random_uuid(), $2, $3, 'client', 'Assistant', now())`,
      [connection, userId, teamId],
    );
    return connection;
  };

  it('contains what the person and their assistants have bought', async () => {
    const { teamId } = await createTeam(app);
    const connection = await connect(teamId);
    const callers = [
      ['session', userId],
      ['oauth', connection],
      ['oauth', uuidv7()],
      ['key', userId],
    ];
    await app.database.transaction(async () => {
      const account = [teamId, callers.length];
      await app.database.execute(
        'INSERT INTO credit_accounts (team_id, balance, entries) VALUES ($1, $2, $2)',
        account,
      );
      for (const [at, caller] of callers.entries())
        await app.database.execute(
          `INSERT INTO credit_entries (team_id, position, kind, amount, balance_after, credential_kind, credential_id)
           VALUES ($1, $2, 'grant', 1, $2, $3, $4)`,
          [teamId, at + 1, ...caller],
        );
    });
    const found = (await copied('credit_entries')) as { credential_id: string }[];
    expect(found.map((each) => each.credential_id).sort()).toEqual([userId, connection].sort());
  });

  it('contains the bulk jobs that the person and their assistants started, and no answer about other people', async () => {
    const { teamId } = await createTeam(app);
    const connection = await connect(teamId);
    for (const [kind, startedBy] of [
      ['session', userId],
      ['oauth', connection],
      ['oauth', uuidv7()],
      ['session', uuidv7()],
      ['key', userId],
    ]) {
      await app.database.execute(
        `WITH job AS (
           INSERT INTO bulk_jobs (id, team_id, action, max_credits, credential_kind, key_id, idempotency_id, request_id)
           VALUES (gen_random_uuid(), $1, 'unlock_contact', 1, $2, $3, gen_random_uuid()::text, 'request') RETURNING id)
         INSERT INTO bulk_items (job_id, index, request, answer) SELECT id, 0, '{"field": "email"}', '{"value": "jane"}' FROM job`,
        [teamId, kind, startedBy],
      );
    }
    const [jobs, items] = [await copied('bulk_jobs'), await copied('bulk_items')];
    expect((jobs as { key_id: string }[]).map((each) => each.key_id).sort()).toEqual([userId, connection].sort());
    expect(items).toHaveLength(2);
    expect(items[0]).toEqual({
      ...{ job_id: expect.any(String), index: 0, request: { field: 'email' } },
      ...{ status: 'waiting', http_status: null, credits_charged: 0 },
    });
  });

  it('contains the searches that the person or their assistant has saved', async () => {
    const { teamId } = await createTeam(app);
    const connection = await connect(teamId);
    for (const [kind, savedBy] of [
      ['session', userId],
      ['oauth', connection],
      ['oauth', uuidv7()],
      ['key', userId],
    ]) {
      await app.database.execute(
        `INSERT INTO saved_searches (id, team_id, name, filters, deliver, created_by_kind, created_by_id)
         VALUES (gen_random_uuid(), $1, 'Leaving', '{}', '{}', $2, $3)`,
        [teamId, kind, savedBy],
      );
    }
    const found = (await copied('saved_searches')) as { created_by_id: string }[];
    expect(found.map((each) => each.created_by_id).sort()).toEqual([userId, connection].sort());
  });

  it('contains an invitation to the address of the person, in any case', async () => {
    const { teamId } = await createTeam(app);
    await app.database.execute(
      `INSERT INTO team_invitations (token_hash, team_id, email, role, expires_at)
       VALUES (sha256($1::bytea), $2, upper($3), 'member', now() + interval '1 day')`,
      [userId, teamId, email],
    );
    expect(await copied('team_invitations')).toHaveLength(1);
  });
});
