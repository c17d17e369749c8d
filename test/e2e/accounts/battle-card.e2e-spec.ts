import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PriceQuote } from '#workspace/bulk/quotes.operations.js';
import type { BulkItemView, BulkJobView } from '#workspace/bulk/bulk-jobs.operations.js';
import { BulkRunner } from '#workspace/bulk/bulk.runner.js';
import { CreditsService } from '#accounts/credits/credits.service.js';
import { sandboxId } from '#accounts/runs/forced-effect.js';
import { PaidActions } from '#accounts/runs/paid-actions.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import { PurchaseDescriptions } from '#surfaces/mcp/purchase.descriptions.js';
import { call, createKey, type TestApp } from '../../support/app.js';
import { GenerateBattleCard, workshop } from '../../support/battle-cards/battle-card.action.js';
import { BattleCardApiModule, BattleCardModule } from '../../support/battle-cards/battle-card.module.js';
import { BATTLE_CARD_TOOL } from '../../support/battle-cards/battle-card.tool.js';
import { CREATE_BATTLE_CARDS } from '../../support/battle-cards/create-battle-cards.migration.js';
import { textOf } from '../../support/browser.js';
import { startPublicApp } from '../../support/clients/oauth.js';
import { createReviewedProduct } from '../../support/reviewed-product.js';
import { createSpender } from '../../support/spender.js';
import { signedIn } from '../../support/signed-in.js';
import { until } from '../../support/until.js';

/** The rows of the list "A paid action" in CONTRIBUTING.md, each with the file of the battle card; null without one. */
const FILES: Record<string, string | null> = {
  'x.operations.ts': 'battle-card.operations.ts',
  'x.action.ts': 'battle-card.action.ts',
  'x.entity.ts': 'battle-card.entity.ts',
  'migrations/…-create-x.ts': 'create-battle-cards.migration.ts',
  'x.controller.ts': 'battle-card.controller.ts',
  'x.module.ts': 'battle-card.module.ts',
  'surfaces/mcp/mcp.catalog.ts': 'battle-card.tool.ts',
  // The battle card has the scope of pitches.
  'access/policy/key.scopes.ts': null,
};
const MAX_FILES = 8;
const KIND = 'generate_battle_card';

let app: TestApp;
let productId: string;

beforeAll(async () => {
  app = await startPublicApp({ modules: [BattleCardApiModule], workerModules: [BattleCardModule], worker: true });
  // Before the first test key, with which the tables of test mode are made.
  await app.database.execute(CREATE_BATTLE_CARDS);
  productId = await createReviewedProduct(app.database, { name: 'Acme', reviews: [] });
});
afterAll(() => app.close());

const buy = (key: string, body: object = {}, id = productId) =>
  call(app, 'POST', `/products/${id}/generate-battle-card`, { key, body: { rival: 'Tabula', ...body } });
const balanceOf = (teamId: string) => app.get(CreditsService).balanceOf(teamId);

describe('a paid action', () => {
  it('is made of the files that CONTRIBUTING.md lists, at most eight', () => {
    const text = readFileSync(join(import.meta.dirname, '../../../CONTRIBUTING.md'), 'utf8');
    const [, list = ''] = /\*\*A paid action\*\*.*?\n\n(.*?)\n\n/s.exec(text) ?? [];
    const rows = [...list.matchAll(/^\| `(.+?)` \|/gm)].map(([, file]) => file);
    const folder = readdirSync(join(import.meta.dirname, '../../support/battle-cards'));
    expect(rows).toEqual(Object.keys(FILES));
    expect(folder.sort()).toEqual(Object.values(FILES).filter(Boolean).sort());
    expect(rows.length).toBeLessThanOrEqual(MAX_FILES);
  });

  it('is bought over REST', async () => {
    const { key, teamId } = await createKey(app, { credits: 10, spendCap: 10 });
    expect((await buy(key)).body.data).toEqual({ card: 'How to beat Tabula' });
    expect(await balanceOf(teamId)).toBe(8);
  });

  it('is priced with dry_run', async () => {
    const { key, teamId } = await createKey(app, { credits: 10, spendCap: 10 });
    const { body } = await buy(key, { dry_run: true });
    expect(body.data).toMatchObject({ action: KIND, would: 'charge', credits_required: 2 });
    expect(await balanceOf(teamId)).toBe(10);
  });

  it('is priced in a quote', async () => {
    const { key } = await createKey(app, { credits: 10, spendCap: 10 });
    const items = [{ action: KIND, product_id: productId, rival: 'Tabula' }];
    const { body } = await call(app, 'POST', '/quotes', { key, body: { items } });
    expect((body.data as PriceQuote).total).toEqual({ credits_required: 2, is_allowed: true });
  });

  it('is an item of a bulk job', async () => {
    const { key } = await createKey(app, { credits: 10, spendCap: 10 });
    const body = { action: KIND, max_credits: 4, items: [{ product_id: productId, rival: 'Tabula' }] };
    const created = await call(app, 'POST', '/bulk-jobs', { key, body, headers: { 'idempotency-key': 'cards' } });
    const { id } = created.body.data as BulkJobView;
    await until(async () => {
      await app.inWorker(BulkRunner).runDue();
      return ((await call(app, 'GET', `/bulk-jobs/${id}`, { key })).body.data as BulkJobView).finished_at;
    });
    const items = await call(app, 'GET', `/bulk-jobs/${id}/items`, { key });
    expect(items.body.data as BulkItemView[]).toMatchObject([
      { status: 'succeeded', data: { card: 'How to beat Tabula' }, credits_charged: 2 },
    ]);
  });

  it('has its title and its line on the credits page', async () => {
    const { teamId, open } = await signedIn(app, 'growth', 10);
    const { key } = await createKey(app, { teamId, spendCap: 10 });
    await buy(key);
    const text = textOf(await open('/app/credits'));
    expect(text).toContain('Battle cards');
    expect(text).toContain('Battle card against Tabula on Acme');
  });

  it('is named in the question of its tool', async () => {
    const caller: TeamCaller = await createSpender(app, { kind: 'rolling' });
    const input = { path: { id: productId }, body: { rival: 'Tabula' } } as never;
    const question = app
      .get(PurchaseDescriptions)
      .describe(BATTLE_CARD_TOOL, { caller, input, requestId: 'request-1' });
    expect(await question).toBe('a battle card of Acme against Tabula');
  });

  it('needs the scope of its operation', async () => {
    const { key } = await createKey(app, { credits: 10, spendCap: 10, scopes: ['read', 'write'] });
    const { status, body } = await buy(key);
    expect([status, body.error?.details]).toMatchObject([403, { reason: 'insufficient_scope' }]);
  });

  it('is refunded when it fails', async () => {
    const { draft } = workshop;
    workshop.draft = () => Promise.reject(new Error('out of ideas'));
    const { key, teamId } = await createKey(app, { credits: 10, spendCap: 10 });
    expect((await buy(key)).status).toBe(500);
    workshop.draft = draft;
    expect(await balanceOf(teamId)).toBe(10);
  });

  it('has the price of its declaration in the table for assistants', async () => {
    const text = await (await fetch(`${app.origin}/guide.md`)).text();
    expect(text).toContain('| `POST /products/{id}/generate-battle-card` | 2 credits | the team has the card |');
  });
});

describe('a paid action in test mode', () => {
  const testKey = () => createKey(app, { test: true, spendCap: 10 });

  it('has the changed result that a magic id forces', async () => {
    const { key } = await testKey();
    expect((await buy(key, {}, sandboxId(111))).body.data).toEqual({ card: 'How to beat Tabula *' });
  });

  it('fails without a second attempt, and is refunded, with a magic id that lets it fail', async () => {
    const { key } = await testKey();
    expect((await buy(key, {}, sandboxId(112))).status).toBe(500);
    const { body } = await call(app, 'GET', '/credit-balance', { key });
    expect(body.data).toMatchObject({ credits_balance: 1_000 });
  });

  it('has no forced result in live mode', async () => {
    const input = { teamId: productId, productId: sandboxId(112), rival: 'Tabula' };
    const attempt = { deadlineAt: new Date(), report: () => Promise.resolve() };
    const { work } = app.get(PaidActions).getByClass(GenerateBattleCard);
    expect(await work.execute(input, attempt)).toBe('How to beat Tabula');
  });

  it('lists its magic ids', async () => {
    const { key } = await testKey();
    const { body } = await call(app, 'GET', '/test/fixtures', { key });
    expect(body.data).toContainEqual(
      expect.objectContaining({ id: sandboxId(111), resource: 'product', operation: KIND }),
    );
  });
});
