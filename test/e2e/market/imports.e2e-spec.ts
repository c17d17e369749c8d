import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import iconv from 'iconv-lite';
import { PostsImporter } from '#market/posts/posts.importer.js';
import { ReviewsImporter } from '#market/reviews/reviews.importer.js';
import type { ImportOptions } from '#platform/files/file.importer.js';
import { startTestApp, type TestApp } from '../../support/app.js';
import { temporaryFiles } from '../../support/imported.js';

const EXPORTS = join(import.meta.dirname, '../../support/exports');
const fileOf = temporaryFiles();

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const notes: string[] = [];
const importReviews = (path: string, options: ImportOptions = {}) => {
  notes.length = 0;
  return app.get(ReviewsImporter).importFile(path, { ...options, onNote: (note) => notes.push(note) });
};
const importPosts = (path: string) => app.get(PostsImporter).importFile(path);
const exported = (name: string) => join(EXPORTS, name);
const reviewsOf = (platform: string) =>
  app.database.query(
    `SELECT external_id, product.name AS product, title, text, likes, dislikes, rating::float, published_at, reviewer_name
     FROM reviews JOIN products product ON product.id = product_id WHERE platform = $1 ORDER BY external_id`,
    [platform],
  );

describe('exports of other tools, without an option', () => {
  it('imports reviews of G2, with likes and dislikes as slices of the text', async () => {
    expect(await importReviews(exported('g2.csv'))).toMatchObject({ read: 3, inserted: 3, rejects: [] });
    const [first, , third] = await reviewsOf('G2');
    expect(first).toMatchObject({
      external_id: '8812001',
      product: 'Ledgerline',
      rating: 3.5,
      published_at: new Date('2026-03-04T09:15:22.481Z'),
      dislikes: 'Reports take minutes to load at month end, and the export fails about once a week.',
    });
    expect(first?.text).toContain(first?.likes);
    expect(first?.text).toContain(first?.dislikes);
    expect(third?.likes).toBe('The mobile app is "good enough" for receipts,\nand it scans quickly.');
    expect(notes).toEqual(['Recognized as a G2 export.']);
  });

  it('imports reviews of Capterra, assigns ids, and reports how it reads their dates', async () => {
    expect(await importReviews(exported('capterra.csv'))).toMatchObject({ inserted: 2, rejects: [] });
    const reviews = await reviewsOf('Capterra');
    expect(reviews.map(({ rating }) => rating as number).sort()).toEqual([2, 4]);
    expect(reviews.map(({ published_at }) => (published_at as Date).toISOString().slice(0, 10)).sort()).toEqual([
      '2026-01-13',
      '2026-02-08',
    ]);
    expect(notes[1]).toMatch(/day first, as the first lines show/);
  });

  it('imports reviews of Trustpilot', async () => {
    expect(await importReviews(exported('trustpilot.csv'))).toMatchObject({ inserted: 2, rejects: [] });
    expect((await reviewsOf('Trustpilot'))[0]).toMatchObject({
      product: 'Ledgerline',
      rating: 1,
      reviewer_name: 'Priya N',
    });
  });

  it('imports the UTF-16 file of the Play Console, and rejects ratings without a text', async () => {
    const csv = readFileSync(exported('google-play.csv'), 'utf8');
    const path = fileOf('reviews_com.ledgerline.app_202603.csv', iconv.encode(csv, 'utf-16le', { addBOM: true }));
    const result = await importReviews(path);
    expect(result).toMatchObject({
      read: 3,
      inserted: 2,
      rejects: [{ line: 4, reason: expect.stringContaining('text') }],
    });
    expect(await reviewsOf('Google Play')).toMatchObject([
      { external_id: 'gp:AOqpTOE1', published_at: new Date(1_773_136_800_123), rating: 2 },
      { text: 'Übersichtlich und schnell.' },
    ]);
  });

  it('imports the posts and comments of a Reddit listing, without removed texts', async () => {
    const result = await importPosts(exported('reddit.json'));
    expect(result).toMatchObject({ read: 4, inserted: 3, rejects: [{ line: 2, reason: 'text is required' }] });
    const [post] = await app.database.query(`SELECT * FROM posts WHERE external_id = 'reddit:t3_1abc23'`);
    expect(post).toMatchObject({
      text: 'Looking for an alternative to Ledgerline\n\nWe are 20 people & outgrew it. What do you use for approvals?',
      url: 'https://www.reddit.com/r/smallbusiness/comments/1abc23/looking_for_an_alternative/',
      forum_community: 'r/smallbusiness',
      posted_at: new Date(1_772_000_000_000),
    });
    const [comment] = await app.database.query(`SELECT * FROM posts WHERE external_id = 'reddit:t1_9xyz1'`);
    expect(comment).toMatchObject({ text: 'We left Ledgerline for the same reason.', author_name: 'tally_ho' });
  });

  it('imports a feed as plain text, without quotes of others', async () => {
    expect(await importPosts(exported('feed.rss'))).toMatchObject({ read: 2, inserted: 2, rejects: [] });
    const posts = await app.database.query(
      `SELECT text, posted_at, author_name FROM posts WHERE forum_community = 'Finance tools forum' ORDER BY posted_at`,
    );
    expect(posts[0]).toEqual({
      text: 'Which tool replaces spreadsheets?\n\nWe need approvals & budgets.\n\nAny ideas?',
      posted_at: new Date('2026-03-05T10:30:00Z'),
      author_name: 'carla',
    });
  });

  it.each(['g2.csv', 'capterra.csv', 'trustpilot.csv'])('changes nothing when %s is imported again', async (name) => {
    await importReviews(exported(name));
    expect(await importReviews(exported(name))).toMatchObject({ inserted: 0, updated: 0, rejected: 0 });
  });
});

describe('a G2 export whose columns have other names', () => {
  const header =
    'Product Name,What do you like best about it?,What do you dislike about it?,Submitted Date,Star Rating,Employee Notes';
  const line = 'Datebook,"It is quick.","Exports fail.",03/14/2026,4,internal';
  const csv = (...lines: string[]): string => fileOf('renamed.csv', Buffer.from([header, ...lines].join('\n')));

  it('is read by the usual synonyms where the preset finds no column, and names the columns that are not used', async () => {
    await importReviews(csv(line));
    const reviews = (await reviewsOf('G2')).filter(({ product }) => product === 'Datebook');
    expect(reviews).toMatchObject([{ rating: 4, published_at: new Date('2026-03-14T00:00:00Z') }]);
    expect(notes).toContain('Not used: "Employee Notes".');
  });

  it('says that no line has a date, and is updated when it is imported again with the column of the date', async () => {
    const lines = [header.replace('Submitted Date', 'When'), line.replace('Datebook', 'Undated')];
    const path = fileOf('undated.csv', Buffer.from(lines.join('\n')));
    expect(await importReviews(path)).toMatchObject({ inserted: 1 });
    expect(notes).toContainEqual(expect.stringMatching(/^No line has a published_at\./));
    const again = await importReviews(path, { map: { published_at: 'When' } });
    expect(again).toMatchObject({ read: 1, inserted: 0, updated: 1, unchanged: 0, rejected: 0 });
  });

  it('keeps the rows that an earlier release stored under an id with a date', async () => {
    const path = csv(line.replace('Datebook', 'Earlier'));
    await importReviews(path);
    const [row] = await app.database.query<{ id: string; external_id: string }>(
      `SELECT reviews.id, external_id FROM reviews JOIN products ON products.id = product_id WHERE products.name = 'Earlier'`,
    );
    const identity = ['G2', 'Earlier', null, '2026-03-14', null];
    const earlier = createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 32);
    await app.database.execute('UPDATE reviews SET external_id = $1 WHERE id = $2', [earlier, row?.id]);
    const again = await importReviews(path);
    expect(again).toMatchObject({ inserted: 0, updated: 0, unchanged: 1 });
  });
});

describe('dates that can be read in two ways', () => {
  const path = () =>
    fileOf(
      'ambiguous.csv',
      'Platform,Product,Review,Date\nTwoWays,Datebox,Fine,08/01/2026\nTwoWays,Datebox,Good,02/03/2026\n',
    );

  it('are refused, with the option that decides', async () => {
    await expect(importReviews(path())).rejects.toThrow(/--dates day-first or --dates month-first/);
  });

  it('are read in the order that is asked for', async () => {
    await importReviews(path(), { dateOrder: 'day first' });
    const days = (await reviewsOf('TwoWays')).map(({ published_at }) =>
      (published_at as Date).toISOString().slice(0, 10),
    );
    expect(days.sort()).toEqual(['2026-01-08', '2026-03-02']);
  });
});

describe('rejected lines', () => {
  it('keep their records, so that the mended file can be imported', async () => {
    const rejects: unknown[] = [];
    const review = { external_id: 'mended', platform: 'Mend', product_name: 'Mendbox', text: 'Fine.', rating: 'x' };
    const path = fileOf('broken.jsonl', Buffer.from(JSON.stringify(review)));
    await app.get(ReviewsImporter).importFile(path, { onReject: (reject) => rejects.push(reject) });
    expect(rejects).toEqual([{ line: 1, reason: expect.any(String), record: review }]);
    const mended = JSON.stringify(rejects[0]).replace('"x"', '5');
    expect(await importReviews(fileOf('mended.jsonl', Buffer.from(mended)))).toMatchObject({
      inserted: 1,
      rejected: 0,
    });
  });
});

describe('exports without a product', () => {
  it.each(['zendesk.csv', 'intercom.csv'])(
    'requires the product of %s, and imports it when the product is set',
    async (name) => {
      await expect(importReviews(exported(name))).rejects.toThrow(/known as product_name.* --set FIELD=VALUE/);
      expect(await importReviews(exported(name), { set: { product_name: 'Ledgerline' } })).toMatchObject({
        rejected: 0,
      });
    },
  );

  it('imports reviews of the App Store Connect API', async () => {
    const attributes = {
      rating: 3,
      title: 'Fine',
      body: 'It is fine.',
      reviewerNickname: 'reader',
      createdDate: '2026-09-19T08:10:34-07:00',
    };
    const page = { data: [{ type: 'customerReviews', id: '00000028', attributes }], links: {} };
    const path = fileOf('page.json', JSON.stringify(page, null, 2));
    expect(await importReviews(path, { set: { product_name: 'Ledgerline' } })).toMatchObject({
      inserted: 1,
      rejected: 0,
    });
    expect((await reviewsOf('App Store'))[0]).toMatchObject({
      external_id: '00000028',
      published_at: new Date('2026-09-19T15:10:34Z'),
    });
  });
});

describe('other files', () => {
  it('names the columns of a CSV file that nothing recognizes', async () => {
    const path = fileOf('odd.csv', 'Wert;Bemerkung\n4;Gut\n');
    await expect(importReviews(path)).rejects.toThrow(
      /looks like CSV, but no column is known as platform, product_name, text\. Columns: "Wert", "Bemerkung"\. Use --map/,
    );
  });

  it('uses likes and dislikes as the text of a review', async () => {
    const path = fileOf('answers.csv', 'Overall Rating,Pros,Cons,Product\n4,Quick.,Exports fail.,Ledgerpro\n');
    expect(await importReviews(path)).toMatchObject({ inserted: 1, rejects: [] });
    const [review] = await app.database.query(
      `SELECT text FROM reviews JOIN products product ON product.id = product_id WHERE product.name = 'Ledgerpro'`,
    );
    expect(review).toEqual({ text: 'Quick.\n\nExports fail.' });
  });

  it('reads mapped columns and fixed values', async () => {
    const path = fileOf('mapped.csv', 'Wert;Bemerkung;Tag\n"4,5";Gut;08.01.2026\n★★☆☆☆;Zu langsam.;31.12.2025\n');
    const options = {
      map: { text: 'Bemerkung', rating: 'Wert', published_at: 'Tag' },
      set: { platform: 'Survey', product_name: 'Ledgerline' },
    };
    expect(await importReviews(path, options)).toMatchObject({ inserted: 2, rejects: [] });
    expect(await reviewsOf('Survey')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ rating: 4.5, published_at: new Date('2026-01-08') }),
        expect.objectContaining({ rating: 2, published_at: new Date('2025-12-31') }),
      ]),
    );
  });

  it.each([
    [{ map: { nonsense: 'Text' } }, 'There is no field nonsense'],
    [{ map: { text: 'Missing' } }, 'There is no column "Missing" for text'],
  ])('refuses the mapping %j', async (options, message) => {
    await expect(importReviews(exported('g2.csv'), options)).rejects.toThrow(message);
  });

  it('shows the first lines of a preview, and stores nothing', async () => {
    const path = fileOf('preview.csv', `platform,product_name,text\n${'Preview,Ledgerline,Good.\n'.repeat(12)},,\n`);
    const preview = await app.get(ReviewsImporter).previewFile(path);
    expect(preview).toMatchObject({ read: 13, rejected: 1 });
    expect(preview.lines).toHaveLength(10);
    expect(await reviewsOf('Preview')).toEqual([]);
  });

  it('stops after too many rejected lines', async () => {
    const path = fileOf('rejected.jsonl', '{"text":"x"}\n'.repeat(20));
    await expect(importReviews(path, { maxRejects: 10 })).rejects.toThrow('more than --max-rejects 10');
  });
});
