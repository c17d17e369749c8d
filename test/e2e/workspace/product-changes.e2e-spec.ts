import { v7 as uuidv7 } from 'uuid';
import { CreditPools } from '#accounts/credits/credit-pools.service.js';
import { CreditsService } from '#accounts/credits/credits.service.js';
import { ProductsImporter } from '#market/products/products.importer.js';
import { PainPointsService } from '#market/report-reading/pain-points.service.js';
import { ReviewsImporter } from '#market/reviews/reviews.importer.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import { ProductChangesModule } from '#workspace/product-changes/product-changes.module.js';
import { MOVES } from '#workspace/product-changes/product-changes.queries.js';
import { ProductChanges } from '#workspace/product-changes/product-changes.service.js';
import { call, createKey, createTeam, startTestApp, type TestApp } from '../../support/app.js';
import { importLines } from '../../support/imported.js';
import { insertReviewOpportunity } from '../../support/opportunities.js';
import { orderOf } from '../../support/spender.js';

let app: TestApp;
let changes: ProductChanges;

beforeAll(async () => {
  app = await startTestApp({ modules: [ProductChangesModule] });
  changes = app.get(ProductChanges);
});
afterAll(() => app.close());

interface ProductRow {
  id: string;
  review_count: number;
  review_changes: number;
  report_id: string | null;
}

const productNamed = (name: string) =>
  app.database.maybeOne<ProductRow>(
    'SELECT id, review_count, review_changes, report_id FROM products WHERE name = $1',
    [name],
  );
const idOf = async (name: string): Promise<string> => (await productNamed(name))?.id ?? '';
const imported = (product: string, ...ids: string[]) =>
  importLines(
    app,
    ReviewsImporter,
    ids.map((external_id) => ({ external_id, platform: 'G2', product_name: product, text: 'It works.' })),
  );

/** A finished report, which its product shows. */
async function reported(product: string, switching: object[] = []): Promise<string> {
  const reportId = uuidv7();
  await app.database.execute(
    `INSERT INTO reports (id, product_id, engine, summary, themes, total_themes, metadata, switching)
     SELECT $1, id, 'test/1', 'x', '[]', 0, '{}', $3 FROM products WHERE name = $2`,
    [reportId, product, JSON.stringify(switching)],
  );
  await app.database.execute(
    `UPDATE products SET report_id = $1, report_generated_at = now(), report_status = 'completed' WHERE name = $2`,
    [reportId, product],
  );
  return reportId;
}

/** A person of a free team, which has bought the report of a product with its welcome credits. */
async function welcomed(product: string): Promise<TeamCaller> {
  const { teamId: id } = await createTeam(app, 'free');
  const caller: TeamCaller = {
    ...{ lane: 'session', clientIp: '127.0.0.1', credentialId: uuidv7(), role: 'owner', budget: { kind: 'team' } },
    team: { id, name: 'Team', tier: 'free', status: 'none' },
  };
  await app.database.transaction(() => app.get(CreditPools).addWelcome(id, uuidv7()));
  const { purchaseId } = await app.get(CreditsService).open(orderOf(caller, await idOf(product)));
  await app.get(CreditsService).settle(purchaseId);
  return caller;
}

describe('a merge of two products', () => {
  it('decides about every foreign key that leads to products', async () => {
    const keys = await app.database.query<{ key: string }>(
      `SELECT conrelid::regclass || '.' || attname AS key FROM pg_constraint
       JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
       WHERE contype = 'f' AND confrelid = 'public.products'::regclass AND connamespace = 'public'::regnamespace ORDER BY key`,
    );
    expect(keys.map(({ key }) => key)).toEqual(Object.keys(MOVES).sort());
  });

  it('moves the reviews, and adds the counts', async () => {
    await imported('one.example', 'm-1', 'm-2');
    await imported('One', 'm-3');
    await changes.merge('one.example', 'One');
    expect(await productNamed('One')).toMatchObject({ review_count: 3, review_changes: 3 });
    expect(await productNamed('one.example')).toBeNull();
  });

  it('keeps the name known to imports of reviews and of products', async () => {
    expect(await imported('ONE.example', 'm-4')).toMatchObject({ inserted: 1 });
    await importLines(app, ProductsImporter, [{ name: 'one.example', description: 'Known' }]);
    expect(await productNamed('One')).toMatchObject({ review_count: 4 });
    expect(await productNamed('one.example')).toBeNull();
  });

  it('keeps the name known to the search', async () => {
    const { body } = await call(app, 'GET', '/products?query=one.exa');
    expect(body.data).toMatchObject([{ name: 'One' }]);
  });

  it('moves opportunities, which the feed then reports as changed', async () => {
    const opportunityId = await insertReviewOpportunity(app.database, { productName: 'two.example' });
    await imported('Two', 'm-5');
    await changes.merge('two.example', 'Two');
    const { key } = await createKey(app);
    const { body } = await call(app, 'GET', `/opportunities?product_id=${await idOf('Two')}`, { key });
    expect(body.data).toMatchObject([{ id: opportunityId }]);
  });

  it('moves reports into the history, and shows the one of the product that stays', async () => {
    await imported('three.example', 'm-6');
    await imported('Three', 'm-7');
    const [moved, shown] = [await reported('three.example'), await reported('Three')];
    await changes.merge('three.example', 'Three');
    expect(await productNamed('Three')).toMatchObject({ report_id: shown });
    const reports = await app.database.query('SELECT id FROM reports WHERE product_id = $1', [await idOf('Three')]);
    expect(reports).toEqual(expect.arrayContaining([{ id: moved }, { id: shown }]));
  });

  it('shows the report of the product that goes if the other has none', async () => {
    await imported('four.example', 'm-8');
    await imported('Four', 'm-9');
    const moved = await reported('four.example');
    await changes.merge('four.example', 'Four');
    expect(await productNamed('Four')).toMatchObject({ report_id: moved });
  });

  it('lets a team read the report in full that it has bought with welcome credits, also after a second merge', async () => {
    for (const name of ['welcome.example', 'Welcome', 'Welcome Suite']) await imported(name, `m-${name}`);
    const caller = await welcomed('welcome.example');
    const readsInFull = [];
    for (const [from, into] of [
      ['welcome.example', 'Welcome'],
      ['Welcome', 'Welcome Suite'],
    ] as const) {
      await changes.merge(from, into);
      readsInFull.push(await app.get(PainPointsService).readsInFull(caller, await idOf(into)));
    }
    expect(readsInFull).toEqual([true, true]);
  });

  it('moves followers once, filters of saved searches, and the switching in reports', async () => {
    for (const name of ['five.example', 'Five', 'Rival']) await imported(name, `m-${name}`);
    const [from, into] = [await idOf('five.example'), await idOf('Five')];
    const { teamId } = await createKey(app);
    await app.database.execute('INSERT INTO follows (team_id, product_id) VALUES ($1, $2), ($1, $3)', [
      teamId,
      from,
      into,
    ]);
    await app.database.execute(
      `INSERT INTO saved_searches (id, team_id, name, filters, deliver, created_by_kind)
       VALUES (gen_random_uuid(), $1, 'x', $2, '{}', 'key')`,
      [teamId, JSON.stringify({ product_id: from })],
    );
    const edge = { direction: 'to', reviews: 1, evidence: [] };
    const rival = await reported('Rival', [{ ...edge, product_id: from }]);
    const own = await reported('five.example', [
      { ...edge, product_id: into },
      { ...edge, product_id: uuidv7() },
    ]);
    await changes.merge(from, into);
    const read = (sql: string, id: string) => app.database.query(sql, [id]);
    expect(await read('SELECT product_id FROM follows WHERE team_id = $1', teamId)).toEqual([{ product_id: into }]);
    expect(await read('SELECT filters FROM saved_searches WHERE team_id = $1', teamId)).toEqual([
      { filters: { product_id: into } },
    ]);
    expect(await read(`SELECT switching->0->>'product_id' AS id FROM reports WHERE id = $1`, rival)).toEqual([
      { id: into },
    ]);
    expect(await read('SELECT jsonb_array_length(switching) AS edges FROM reports WHERE id = $1', own)).toEqual([
      { edges: 1 },
    ]);
  });

  it('is refused for one product with itself, and while a report is being made', async () => {
    await imported('Six', 'm-10');
    await imported('Seven', 'm-11');
    await expect(changes.merge('Six', 'six')).rejects.toThrow('Both are the same product');
    await app.database.execute(`UPDATE products SET report_status = 'generating' WHERE name = 'Six'`);
    await expect(changes.merge('Six', 'Seven')).rejects.toThrow('A report of Six is being made');
  });

  it('leaves imports right that run beside it', async () => {
    await imported('Beside', 'b-0');
    await imported('Stays', 's-0');
    const files = Array.from({ length: 10 }, (_, n) => imported('Beside', `b-${n}-1`, `b-${n}-2`));
    await Promise.all([...files, changes.merge('Beside', 'Stays')]);
    expect(await productNamed('Stays')).toMatchObject({ review_count: 22 });
    expect(await productNamed('Beside')).toBeNull();
  });

  it('is in the audit log', async () => {
    const [entry] = await app.database.query(
      `SELECT target_name, changes FROM audit_entries WHERE action = 'product.merged' ORDER BY created_at LIMIT 1`,
    );
    expect(entry).toEqual({ target_name: 'One', changes: { name: ['one.example', 'One'] } });
  });
});

describe('a renamed product', () => {
  it('is known by its old name, which it can have again', async () => {
    await imported('Old', 'r-1');
    await changes.rename('Old', 'New');
    expect(await imported('Old', 'r-2')).toMatchObject({ inserted: 1 });
    expect(await changes.rename('Old', 'Old')).toMatchObject({ from: 'New', product: { name: 'Old' } });
    expect(await productNamed('Old')).toMatchObject({ review_count: 2 });
  });

  it('cannot have the name of another product, or none', async () => {
    await imported('Taken', 'r-3');
    await expect(changes.rename('Old', 'taken')).rejects.toThrow('Another product is called taken; merge them');
    await expect(changes.rename('Old', ' ')).rejects.toThrow('is empty');
  });
});

describe('the deletion of a product', () => {
  it('says what goes, and takes everything but posts', async () => {
    const opportunityId = await insertReviewOpportunity(app.database, { productName: 'Gone' });
    await reported('Gone');
    const { teamId } = await createKey(app);
    await app.database.execute(
      `INSERT INTO pitches (id, team_id, opportunity_id, channels, markdown, engine) VALUES ($1, $2, $3, '{email}', 'x', 'test/1')`,
      [uuidv7(), teamId, opportunityId],
    );
    const { product, losses } = await changes.lossesOf('gone');
    expect(losses).toEqual({ reviews: 1, reports: 1, opportunities: 1, purchases: 1, followers: 0 });
    expect(await changes.delete(product.id)).toEqual(losses);
    expect(await productNamed('Gone')).toBeNull();
    expect(await app.database.query('SELECT FROM opportunities WHERE id = $1', [opportunityId])).toEqual([]);
  });

  it('is told to the paid teams that follow it, with the opportunities that go', async () => {
    const removed = [
      await insertReviewOpportunity(app.database, { productName: 'Followed' }),
      await insertReviewOpportunity(app.database, { productName: 'Followed' }),
    ];
    const productId = await idOf('Followed');
    const [paid, free] = [await createTeam(app), await createTeam(app, 'free')];
    for (const { teamId } of [paid, free]) {
      await app.database.execute('INSERT INTO follows VALUES ($1, $2)', [teamId, productId]);
    }
    await changes.delete(productId);
    const told = await app.database.query(
      `SELECT team_id, (head || 0 || tail)::jsonb -> 'data' AS data FROM team_events WHERE type = 'opportunity.removed'`,
    );
    const data = { product_id: productId, opportunity_ids: removed };
    expect(told).toEqual([{ team_id: paid.teamId, data }]);
  });

  it('leaves its name free', async () => {
    await imported('Free', 'd-1');
    await changes.delete(await idOf('Free'));
    await imported('Free', 'd-1');
    expect(await productNamed('Free')).toMatchObject({ review_count: 1 });
  });
});
