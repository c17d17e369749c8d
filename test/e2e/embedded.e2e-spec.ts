import pg from 'pg';
import { createTestDatabase } from '../support/database.js';

describe('a test database', () => {
  it('is there', async () => {
    const db = await createTestDatabase();
    const c = new pg.Client({ connectionString: db.url });
    await c.connect();
    expect((await c.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await c.end();
    await db.drop();
  });
});
