import { gzipSync } from 'node:zlib';
import { PostsImporter } from '#market/posts/posts.importer.js';
import { ReviewsImporter } from '#market/reviews/reviews.importer.js';
import { FileUnreadable } from '#platform/files/record.types.js';
import { startTestApp, type TestApp } from '../../support/app.js';
import { temporaryFiles } from '../../support/imported.js';
import { NAUGHTY_STRINGS } from '../../support/naughty-strings.js';
import { zipOf } from '../../support/zip.js';

const stored = temporaryFiles();
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const fileOf = (content: string | Buffer): string => stored('file', content);
const imported = (content: string | Buffer) => app.get(ReviewsImporter).importFile(fileOf(content));
const review = (changes: object): object => ({
  ...{ external_id: 'h-1', platform: 'Hostile', product_name: 'Hostilely', text: 'Fine.' },
  ...changes,
});

/** The outcome of an import: the number of usable lines, or the message for the operator. Any other error fails the test. */
async function outcomeOf(content: string | Buffer): Promise<number | string> {
  try {
    const { read, rejected } = await imported(content);
    return read - rejected;
  } catch (error) {
    if (error instanceof FileUnreadable) return error.message;
    throw error;
  }
}

describe('a hostile file', () => {
  const deep = 200_000;
  const bomb = Buffer.alloc(80_000_000, ' ');
  it.each([
    ['an array in an array in an array', '['.repeat(deep) + ']'.repeat(deep)],
    ['an object in an object in an object', `${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`],
    ['a line of brackets', `${'[['.repeat(deep)}\n`],
    ['numbers beyond all numbers', '[{"rating":1e9999},{"rating":-1e-9999},{"rating":123123123123123123123123123}]'],
    ['names of prototypes', '[{"__proto__":{"text":"x"},"constructor":{"prototype":{}}},{"toString":1}]'],
    ['half of a surrogate pair', '[{"external_id":"\\ud800","text":"\\udfff"}]'],
    ['a NUL character', '{"external_id":"\\u0000"}\n'],
    ['bytes that are no text', Buffer.from(Array.from({ length: 4_096 }, (_, n) => (n * 131) % 256))],
    ['nothing', ''],
    ['nothing but a byte order mark', Buffer.from('efbbbf', 'hex')],
    ['nothing but line ends', '\r\n\r\n\n'],
    ['nothing but quotes', '"'.repeat(10_000)],
    ['a header of the name of every object', '__proto__,constructor,toString\n1,2,3\n'],
    [
      'a feed with an entity bomb',
      '<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]><rss><channel><title>&c;</title></channel></rss>',
    ],
    [
      'a feed that reads a file',
      '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><rss><channel><item><title>&x;</title></item></channel></rss>',
    ],
    ['an archive of nothing but spaces', gzipSync(bomb)],
    ['an archive of archives', zipOf({ 'a.zip': zipOf({ 'b.zip': zipOf({ 'c.csv': 'a\n' }) }) })],
    ['an archive whose file names leave the folder', zipOf({ '../../etc/passwd': 'a,b\n1,2\n' })],
    ['an archive that is cut off', gzipSync(Buffer.alloc(100_000, 'a,b\n')).subarray(0, 60)],
  ])('%s ends in rejected lines or a message, and nothing is stored', async (_, content) => {
    const outcome = await outcomeOf(content);
    expect(outcome === 0 || (typeof outcome === 'string' && !/\n|\s+at /.test(outcome))).toBe(true);
    expect(await app.database.query('SELECT FROM reviews LIMIT 1')).toEqual([]);
  });

  it('reads no other file into a post', async () => {
    const feed =
      '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hostname">]><rss version="2.0"><channel><title>t</title>' +
      '<item><title>see &x;</title></item></channel></rss>';
    await expect(app.get(PostsImporter).importFile(fileOf(feed))).rejects.toThrow('neither RSS nor Atom');
  });
});

describe('a hostile value', () => {
  it.each(['title', 'text', 'reviewer_name', 'product_name', 'published_at', 'rating', 'review_url'])(
    'of %s is stored as it is, or its line is rejected with a reason',
    async (field) => {
      const lines = NAUGHTY_STRINGS.map((value, n) => review({ external_id: `${field}-${n}`, [field]: value }));
      const result = await imported(lines.map((line) => JSON.stringify(line)).join('\n'));
      expect(result.read).toBe(lines.length);
      expect(result.rejects.every(({ reason }) => reason.startsWith(`${field} `))).toBe(true);
      const stored = await app.database.one<{ stored: number }>(
        `SELECT count(*)::int AS stored FROM reviews WHERE external_id LIKE $1 || '-%'`,
        [field],
      );
      expect(stored).toEqual({ stored: result.inserted });
    },
  );
});
