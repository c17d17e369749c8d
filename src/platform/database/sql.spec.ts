import type { QueryResult } from 'pg';
import { startTestApp, type TestApp } from '../../../test/support/app.js';
import { PreparedSql, type Statement } from './sql.js';

describe('a prepared statement', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  const preparedAs = (text: string) =>
    app.database.query<{ uses: number }>(
      `SELECT generic_plans + custom_plans AS uses FROM pg_prepared_statements WHERE statement = $1`,
      [text],
    );

  it('is parsed once by a connection', async () => {
    const text = 'SELECT $1::integer AS value';
    const found = await app.database.transaction(async () => {
      for (const value of [1, 2, 3]) await app.database.prepared.query(text, [value]);
      return preparedAs(text);
    });
    expect(found.map(({ uses }) => Number(uses))).toEqual([3]);
  });

  it('still works after a migration has added a column to its table', async () => {
    await app.database.execute('CREATE TABLE growing (id integer)');
    const ids = await app.database.transaction(async () => {
      await app.database.prepared.query('SELECT id FROM growing');
      await app.database.execute('ALTER TABLE growing ADD COLUMN name text');
      return app.database.prepared.query('SELECT id FROM growing');
    });
    expect(ids).toEqual([]);
  });

  it.each(['SELECT * FROM teams', 'SELECT team.* FROM teams team', 'DELETE FROM teams RETURNING *'])(
    'must name its columns: %s',
    async (text) => {
      await expect(app.database.prepared.query(text)).rejects.toThrow('must name its columns');
    },
  );

  it('must not vary without limit', async () => {
    const send = async (statement: Statement): Promise<QueryResult> =>
      ({ rows: [statement] }) as unknown as QueryResult;
    const prepared = new PreparedSql(send);
    const all = Array.from({ length: 501 }, (_, number) => prepared.query(`SELECT ${number}`));
    await expect(Promise.all(all)).rejects.toThrow('Too many statements are prepared. The last one: SELECT 500');
  });
});
