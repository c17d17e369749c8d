import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { postLine } from '#market/posts/posts.line.js';
import { reviewLine } from '#market/reviews/reviews.line.js';
import { AnswerReader } from '#platform/files/answer.reader.js';
import { parseTime } from '#platform/files/value.parser.js';
import { POST_FORMATS } from './post.formats.js';
import { REVIEW_FORMATS } from './review.formats.js';

const REPLAY = join(import.meta.dirname, '../../../test/replay');

interface Exchange {
  request: { url: string };
  response: { body: unknown };
}

const exchangeOf = (name: string): Exchange =>
  JSON.parse(readFileSync(join(REPLAY, `${name}.json`), 'utf8')) as Exchange;
const readerOf = (address?: string) =>
  new AnswerReader([...REVIEW_FORMATS, ...POST_FORMATS], address === undefined ? {} : { address });

/** The records of an answer, or of the items of an answer that is a list. */
function recordsOf(name: string): Record<string, unknown>[] {
  const { request, response } = exchangeOf(name);
  const reader = readerOf(request.url);
  const values = Array.isArray(response.body) ? (response.body as unknown[]) : [response.body];
  return values.flatMap((value) => reader.read(value) ?? []);
}

/** A record as an import would store it. */
function storedOf(record: Record<string, unknown>): object {
  const [schema, time] = 'source' in record ? [postLine, 'posted_at'] : [reviewLine, 'published_at'];
  return schema.parse({
    product_name: 'Acme',
    ...withoutMissing(record),
    [time]: parseTime(record[time], 'month first'),
  });
}

const withoutMissing = (record: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));

describe('an answer of a source is read as lines of an import:', () => {
  it.each([
    [
      'google-play/page-1',
      2,
      {
        external_id: 'gp:AOqpTO0001',
        platform: 'Google Play',
        product_name: 'com.example.app',
        title: 'Difficult to update from Things 2',
        text: expect.stringMatching(/^This new version/),
        rating: 3,
        published_at: '2026-09-19T05:40:00.000Z',
        reviewer_name: 'reader-1',
      },
    ],
    [
      'app-store/page-1',
      2,
      {
        external_id: '14548543701',
        platform: 'App Store',
        rating: 3,
        published_at: '2026-09-19T11:24:23.000Z',
        reviewer_profile_url: 'https://itunes.apple.com/us/reviews/id100001',
      },
    ],
    ['app-store/page-2-single-entry', 1, { external_id: '14548543707', rating: 5, reviewer_name: 'reader-7' }],
    [
      'steam/app-438320-page-2',
      2,
      {
        external_id: '36260358',
        platform: 'Steam',
        title: 'Recommended',
        rating: null,
        published_at: '2017-11-04T05:03:25.000Z',
        review_url: 'https://steamcommunity.com/app/438320/reviews/#36260358',
      },
    ],
    [
      'app-store-connect/page-1',
      3,
      {
        ...{ external_id: '00000028-b08c-0014-729e-fbd500000001', platform: 'App Store', rating: 3 },
        ...{ title: 'Difficult to update from Things 2', published_at: '2026-09-19T15:10:34.000Z' },
      },
    ],
    ['mozilla-addons/page-1', 2, { external_id: '2000001', product_name: 'Acme Blocker', rating: 3 }],
    [
      'hacker-news/search-by-date-page-1',
      2,
      {
        external_id: 'hn:18463371',
        source: 'forum',
        text: expect.stringMatching(/^Your example perfectly illustrates/),
        url: 'https://news.ycombinator.com/item?id=18463371',
        posted_at: '2018-11-15T21:10:34.000Z',
        forum_community: 'Hacker News',
        author_name: 'komali2',
      },
    ],
    [
      'hacker-news/item-tree',
      4,
      {
        external_id: 'hn:18562744',
        text: expect.stringMatching(/^Show HN: RMOTR Notebooks[^\n]+\n\nHello HN\. We're happy/),
      },
    ],
    ['hacker-news/firebase-item-2921983', 1, { external_id: 'hn:2921983', author_name: 'norvig' }],
    [
      'discourse/posts-latest',
      2,
      {
        external_id: 'discourse:forum.example:15',
        text: 'holla bullhonky.',
        url: 'https://forum.example/t/11/2',
        forum_community: 'forum.example',
        author_name: 'johndoe',
      },
    ],
    [
      'discourse/topic',
      2,
      {
        external_id: 'discourse:forum.example:83',
        text: expect.stringMatching(/^THIS SITE IS A SANDBOX[^\n]+\n\nWelcome!/),
      },
    ],
    [
      'stack-exchange/questions',
      2,
      {
        external_id: 'stackexchange:stackoverflow.com:19599495',
        text: 'jQuery post not loading from PHP file',
        posted_at: '2013-10-25T21:11:41.000Z',
        forum_community: 'stackoverflow.com',
        author_profile_url: 'http://stackoverflow.com/users/1001/reader-1',
      },
    ],
    [
      'mastodon/hashtag-page-1',
      2,
      {
        external_id: 'fediverse:https://social.example/ap/users/117020566092212359/statuses/117020582251615632',
        source: 'network',
        text: expect.stringMatching(/^Toot number 29! #acme/),
        author_name: 'mastodonpy_test_2',
      },
    ],
    [
      'github/issue-with-comments-3',
      3,
      { external_id: 'github:comment:8547249', forum_community: 'kohsuke/test', author_name: 'kohsuke' },
    ],
  ])('%s', (name, count, first) => {
    const records = recordsOf(name);
    expect(records).toHaveLength(count);
    expect(storedOf(records[0] ?? {})).toMatchObject(first);
  });

  it.each(['google-play/empty', 'app-store/page-3-no-entry'])('%s has none', (name) => {
    expect(recordsOf(name)).toEqual([]);
  });

  it('a job of Hacker News is no post', () => {
    expect(recordsOf('hacker-news/firebase-item-192327')).toEqual([]);
  });

  it('an answer without a body has no text, and is rejected by the import', () => {
    expect(recordsOf('stack-exchange/questions-answers')[0]).toMatchObject({ text: undefined });
  });
});

describe('an answer of a source', () => {
  it('that needs its address says so, with an example', () => {
    const { response } = exchangeOf('discourse/posts-latest');
    expect(() => readerOf().read(response.body)).toThrow(
      'Posts of Discourse do not name their forum. Name the address that they came from, such as --address https://forum.example/posts.json',
    );
  });

  it.each([
    null,
    1,
    'text',
    [],
    {},
    { reviews: null },
    { hits: [null] },
    { items: [{}] },
    { feed: 1 },
    { latest_posts: {} },
  ])('is not recognized in %j', (value) => {
    expect(readerOf('https://forum.example').read(value)).toBeNull();
  });

  it.each([...REVIEW_FORMATS, ...POST_FORMATS])('of $name does not fail on values of another type', ({ read }) => {
    const odd = [
      null,
      1,
      'x',
      [],
      { a: { b: {} } },
      { title: {}, comments: [1], author: 3, children: [null], account: [] },
    ];
    const answers = odd.flatMap((items) =>
      ['reviews', 'hits', 'items', 'results', 'latest_posts', 'children'].map((list) => ({ [list]: [items] })),
    );
    for (const answer of answers) expect(() => read(answer, { address: 'https://forum.example/x' })).not.toThrow();
  });

  it('begins like no file of records', () => {
    const reader = readerOf();
    expect(reader.begins('{"external_id":"1","text":"x"}\n')).toBe(false);
    expect(reader.begins('{"reviews":[{"reviewId":"1"')).toBe(true);
  });
});
