import { CreditsService } from '#accounts/credits/credits.service.js';
import { ContactsImporter } from '#workspace/enrichment/contacts.importer.js';
import { SuppressionsService } from '#workspace/enrichment/suppressions.service.js';
import { type ApiResponse, call, createKey, startTestApp, type TestApp } from '../../support/app.js';
import { importLines } from '../../support/imported.js';
import { rpc } from '../../support/clients/oauth.js';
import { insertReviewOpportunity } from '../../support/opportunities.js';
import { createReviewedProduct, ONE_REVIEW } from '../../support/reviewed-product.js';

const UNKNOWN_ID = '01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d10';
const SPENDING_LIMIT = 6;

describe('spending safely', () => {
  let app: TestApp;
  let withProvider: TestApp;
  let counter = 0;

  beforeAll(async () => {
    const env = { RATE_LIMIT_SPENDING: String(SPENDING_LIMIT), SWEEP_INTERVAL_SECONDS: '3600' };
    app = await startTestApp({ env, worker: true });
    withProvider = await startTestApp({ env: { ...env, HUNTER_API_KEY: 'secret' }, beside: app });
  });
  afterAll(async () => {
    await withProvider.close();
    await app.close();
  });
  afterEach(async () => {
    expect(await app.get(CreditsService).verify()).toEqual([]);
  });

  const buyer = (credits = 10, more: object = {}) => createKey(app, { credits, spendCap: 100, ...more });
  const unlock = (key: string, id: string, body: object = {}, of = app) =>
    call(of, 'POST', `/opportunities/${id}/unlock-contact`, { key, body: { field: 'email', ...body } });
  const quote = (key: string, items: object[]) => call(app, 'POST', '/quotes', { key, body: { items } });
  const dataOf = ({ status, body }: ApiResponse): Record<string, unknown> => ({ status, ...(body.data as object) });
  const itemsOf = ({ body }: ApiResponse) => (body.data as { items: Record<string, unknown>[] }).items;
  const detailsOf = ({ body }: ApiResponse) => body.error?.details;
  /** An opportunity whose writer is in the directory, with an email address or without. */
  const known = async (email: string | null = 'jane@acme.example.com'): Promise<string> => {
    const company = `Acme ${++counter}`;
    if (email) await importLines(app, ContactsImporter, [{ name: 'Jane Doe', company, email }]);
    return insertReviewOpportunity(app.database, { company });
  };
  const priced = { action: 'unlock_contact', field: 'email' };

  describe('a dry run', () => {
    it('returns the price of the call, and writes nothing', async () => {
      const { key, teamId } = await buyer(10, { dailyCap: 4 });
      const answer = await unlock(key, await known(), { dry_run: true });
      expect(dataOf(answer)).toEqual({
        status: 200,
        dry_run: true,
        action: 'unlock_contact',
        would: 'charge',
        free_because: null,
        credits_required: 1,
        expected: 'found',
        credits_balance: 10,
        spend_cap: 100,
        spend_remaining: 100,
        daily_cap: 4,
        daily_remaining: 4,
        refusal: null,
        quoted_at: expect.any(String) as string,
      });
      const left = await app.database.query(
        `SELECT 1 FROM purchases WHERE team_id = $1 UNION ALL SELECT 1 FROM runs WHERE team_id = $1`,
        [teamId],
      );
      expect(left).toEqual([]);
    });

    it.each([
      ['a contact that was revealed before', 'jane@free.example.com', 'already_revealed', 'found'],
      ['a contact that was not found before', null, 'known_not_found', 'not_found'],
    ])('is free for %s', async (_, email, because, expected) => {
      const { key } = await buyer();
      const id = await known(email);
      expect(dataOf(await unlock(key, id, { dry_run: true }))).toMatchObject({ would: 'charge', expected });
      await unlock(key, id);
      expect(dataOf(await unlock(key, id, { dry_run: true }))).toMatchObject({
        would: 'free',
        free_because: because,
        credits_required: 0,
        expected,
      });
    });

    it('expects not to find people who must not be revealed', async () => {
      const { key } = await buyer();
      const id = await known('gone@acme.example.com');
      await app.get(SuppressionsService).add('gone@acme.example.com');
      expect(dataOf(await unlock(key, id, { dry_run: true }))).toMatchObject({
        would: 'charge',
        expected: 'not_found',
      });
    });

    it('calls no provider, and reports that the outcome is unknown', async () => {
      const { key } = await buyer();
      const answer = await unlock(key, await known(null), { dry_run: true }, withProvider);
      expect(dataOf(answer)).toMatchObject({ would: 'charge', expected: 'unknown' });
    });

    it('answers the 402 of the call as a refusal', async () => {
      const { key } = await buyer(0);
      const id = await known();
      const refused = await unlock(key, id);
      const { status, error } = dataOf(await unlock(key, id, { dry_run: true })).refusal as Record<string, unknown>;
      expect([status, error]).toEqual([402, refused.body.error]);
    });

    it.each([
      ['an unknown opportunity', 404, UNKNOWN_ID, {}],
      ['an unknown field', 400, UNKNOWN_ID, { field: 'fax' }],
      ['a dry_run that is not a boolean', 400, UNKNOWN_ID, { dry_run: 'yes' }],
    ])('fails like the call for %s', async (_, status, id, body) => {
      const { key } = await buyer();
      expect((await unlock(key, id, { dry_run: true, ...body })).status).toBe(status);
    });

    it('needs a spend cap, like the call', async () => {
      const { key } = await createKey(app, { credits: 1 });
      const { status, body } = await unlock(key, await known(), { dry_run: true });
      expect([status, body.error?.details]).toEqual([403, { reason: 'spend_cap_required' }]);
    });

    it('does not count as spending', async () => {
      const { key } = await buyer();
      const id = await known();
      const statuses: number[] = [];
      for (let i = 0; i <= SPENDING_LIMIT; i++) statuses.push((await unlock(key, id, { dry_run: true })).status);
      expect(new Set(statuses)).toEqual(new Set([200]));
    });

    it('shows in its headers that it did not count', async () => {
      const { key } = await buyer();
      const { headers } = await unlock(key, await known(), { dry_run: true });
      expect([headers.get('x-ratelimit-remaining'), headers.get('ratelimit')]).toEqual([
        String(SPENDING_LIMIT),
        expect.stringContaining(`"spending";r=${SPENDING_LIMIT};`),
      ]);
    });

    it('prices a pitch and a report too', async () => {
      const { key } = await buyer();
      const body = { dry_run: true };
      const pitch = await call(app, 'POST', `/opportunities/${await known()}/generate-pitch`, { key, body });
      const productId = await createReviewedProduct(app.database, { reviews: ONE_REVIEW });
      const report = () => call(app, 'POST', `/products/${productId}/generate-report`, { key, body });
      const before = await report();
      await app.database.execute(
        `INSERT INTO runs (id, kind, item, input) VALUES (gen_random_uuid(), 'generate_report', $1, '{}')`,
        [productId],
      );
      expect([pitch, before, await report()].map(dataOf)).toEqual([
        expect.objectContaining({ action: 'generate_pitch', would: 'charge', credits_balance: 10, expected: null }),
        expect.objectContaining({ action: 'generate_report', would: 'charge', credits_balance: 10 }),
        expect.objectContaining({ would: 'free', free_because: 'already_in_progress', credits_balance: 10 }),
      ]);
    });

    it('names a typo in the body of a report, which would spend', async () => {
      const { key } = await buyer();
      const answer = await call(app, 'POST', `/products/${UNKNOWN_ID}/generate-report`, {
        key,
        body: { dryrun: true },
      });
      expect([answer.status, detailsOf(answer)]).toMatchObject([400, { errors: [{ field: 'dryrun' }] }]);
    });
  });

  describe('a quote', () => {
    it('prices calls as if they were bought one after another', async () => {
      const { key } = await buyer(2);
      const [first, second, third] = [await known(), await known(), await known()];
      const items = [first, first, second, third].map((opportunity_id) => ({ ...priced, opportunity_id }));
      const answer = await quote(key, items);
      expect(
        itemsOf(answer).map(({ would, free_because, credits_balance }) => [would, free_because, credits_balance]),
      ).toEqual([
        ['charge', null, 2],
        ['free', 'already_revealed', 2],
        ['charge', null, 2],
        ['refuse', null, 2],
      ]);
      expect(dataOf(answer).total).toEqual({ credits_required: 3, is_allowed: false });
    });

    it('has each refusal in its item', async () => {
      const { key } = await createKey(app, { credits: 5, scopes: ['read', 'spend:unlock'] });
      const answer = await quote(key, [
        { ...priced, opportunity_id: await known() },
        { action: 'generate_report', product_id: UNKNOWN_ID },
      ]);
      expect(itemsOf(answer).map(({ refusal }) => refusal)).toMatchObject([
        { status: 403, error: { details: { reason: 'spend_cap_required' } } },
        { status: 403, error: { details: { reason: 'insufficient_scope', required: ['spend:report'] } } },
      ]);
    });

    it('answers an unknown id with 404 in its item', async () => {
      const { key } = await buyer();
      const [item] = itemsOf(await quote(key, [{ ...priced, opportunity_id: UNKNOWN_ID }]));
      expect(item).toMatchObject({ would: 'refuse', credits_required: 0, refusal: { status: 404 } });
    });

    it('names the faults of all items', async () => {
      const { key } = await buyer();
      const answer = await quote(key, [
        { ...priced, opportunity_id: UNKNOWN_ID },
        { action: 'unlock_contact', opportunity_id: 'x', field: 'fax', dry_run: true },
        { action: 'generate_report' },
        { action: 'sell' },
        [],
      ]);
      const { errors } = detailsOf(answer) as { errors: { field: string }[] };
      expect([answer.status, errors.map(({ field }) => field)]).toEqual([
        400,
        [
          'items[1].opportunity_id',
          'items[1].field',
          'items[1].dry_run',
          'items[2].product_id',
          'items[3].action',
          'items[4]',
        ],
      ]);
    });

    it.each([[[]], [Array.from({ length: 101 }, () => priced)]])('has 1 to 100 items', async (items) => {
      const { key } = await buyer();
      expect((await quote(key, items)).status).toBe(400);
    });
  });

  describe('the headers about credits', () => {
    const creditsOf = ({ headers }: ApiResponse) =>
      ['charged', 'remaining', 'cap-remaining'].map((name) => headers.get(`x-credits-${name}`));

    it('state the spent credits of the request, and the remaining ones', async () => {
      const { key } = await buyer(10, { spendCap: 20, dailyCap: 4 });
      const id = await known();
      expect([await unlock(key, id), await unlock(key, id)].map(creditsOf)).toEqual([
        ['1', '9', '3'],
        ['0', '9', '3'],
      ]);
    });

    it('go with every answer about the account', async () => {
      const { key } = await buyer();
      const { paths } = (await (await fetch(`${app.baseUrl}/openapi.json`)).json()) as { paths: object };
      const about = Object.keys(paths).filter((path) => path.startsWith('/account'));
      const answers = await Promise.all(about.map((path) => call(app, 'GET', path, { key })));
      expect(answers.map(creditsOf)).toEqual(about.map(() => ['0', '10', '100']));
    });

    it('are net of a refund', async () => {
      const { key } = await buyer();
      expect(creditsOf(await unlock(key, await known(null)))).toEqual(['0', '10', '100']);
    });

    it('charge a repetition nothing', async () => {
      const { key } = await buyer();
      const id = await known();
      const send = () =>
        call(app, 'POST', `/opportunities/${id}/unlock-contact`, {
          key,
          body: { field: 'email' },
          headers: { 'idempotency-key': 'once' },
        });
      expect([await send(), await send()].map(creditsOf)).toEqual([
        ['1', '9', '99'],
        ['0', '9', '99'],
      ]);
    });

    it.each([
      ['400', { field: 'fax' }],
      ['404', {}],
    ])('are present on a %s', async (status, body) => {
      const { key } = await buyer();
      const answer = await unlock(key, UNKNOWN_ID, body);
      expect([String(answer.status), ...creditsOf(answer)]).toEqual([status, '0', '10', '100']);
    });

    it('are present on a 402 and, without a cap, on a 403', async () => {
      const { key, teamId } = await buyer(0);
      const { key: capless } = await createKey(app, { teamId });
      const id = await known();
      expect([await unlock(key, id), await unlock(capless, id)].map(creditsOf)).toEqual([
        ['0', '0', '100'],
        ['0', '0', null],
      ]);
    });

    it.each(['/account', '/credit-balance', '/account/usage', '/account/ledger'])('are present on %s', async (path) => {
      const { key } = await buyer();
      expect(creditsOf(await call(app, 'GET', path, { key }))).toEqual(['0', '10', '100']);
    });

    it('are absent elsewhere, and without a valid key', async () => {
      const { key } = await buyer();
      const answers = [
        await call(app, 'GET', '/watchlist', { key }),
        await call(app, 'GET', '/account', { key: 'no' }),
      ];
      expect(answers.map(creditsOf)).toEqual([
        [null, null, null],
        [null, null, null],
      ]);
    });

    it('are in the answer of a tool as meta.credits, with the price of a dry run', async () => {
      const { key } = await buyer();
      const opportunity_id = await known();
      const ask = async (more: object) => {
        const params = { name: 'unlock_contact', arguments: { opportunity_id, field: 'email', ...more } };
        return (await rpc(app, 'tools/call', { path: '/mcp', token: key, params })).body.result?.structuredContent;
      };
      expect([await ask({ dry_run: true }), await ask({})]).toMatchObject([
        { data: { would: 'charge' }, meta: { credits: { charged: 0, remaining: 10, cap_remaining: 100 } } },
        { data: { found: true }, meta: { credits: { charged: 1, remaining: 9, cap_remaining: 99 } } },
      ]);
    });
  });
});
