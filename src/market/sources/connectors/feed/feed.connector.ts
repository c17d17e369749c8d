import { parsedUrl } from '#platform/text/parsed.url.js';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { feedRecord } from '#market/posts/posts.presets.js';
import { urlIn } from '#market/answers/answer.fields.js';
import { EXCLUDE_FIELD, MAKER_FIELD, productField } from '../common.fields.js';
import type { Connector } from '../connector.js';
import { envelopeOf, readWith, textIn, timeOf, wireText } from '../wire.reading.js';

/** The items of a feed that are read. */
const MAX_ITEMS = 500;

/** The minutes between two fetches, as RSS feeds state them before their items. */
const TTL = /<ttl>\s*(\d{1,6})\s*<\/ttl>/i;
const HEAD = 10_000;
const MAX_AGE = /\bmax-age=(\d{1,9})\b/i;
const SECONDS_PER_MINUTE = 60;
/** A feed is fetched once a day at least. */
const MAX_FRESH_SECONDS = 86_400;

/** A feed after it was parsed. */
const envelope = z.array(z.unknown());

/** Only words are required: feeds leave out ids, dates and authors. */
const item = z
  .object({
    id: wireText.optional(),
    title: wireText.optional(),
    content: wireText.optional(),
    link: wireText.optional(),
    date: z.unknown().optional(),
    author: wireText.optional(),
    feed: wireText.optional(),
  })
  .refine(({ title, content }) => title !== undefined || content !== undefined, {
    path: ['title'],
    message: 'is missing, and so is the content',
  });

const hashOf = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/** The items of an RSS or Atom feed. The set of its items decides what is new, and never a date. */
export const FEED: Connector = {
  name: 'feed',
  title: 'RSS or Atom feed',
  kind: 'posts',
  order: 'whole',
  fields: [
    {
      name: 'address',
      label: 'Address',
      hint: 'The address of the feed.',
      example: 'https://blog.example.com/feed.xml',
      isRequired: true,
      pattern: /^https?:\/\/[^\s#]{3,2000}$/i,
      rule: 'must be a web address',
      normalize: (value) => parsedUrl(value)?.href ?? value,
    },
    EXCLUDE_FIELD,
    productField(false),
    MAKER_FIELD,
  ],
  identity: ['address', 'exclude'],
  credential: 'none',
  obeysRobots: true,
  terms: {
    url: 'https://www.rfc-editor.org/rfc/rfc9309',
    words: 'A feed is published to be fetched. We obey robots.txt, and fetch it once in an interval.',
    isContactable: true,
    attribution: null,
  },
  overlapSeconds: 0,
  defaultSeconds: 3_600,
  budget: () => ({ intervalMs: 1_000 }),
  labelOf: ({ address = '' }) => {
    const url = urlIn(address);
    return url ? `${url.host}${url.pathname === '/' ? '' : url.pathname}` : address;
  },
  pageOf: ({ address = '' }) => address,
  format: 'text',
  freshSeconds: ({ headers, text }) => {
    const minutes = Number(TTL.exec(text.slice(0, HEAD))?.[1] ?? 0);
    const control = headers['cache-control'];
    const seconds = Number(MAX_AGE.exec(typeof control === 'string' ? control : '')?.[1] ?? 0);
    return Math.min(Math.max(minutes * SECONDS_PER_MINUTE, seconds), MAX_FRESH_SECONDS);
  },
  start: () => ({}),
  requestOf: ({ address = '' }) => ({ url: address }),
  readPage: (_settings, _position, body) => ({ values: envelopeOf(envelope, body).slice(0, MAX_ITEMS), next: null }),
  readItem: ({ address = '' }, value, url) =>
    readWith(item, value, (found) => {
      const record = feedRecord({ ...found, link: absolute(found.link, url) }, parsedUrl(address)?.host ?? '');
      const text = textIn(record, 'text');
      if (text.trim() === '') return null;
      const at = timeOf(found.date);
      return {
        externalId: textIn(record, 'external_id'),
        at,
        fingerprint: hashOf(textIn(record, 'url'), text),
        record: { ...record, posted_at: at === null ? undefined : record.posted_at },
      };
    }),
};

/** An address in a feed may be relative to it. */
const absolute = (link: string | undefined, base: string): string | undefined =>
  link === undefined ? undefined : parsedUrl(link, base)?.href;
