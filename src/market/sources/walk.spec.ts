import { feedRecords } from '#platform/files/feed.reader.js';
import { answerOfWorld, type WorldItem } from '../../../test/support/source-world.js';
import { CONNECTORS, findConnector } from './connectors/catalog.js';
import type { Connector, Settings } from './connectors/connector.js';
import { readItems } from './page.reader.js';
import { readSettings } from './settings.reader.js';
import { beginWalk, cursorAfter, type SourceCursor, stepAfter, type Walk, windowAfter, windowOf } from './walk.js';

/** More in one run: `WORLDS=1000 npx jest src/market/sources/walk.spec.ts`. */
const WORLDS = Number(process.env.WORLDS ?? 30);
const SYNCS = 6;
const HOUR = 3_600_000;
const MINUTE = 60_000;
const START = Date.parse('2026-11-01T00:00:00Z');

const SETTINGS: Record<string, Record<string, string>> = {
  'hacker-news': { phrase: 'acme' },
  github: { repository: 'acme/boards' },
  'app-store': { app: '904237743', country: 'us', product: 'Acme' },
  'stack-exchange': { site: 'stackoverflow', phrase: 'acme' },
  discourse: { forum: 'forum.example' },
  feed: { address: 'https://blog.example/feed.xml' },
  'mozilla-addons': { addon: 'acme' },
  steam: { app: '438320', product: 'Acme' },
  'google-play': { package: 'com.example.app', product: 'Acme' },
  'app-store-connect': {
    ...{ app: '904237743', product: 'Acme', key: '2X9R4HXF34', issuer: '57246542-96fe-1a63-e053-0824d011072a' },
  },
};

/** Numbers from 0 to 1 that follow from a seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** A source that changes between any two requests. */
class World {
  items: WorldItem[] = [];
  now = START;
  private lastId = 100;

  constructor(
    readonly random: () => number,
    private readonly lateMs: number,
    private readonly keepsOrder: boolean,
  ) {
    for (let n = 0; n < 20; n++) this.add(START - n * HOUR);
  }

  /** Some texts are written, in one second or late; some are edited or deleted. */
  change(): void {
    this.now += this.random() * 2_000;
    const chance = this.random();
    if (chance < 0.25) this.add(this.now);
    else if (chance < 0.32) [1, 2, 3, 4].forEach(() => this.add(this.now));
    else if (chance < 0.42 && !this.keepsOrder) this.add(this.now - this.random() * this.lateMs);
    else if (chance < 0.5) this.edit();
    else if (chance < 0.58) this.items.splice(Math.floor(this.random() * this.items.length), 1);
  }

  private add(at: number): void {
    const id = ++this.lastId;
    this.items.push({ id, at, changedAt: this.now, text: `acme ${id}` });
  }

  private edit(): void {
    const recent = this.items.filter(({ at }) => at > this.now - this.lateMs / 2);
    const item = recent[Math.floor(this.random() * recent.length)];
    if (item) Object.assign(item, { text: `acme ${item.id} again`, changedAt: this.now });
  }
}

/** The rows of a source, without a database. */
class Reading {
  cursor: SourceCursor | null = null;
  walk: Walk | null = null;
  readonly stored = new Map<string, string>();

  constructor(
    private readonly connector: Connector,
    private readonly settings: Settings,
    private readonly world: World,
  ) {}

  /** Reads until the walk has ended. A worker may die after any request, before its page is stored. */
  async sync(dies: () => boolean): Promise<void> {
    for (;;) {
      const walk =
        this.walk ?? beginWalk(this.connector, this.settings, windowAfter(this.connector, this.cursor, this.world.now));
      const request = this.connector.requestOf(this.settings, walk.position, windowOf(walk));
      const { status, body } = answerOfWorld(request.url, this.world.items);
      this.world.change();
      if (dies()) continue;
      const isEnd = this.connector.isEnd?.(walk.position, status) ?? false;
      const parsed = this.connector.format === 'text' ? await feedRecords(String(body)) : body;
      const page = isEnd
        ? { values: [], next: null }
        : this.connector.readPage(this.settings, walk.position, parsed, request.url);
      const { items, rejects } = readItems(this.connector, this.settings, page.values, request.url);
      if (rejects.length > 0) throw new Error(JSON.stringify(rejects));
      for (const { externalId, record } of items) this.stored.set(externalId, String(record.text));
      const step = stepAfter(this.connector, walk, page, items);
      this.walk = step.walk;
      if (step.ended) {
        this.cursor = cursorAfter(this.connector, this.cursor, step.ended, walk, null);
        return;
      }
    }
  }
}

describe('Steam', () => {
  const steam = findConnector('steam') as Connector;
  const settings = readSettings(steam, SETTINGS.steam ?? {});

  it('is asked once a week for reviews of any age that were edited', async () => {
    const world = new World(randomOf(1), 0, true);
    const reading = new Reading(steam, settings, world);
    await reading.sync(() => false);
    const old = world.items[0] as WorldItem;
    for (let day = 1; day <= 8; day++) {
      world.now += 24 * HOUR;
      if (day === 3) Object.assign(old, { text: `acme ${old.id} again`, changedAt: world.now });
      await reading.sync(() => false);
      expect([day, [...reading.stored.values()].some((text) => text.includes('again'))]).toEqual([day, day >= 7]);
    }
  });
});

describe('a feed', () => {
  const { freshSeconds } = findConnector('feed') as Connector;

  it.each([
    ['no word', {}, '<rss></rss>', 0],
    ['ttl in minutes', {}, '<rss><channel><ttl>120</ttl>', 7_200],
    ['Cache-Control', { 'cache-control': 'public, max-age=900' }, '<feed/>', 900],
    ['both, of which the longer one counts', { 'cache-control': 'max-age=60' }, '<ttl> 5 </ttl>', 300],
    ['a year, of which a day counts', { 'cache-control': 'max-age=31536000' }, '', 86_400],
  ])('is left alone as long as it says: %s', (_, headers, text, seconds) => {
    expect(freshSeconds?.({ headers, text })).toBe(seconds);
  });
});

describe.each(CONNECTORS.map((connector) => [connector.name, connector] as const))('%s', (name, connector) => {
  const settings = readSettings(connector, SETTINGS[name] ?? {});
  // A forum numbers its posts, and Steam shows reviews, in the order in which they were written.
  const keepsOrder = name === 'discourse' || name === 'steam';
  // Pages of these are numbered. Texts that come and go around one may hide it in one fetch; the next one has it.
  const shifts = ['app-store', 'mozilla-addons', 'google-play', 'app-store-connect'].includes(name);
  const lateMs = (connector.overlapSeconds || 3_600) * 900;

  it(`misses nothing in ${WORLDS} random worlds: late texts, texts of one second, edits, deletions, dying workers`, async () => {
    for (let seed = 1; seed <= WORLDS; seed++) {
      const random = randomOf(seed);
      const world = new World(random, lateMs, keepsOrder);
      const reading = new Reading(connector, settings, world);
      for (let sync = 0; sync < SYNCS; sync++) {
        await reading.sync(() => random() < 0.1);
        world.now += random() * 50 * MINUTE;
        for (let n = 0; n < 6; n++) world.change();
      }
      const end = world.now;
      world.now += 5 * MINUTE;
      await reading.sync(() => false);
      if (shifts) await reading.sync(() => false);
      const texts = new Set([...reading.stored.values()].map((text) => /acme \d+(?: again)?/.exec(text)?.[0]));
      const missed = world.items.filter(({ changedAt, text }) => changedAt <= end && !texts.has(text));
      expect({ seed, missed }).toEqual({ seed, missed: [] });
    }
  });
});
