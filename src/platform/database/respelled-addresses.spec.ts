import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.js';
import { databaseOptions } from './data-source.js';
import { SpellDomainsOfAddresses1797901500000 } from './migrations/1797901500000-spell-domains-of-addresses.js';

const [TYPED, SPELLED] = ['email:bob@münchen.de', 'email:bob@xn--mnchen-3ya.de'];
const TEAM = '01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d10';

describe('keys of addresses in international domains', () => {
  let database: TestDatabase;
  let source: DataSource;

  beforeAll(async () => {
    database = await createTestDatabase();
    source = await new DataSource(databaseOptions(database.url)).initialize();
    await source.query(
      `INSERT INTO teams (id, name, tier, subscription_status) VALUES ($1, 'Try', 'growth', 'active')`,
      [TEAM],
    );
    const other = 'email:jürgen@acme.com';
    for (const key of [TYPED, SPELLED, 'email:eve@münchen.de', other])
      await source.query('INSERT INTO suppressions (key) VALUES ($1)', [key]);
    for (const key of [TYPED, SPELLED])
      await source.query('INSERT INTO team_suppressions (id, team_id, key) VALUES (gen_random_uuid(), $1, $2)', [
        TEAM,
        key,
      ]);
    await source.query(
      `INSERT INTO contacts (id, name, name_key, company_name, company_key, role, email, email_key)
       VALUES (gen_random_uuid(), 'Bob', 'bob', 'Acme', 'acme', 'champion', 'bob@münchen.de', $1)`,
      [TYPED],
    );
    await source.query(
      `INSERT INTO enrichment_answers (person_key, field, state, attempts, outcome, value, source, identity_keys)
       VALUES ('bob', 'email', 'completed', 1, 'found', 'bob@münchen.de', 'hunter', ARRAY[$1, 'domain:xn--mnchen-3ya.de'])`,
      [TYPED],
    );
    await new SpellDomainsOfAddresses1797901500000().up(source.createQueryRunner());
  });
  afterAll(async () => {
    await source.destroy();
    await database.drop();
  });

  const keysOf = async (statement: string): Promise<string[]> =>
    (await source.query<{ key: string }[]>(statement)).map(({ key }) => key);

  it('are spelled in ASCII in the list for all teams, each once, and other addresses stay', async () => {
    expect(await keysOf('SELECT key FROM suppressions ORDER BY key')).toEqual(
      [SPELLED, 'email:eve@xn--mnchen-3ya.de', 'email:jürgen@acme.com'].toSorted(),
    );
  });

  it('are spelled in ASCII in the list of a team, each once', async () => {
    expect(await keysOf('SELECT key FROM team_suppressions')).toEqual([SPELLED]);
  });

  it('are spelled in ASCII in the directory, whose addresses stay', async () => {
    expect(await source.query('SELECT email, email_key FROM contacts')).toEqual([
      { email: 'bob@münchen.de', email_key: SPELLED },
    ]);
  });

  it('are spelled in ASCII among the keys of kept answers of providers', async () => {
    expect(await keysOf('SELECT unnest(identity_keys) AS key FROM enrichment_answers')).toEqual([
      SPELLED,
      'domain:xn--mnchen-3ya.de',
    ]);
  });
});
