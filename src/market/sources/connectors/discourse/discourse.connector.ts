import { z } from 'zod';
import { DISCOURSE as FORMAT } from '#market/answers/discourse.format.js';
import { EXCLUDE_FIELD, MAKER_FIELD, productField } from '../common.fields.js';
import type { Connector, Settings } from '../connector.js';
import { Drift } from '../connector.js';
import { envelopeOf, readWith, recordOf, textIn, timeOf, wireId, wireText, wireTime } from '../wire.reading.js';

const envelope = z.object({ latest_posts: z.array(z.unknown()) });

const post = z.object({
  id: wireId,
  username: wireText,
  cooked: wireText,
  created_at: wireTime,
  topic_id: wireId,
  post_number: z.number(),
  topic_title: wireText,
  category_id: z.number().nullish(),
});

const IDS_OF_A_PAGE = 50;
const MAX_EMPTY = 5;

const idOf = (value: unknown): number | null => {
  const id = z.object({ id: z.number().int() }).safeParse(value);
  return id.success ? id.data.id : null;
};
const baseOf = ({ forum = '' }: Settings): string => `https://${forum}`;

/** The posts of a forum that runs Discourse. */
export const DISCOURSE: Connector = {
  name: 'discourse',
  title: 'Discourse forum',
  kind: 'posts',
  order: 'falling',
  fields: [
    {
      name: 'forum',
      label: 'Forum',
      hint: 'The host of the forum. Add it only if its terms allow this.',
      example: 'forum.example.com',
      isRequired: true,
      pattern: /^(?:https:\/\/)?[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d{1,5})?\/?$/i,
      rule: 'must be the host of a forum, such as forum.example.com',
      normalize: (value) =>
        value
          .toLowerCase()
          .replace(/^https:\/\//, '')
          .replace(/\/$/, ''),
    },
    {
      name: 'category',
      label: 'Category',
      hint: 'The number of a category, for its posts alone.',
      example: '6',
      isRequired: false,
      pattern: /^\d{1,9}$/,
      rule: 'must be the number of a category',
    },
    EXCLUDE_FIELD,
    productField(false),
    MAKER_FIELD,
  ],
  identity: ['forum', 'category', 'exclude'],
  credential: 'none',
  obeysRobots: true,
  terms: {
    url: 'https://meta.discourse.org/t/available-settings-for-global-rate-limits-and-throttling/78612',
    words:
      'Each forum has its own terms: check that they allow reading it. We ask once in three seconds and obey robots.txt. Writers are not contacted.',
    isContactable: false,
    attribution: null,
  },
  overlapSeconds: 86_400,
  defaultSeconds: 3_600,
  budget: () => ({ intervalMs: 3_000 }),
  labelOf: ({ forum = '', category = '' }) => `${forum}${category ? `, category ${category}` : ''}`,
  pageOf: (settings) => `${baseOf(settings)}/latest`,
  start: () => ({ before: null, empty: 0 }),
  requestOf: (settings, { before }) => ({
    url: `${baseOf(settings)}/posts.json${before === null ? '' : `?before=${before}`}`,
  }),
  readPage: (_settings, { before, empty }, body) => {
    const { latest_posts } = envelopeOf(envelope, body);
    const ids = latest_posts.map(idOf).filter((id) => id !== null);
    if (latest_posts.length > 0 && ids.length === 0)
      throw new Drift('The answer has an unexpected format: id of the posts');
    // "before" is inclusive. Older forums look at 50 ids only, so an empty page may be a hole in the numbers.
    const next =
      ids.length > 0
        ? { before: Math.min(...ids) - 1, empty: 0 }
        : { before: Number(before) - IDS_OF_A_PAGE, empty: Number(empty) + 1 };
    const isLast = next.before < 1 || next.empty > MAX_EMPTY || (before === null && ids.length === 0);
    return { values: latest_posts, next: isLast ? null : next };
  },
  readItem: ({ category = '' }, value, url) =>
    readWith(post, value, (found) => {
      if (category !== '' && found.category_id !== Number(category)) return null;
      const record = recordOf(FORMAT, { latest_posts: [value] }, url);
      if (record === null) return null;
      return { externalId: textIn(record, 'external_id'), at: timeOf(found.created_at), ref: String(found.id), record };
    }),
  recheck: {
    atOnce: 1,
    goneAt: [403, 404, 410],
    requestOf: (settings, [ref]) => ({ url: `${baseOf(settings)}/posts/${ref}.json` }),
  },
};
