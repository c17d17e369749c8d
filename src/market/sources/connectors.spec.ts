import { postLine } from '#market/posts/posts.line.js';
import { reviewLine } from '#market/reviews/reviews.line.js';
import { feedRecords } from '#platform/files/feed.reader.js';
import { parseTime } from '#platform/files/value.parser.js';
import { exchangeOf } from '../../../test/support/replay.js';
import { CONNECTORS, findConnector } from './connectors/catalog.js';
import type { Connector, Position } from './connectors/connector.js';
import { Drift } from './connectors/connector.js';
import { readItems } from './page.reader.js';
import { readSettings, settingsKeyOf } from './settings.reader.js';

const CONNECT = {
  ...{ app: '904237743', product: 'Acme', key: '2X9R4HXF34', issuer: '57246542-96fe-1a63-e053-0824d011072a' },
};

const connectorNamed = (name: string): Connector => findConnector(name) as Connector;

/** The items of a recorded page, and its rejects. */
async function read(
  name: string,
  given: Record<string, string>,
  recording: string,
  changed?: (body: unknown) => unknown,
) {
  const connector = connectorNamed(name);
  const settings = readSettings(connector, given);
  const { request, response } = exchangeOf(recording);
  const text = connector.format === 'text' ? await feedRecords(String(response.body)) : structuredClone(response.body);
  const body = changed ? changed(text) : text;
  const position = connector.start(settings, { from: new Date(0), until: new Date() });
  const page = connector.readPage(settings, position, body, request.url);
  return { page, ...readItems(connector, settings, page.values, request.url), connector };
}

/** The record of an item as it would be stored. */
function stored(connector: Connector, record: Record<string, unknown>): object {
  const known = Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
  const [schema, time] = connector.kind === 'posts' ? [postLine, 'posted_at'] : [reviewLine, 'published_at'];
  return schema.parse({ product_name: 'Acme', ...known, [time]: parseTime(record[time], 'month first') ?? null });
}

describe('a recorded page is read as lines of an import:', () => {
  it.each([
    [
      'hacker-news',
      { phrase: 'the' },
      'hacker-news/search-by-date-page-1',
      { external_id: 'hn:18463371', source: 'forum', forum_community: 'Hacker News', author_name: 'komali2' },
    ],
    [
      'github',
      { repository: 'kohsuke/test', comments: 'yes' },
      'github/issue-with-comments-3',
      {
        ...{ external_id: 'github:comment:8547249', forum_community: 'kohsuke/test', author_name: 'kohsuke' },
        url: 'https://github.com/kohsuke/test/issues/3#issuecomment-8547249',
      },
    ],
    [
      'github',
      { repository: 'octokit-fixture-org/paginate-issues' },
      'github/paginate-issues-1',
      { external_id: 'github:issue:1000', posted_at: '2017-10-10T16:00:00.000Z' },
    ],
    [
      'app-store',
      { app: '904237743', country: 'US', product: 'Things 3', maker: 'Cultured Code' },
      'app-store/page-1',
      { external_id: '14548543701', platform: 'App Store', product_name: 'Things 3', product_maker: 'Cultured Code' },
    ],
    [
      'app-store',
      { app: '904237743', country: 'us', product: 'Things 3' },
      'app-store/page-2-single-entry',
      { external_id: '14548543707', rating: 5 },
    ],
    [
      'discourse',
      { forum: 'https://Forum.Example/' },
      'discourse/posts-latest',
      { external_id: 'discourse:forum.example:15', text: 'holla bullhonky.', forum_community: 'forum.example' },
    ],
    [
      'mozilla-addons',
      { addon: 'acme-blocker' },
      'mozilla-addons/page-1',
      { external_id: '2000001', platform: 'Firefox Add-ons', product_name: 'Acme Blocker', rating: 3 },
    ],
    [
      'steam',
      { app: '438320', product: 'Acme' },
      'steam/app-438320-page-1',
      { external_id: '38061712', platform: 'Steam', product_name: 'Acme', rating: null, title: 'Recommended' },
    ],
    [
      'google-play',
      { package: 'com.example.app', product: 'Acme' },
      'google-play/page-2',
      { external_id: 'gp:AOqpTO0004', platform: 'Google Play', title: 'Better than outlook', product_name: 'Acme' },
    ],
    [
      'app-store-connect',
      CONNECT,
      'app-store-connect/page-1',
      { external_id: '00000028-b08c-0014-729e-fbd500000001', platform: 'App Store', rating: 3, product_name: 'Acme' },
    ],
    [
      'feed',
      { address: 'https://blog.example/gulp-atom.atom' },
      'feed/gulp-atom',
      {
        source: 'forum',
        external_id: expect.stringMatching(/^feed:blog\.example:[\da-f]{64}$/),
        text: expect.stringMatching(/\S/),
      },
    ],
    [
      'feed',
      { address: 'https://blog.example/iso-8859-1.rss' },
      'feed/iso-8859-1',
      { source: 'forum', url: expect.stringMatching(/^https?:/) },
    ],
  ])('%s %j', async (name, settings, recording, first) => {
    const { items, rejects, connector } = await read(name, settings, recording);
    expect(rejects).toEqual([]);
    expect(stored(connector, items[0]?.record ?? {})).toMatchObject(first);
    for (const { record } of items) stored(connector, record);
  });

  it('of Google Play without a list if nobody wrote in a week', async () => {
    const { page, items } = await read(
      'google-play',
      { package: 'com.example.app', product: 'x' },
      'google-play/empty',
    );
    expect([page.next, items]).toEqual([null, []]);
  });

  it('without a line if it has no review', async () => {
    const { page, items } = await read(
      'app-store',
      { app: '904237743', country: 'us', product: 'x' },
      'app-store/page-3-no-entry',
    );
    expect([page.next, items]).toEqual([null, []]);
  });

  it('without texts that a setting leaves out', async () => {
    const given = { forum: 'forum.example', exclude: 'nothing, BULLHONKY' };
    const { items } = await read('discourse', given, 'discourse/posts-latest');
    expect(items.map(({ externalId }) => externalId)).not.toContain('discourse:forum.example:15');
  });

  it('without texts in which the search found another spelling', async () => {
    expect((await read('hacker-news', { phrase: 'qualms' }, 'hacker-news/search-by-date-page-1')).items).toEqual([]);
  });
});

describe('an answer in another form', () => {
  it.each(CONNECTORS.map(({ name }) => [name]))('of %s is drift', (name) => {
    const connector = connectorNamed(name);
    const position: Position = { page: 1, cursor: '*', before: null, since: 0, part: 'issues', empty: 0 };
    // An empty answer of Google Play is one without reviews.
    const empty = name === 'google-play' ? [] : [{}];
    for (const body of [null, 1, 'text', ...empty, { error: 'gone' }, { feed: 1 }, { hits: {} }]) {
      expect(() => connector.readPage({}, position, body, 'https://x.example/')).toThrow(Drift);
    }
  });

  it.each([
    [
      'hacker-news',
      { phrase: 'the' },
      'hacker-news/search-by-date-page-1',
      'hits',
      ['objectID', 'created_at', 'author', 'comment_text', '_tags'],
    ],
    [
      'github',
      { repository: 'a/b' },
      'github/paginate-issues-1',
      '',
      ['id', 'html_url', 'title', 'created_at', 'updated_at', 'user'],
    ],
    [
      'app-store',
      { app: '904237743', country: 'us', product: 'x' },
      'app-store/page-1',
      'feed.entry',
      ['id', 'title', 'content', 'im:rating', 'author'],
    ],
    [
      'discourse',
      { forum: 'forum.example' },
      'discourse/posts-latest',
      'latest_posts',
      ['id', 'username', 'cooked', 'created_at', 'topic_id', 'post_number', 'topic_title'],
    ],
    [
      'mozilla-addons',
      { addon: 'acme-blocker' },
      'mozilla-addons/page-1',
      'results',
      ['id', 'addon', 'created', 'user'],
    ],
    [
      'steam',
      { app: '438320', product: 'x' },
      'steam/app-438320-page-1',
      'reviews',
      ['recommendationid', 'author', 'review', 'timestamp_created', 'voted_up'],
    ],
    [
      'google-play',
      { package: 'com.example.app', product: 'x' },
      'google-play/page-1',
      'reviews',
      ['reviewId', 'comments'],
    ],
    ['app-store-connect', CONNECT, 'app-store-connect/page-1', 'data', ['type', 'id', 'attributes']],
  ])(
    'of one item of %s leaves this item out, with the name of the field',
    async (name, settings, recording, path, fields) => {
      const whole = await read(name, settings, recording);
      for (const field of fields) {
        for (const change of [undefined, { another: 'type' }]) {
          const { items, rejects } = await read(name, settings, recording, (body) => {
            const list = path
              .split('.')
              .filter(Boolean)
              .reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], body);
            const item = (list as Record<string, unknown>[])[0] as Record<string, unknown>;
            if (change === undefined) delete item[field];
            else item[field] = change;
            return body;
          });
          expect([field, items.length, rejects.map(({ reason }) => reason)]).toEqual([
            field,
            whole.items.length - 1,
            [expect.stringContaining(field)],
          ]);
        }
      }
    },
  );

  it('of an item of a feed that has no words leaves this item out', async () => {
    const { items, rejects } = await read('feed', { address: 'https://blog.example/x' }, 'feed/missing-fields');
    expect([items, rejects]).toEqual([[], [expect.objectContaining({ reason: expect.stringContaining('title') })]]);
  });

  it('of a feed without dates, ids or authors is still read', async () => {
    for (const recording of ['feed/pagination-links', 'feed/github-rss']) {
      const { items, rejects } = await read('feed', { address: 'https://blog.example/x' }, recording);
      expect([recording, items.length > 0, rejects]).toEqual([recording, true, []]);
    }
  });
});

describe('the settings of a source', () => {
  it('are the same source in any spelling', () => {
    const spellings = ['acme/Boards', 'https://github.com/acme/boards/', ' acme/boards '];
    const github = connectorNamed('github');
    const keys = spellings.map((repository) =>
      settingsKeyOf(github, readSettings(github, { repository, product: repository })),
    );
    expect(new Set(keys).size).toBe(1);
  });

  it.each([
    [{}, 'app is required'],
    [{ app: '438320', product: '  ' }, 'product is required'],
    [{ app: '438320/../1', product: 'x' }, 'app must be the number of an app'],
    [{ app: 438_320, product: 'x' }, 'app must be text'],
    [{ app: '438320', product: 'x', colour: 'red' }, 'colour is not a setting of steam'],
    [{ app: '438320', product: 'x\0y' }, 'product must have 1 to 200 characters'],
  ])('%j are refused: %s', (given, message) => {
    expect(() => readSettings(connectorNamed('steam'), given)).toThrow(message);
  });
});

describe('Hacker News', () => {
  const connector = connectorNamed('hacker-news');
  const settings = readSettings(connector, { phrase: 'acme' });
  const pageOf = (hits: number, nbPages: number) =>
    connector.readPage(settings, { before: null, page: 0 }, { hits: Array(hits).fill({}), nbPages, page: 0 }, '');

  it('goes on after 1,000 texts, the most that the search shows of one window', () => {
    expect(pageOf(1_000, 1).next).toEqual({ before: null, page: 1 });
  });

  it('ends with fewer texts', () => {
    expect(pageOf(999, 1).next).toBeNull();
  });
});
