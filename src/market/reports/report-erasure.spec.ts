import { randomUUID } from 'node:crypto';
import { startTestApp, type TestApp } from '../../../test/support/app.js';
import { createReviewedProduct } from '../../../test/support/reviewed-product.js';
import { ReportErasure } from './report-erasure.service.js';

const OWN = 'Jane Doe says that exports fail at jane@acme.example.';
const QUOTED = 'Jane Doe says that exports fail at [email hidden].';
const OTHER = 'I asked Jane Doe and it crashes.';
const MASKED = {
  summary: 'Exports fail, says [name hidden].',
  own: '[name hidden] says that exports fail at [email hidden].',
  other: OTHER,
  switching: '[name hidden] says that exports fail at [email hidden].',
};

describe('the erasure of a name from reports', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  /** A report that quotes a review of the person and another review. */
  async function quoted(): Promise<{ reportId: string; reviewId: string }> {
    const product = await createReviewedProduct(app.database, {
      name: `Tabula ${randomUUID()}`,
      reviews: [{ text: OWN }, { text: OTHER }],
    });
    const { id: reviewId } = await app.database.one<{ id: string }>(
      'SELECT id FROM reviews WHERE product_id = $1 AND text = $2',
      [product, OWN],
    );
    const quote = { platform: 'G2', source_url: '', review_date: '' };
    const own = { quote_text: QUOTED, ...quote };
    const [reportId, themeId] = [randomUUID(), randomUUID()];
    await app.database.execute(
      `INSERT INTO reports (id, product_id, engine, summary, themes, switching, total_themes, metadata, has_mentions)
       VALUES ($1, $2, 'test/1', 'Exports fail, says JANE  DOE.', $3, $4, 1, '{}', true)`,
      [
        reportId,
        product,
        JSON.stringify([{ category_name: 'Exports fail', quotes: [own, { ...quote, quote_text: OTHER }] }]),
        JSON.stringify([{ direction: 'to', product_id: product, reviews: 1, evidence: [own] }]),
      ],
    );
    await app.database.execute(
      `INSERT INTO theme_mentions (report_id, theme_id, position, review_id, quote_text, strength, platform)
       VALUES ($1, $2, 0, $3, 'jane doe says that exports fail', 1, 'G2'), ($1, $2, 1, $4, $5, 1, 'G2')`,
      [reportId, themeId, reviewId, randomUUID(), OTHER],
    );
    return { reportId, reviewId };
  }

  async function quotesOf(reportId: string): Promise<unknown> {
    return app.database.one(
      `SELECT summary, themes->0->'quotes'->0->>'quote_text' AS own, themes->0->'quotes'->1->>'quote_text' AS other,
         switching->0->'evidence'->0->>'quote_text' AS switching,
         (SELECT array_agg(quote_text ORDER BY position) FROM theme_mentions WHERE report_id = reports.id) AS mentions
       FROM reports WHERE id = $1`,
      [reportId],
    );
  }

  it("masks it in any case in quotes of the person's reviews and in the summary", async () => {
    const { reportId, reviewId } = await quoted();
    await app.database.transaction(() => app.get(ReportErasure).erase([reviewId], ['Jane Doe']));
    expect(await quotesOf(reportId)).toEqual({ ...MASKED, mentions: ['[name hidden] says that exports fail', OTHER] });
  });

  it('masks it in quotes of a text that has changed since', async () => {
    const { reportId, reviewId } = await quoted();
    await app.database.execute('UPDATE theme_mentions SET quote_text = $2 WHERE review_id = $1', [reviewId, QUOTED]);
    await app.database.execute(`UPDATE reviews SET text = 'It works.' WHERE id = $1`, [reviewId]);
    await app.database.transaction(() => app.get(ReportErasure).erase([reviewId], ['Jane Doe']));
    expect(await quotesOf(reportId)).toEqual({ ...MASKED, mentions: [MASKED.own, OTHER] });
  });

  it('removes the quotes of a review that has changed since, and got a date', async () => {
    const { reportId, reviewId } = await quoted();
    await app.database.execute('UPDATE theme_mentions SET quote_text = $2 WHERE review_id = $1', [reviewId, QUOTED]);
    await app.database.execute(`UPDATE reviews SET text = 'It works.', published_at = now() WHERE id = $1`, [reviewId]);
    await app.database.transaction(() => app.get(ReportErasure).removeQuotes([reviewId]));
    expect(await quotesOf(reportId)).toMatchObject({ own: OTHER, other: null, switching: null, mentions: [OTHER] });
  });

  it.each(['quotes', 'platform', 'e', '5'])('keeps the rest of the report for someone called "%s"', async (name) => {
    const { reportId, reviewId } = await quoted();
    const before = await quotesOf(reportId);
    await app.database.transaction(() => app.get(ReportErasure).erase([reviewId], [name]));
    expect(await quotesOf(reportId)).toEqual(before);
  });
});
