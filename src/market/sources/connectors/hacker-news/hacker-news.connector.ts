import { z } from 'zod';
import { HACKER_NEWS as FORMAT } from '#market/answers/hacker-news.format.js';
import { EXCLUDE_FIELD, MAKER_FIELD, productField } from '../common.fields.js';
import type { Connector } from '../connector.js';
import { beforeSecond } from '../positions.js';
import { envelopeOf, readWith, recordOf, textIn, timeOf, wireId, wireText, wireTime } from '../wire.reading.js';

/** The search shows no more of one window, on any page. */
const HITS = 1_000;
const DAY_SECONDS = 86_400;
const MS_PER_SECOND = 1_000;

const envelope = z.object({ hits: z.array(z.unknown()), nbPages: z.number(), page: z.number() });

/** A story or a comment. Each has the fields of the other with null. */
const hit = z
  .object({
    objectID: wireId,
    created_at: wireTime,
    author: wireText,
    title: wireText.nullish(),
    story_text: wireText.nullish(),
    comment_text: wireText.nullish(),
    _tags: z.array(z.string()),
  })
  .refine(({ _tags, title }) => !_tags.includes('story') || typeof title === 'string', {
    path: ['title'],
    message: 'is missing in a story',
  })
  .refine(({ _tags, comment_text }) => !_tags.includes('comment') || typeof comment_text === 'string', {
    path: ['comment_text'],
    message: 'is missing in a comment',
  });

/** An item of the Firebase API, or null for one that never was. */
const firebaseItem = z
  .object({ id: z.number(), deleted: z.boolean().optional(), dead: z.boolean().optional() })
  .nullable();

const holds = (text: string, phrase: string): boolean => text.toLowerCase().includes(phrase.toLowerCase());

/** Stories and comments of Hacker News with a phrase, by the search of Algolia, which forgives typing errors: texts without the phrase are left out. */
export const HACKER_NEWS: Connector = {
  name: 'hacker-news',
  title: 'Hacker News',
  kind: 'posts',
  order: 'falling',
  fields: [
    {
      name: 'phrase',
      label: 'Phrase',
      hint: 'Words that the texts hold, in this order.',
      example: 'alternative to Acme',
      isRequired: true,
      pattern: /^[^"\p{Cc}]{2,100}$/u,
      rule: 'must have 2 to 100 characters and no quotation mark',
      normalize: (value) => value.toLowerCase(),
    },
    EXCLUDE_FIELD,
    productField(false),
    MAKER_FIELD,
  ],
  identity: ['phrase', 'exclude'],
  credential: 'none',
  obeysRobots: false,
  terms: {
    url: 'https://hn.algolia.com/api',
    words: 'An open search of at most 10,000 requests an hour. Its writers are not contacted: answer in the thread.',
    isContactable: false,
    attribution: null,
  },
  // The index once stood still for 22 hours.
  overlapSeconds: DAY_SECONDS,
  defaultSeconds: 3_600,
  // A day without these words is normal.
  mayBeEmpty: true,
  budget: () => ({ intervalMs: 1_000 }),
  labelOf: ({ phrase = '' }) => `Hacker News: “${phrase}”`,
  pageOf: ({ phrase = '' }) => `https://hn.algolia.com/?sort=byDate&query=${encodeURIComponent(`"${phrase}"`)}`,
  start: () => ({ before: null, page: 0 }),
  requestOf: ({ phrase = '' }, { before, page }, { from }) => {
    const filters = [`created_at_i>=${Math.floor(from.getTime() / MS_PER_SECOND)}`];
    if (before !== null) filters.push(`created_at_i<=${before}`);
    const query = new URLSearchParams({
      query: `"${phrase}"`,
      tags: '(story,comment)',
      numericFilters: filters.join(','),
      hitsPerPage: String(HITS),
      page: String(page),
    });
    return { url: `https://hn.algolia.com/api/v1/search_by_date?${query}` };
  },
  readPage: (_settings, position, body) => {
    const { hits, nbPages, page } = envelopeOf(envelope, body);
    const isMore = hits.length >= HITS || (hits.length > 0 && page + 1 < nbPages);
    return { values: hits, next: isMore ? { ...position, page: page + 1 } : null };
  },
  following: beforeSecond,
  readItem: ({ phrase = '' }, value, url) =>
    readWith(hit, value, (found) => {
      const record = recordOf(FORMAT, { hits: [value] }, url);
      if (record === null || !holds(textIn(record, 'text'), phrase)) return null;
      const ref = String(found.objectID);
      return { externalId: `hn:${ref}`, at: timeOf(found.created_at), ref, record };
    }),
  recheck: {
    atOnce: 1,
    // It answers `null` for an item that is gone, and refuses none.
    goneAt: [],
    requestOf: (_settings, [ref]) => ({ url: `https://hacker-news.firebaseio.com/v0/item/${ref}.json` }),
    goneIn: (body, refs) => {
      const item = envelopeOf(firebaseItem, body);
      return item === null || item.deleted === true || item.dead === true ? refs : [];
    },
  },
};
