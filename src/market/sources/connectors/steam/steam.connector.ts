import { z } from 'zod';
import { STEAM as FORMAT } from '#market/answers/steam.format.js';
import { parsedUrl } from '#platform/text/parsed.url.js';
import { EXCLUDE_FIELD, MAKER_FIELD, productField } from '../common.fields.js';
import type { Connector } from '../connector.js';
import { envelopeOf, readWith, recordOf, timeOf, wireId, wireSeconds, wireText } from '../wire.reading.js';

const envelope = z.object({
  success: z.literal(1),
  reviews: z.array(z.unknown()),
  cursor: wireText.nullish(),
  query_summary: z.object({}).loose(),
});

const review = z.object({
  recommendationid: wireId,
  author: z.object({ steamid: wireId }),
  review: wireText,
  timestamp_created: wireSeconds,
  timestamp_updated: wireSeconds.optional(),
  voted_up: z.boolean(),
});

/** Reviews of an app of the Steam store, which recommend it or not and have no stars. */
export const STEAM: Connector = {
  name: 'steam',
  title: 'Steam',
  kind: 'reviews',
  order: 'falling',
  fields: [
    {
      name: 'app',
      label: 'App',
      hint: 'The number of the app in the address of its page.',
      example: '438320',
      isRequired: true,
      pattern: /^\d{1,10}$/,
      rule: 'must be the number of an app',
    },
    productField(true),
    MAKER_FIELD,
    EXCLUDE_FIELD,
  ],
  identity: ['app', 'exclude'],
  credential: 'none',
  obeysRobots: false,
  terms: {
    url: 'https://partner.steamgames.com/doc/store/getreviews',
    words: 'Documented by Valve, without a stated limit. We ask at most once a second.',
    isContactable: true,
    attribution: null,
  },
  overlapSeconds: 86_400,
  defaultSeconds: 21_600,
  budget: () => ({ intervalMs: 1_000 }),
  labelOf: ({ app = '', product = '' }) => `Steam: ${product || app}`,
  pageOf: ({ app = '' }) => `https://steamcommunity.com/app/${app}/reviews/`,
  editsSeconds: 604_800,
  start: (_settings, { editsFrom }) => ({ cursor: '*', filter: 'recent', edits: editsFrom?.toISOString() ?? null }),
  requestOf: ({ app = '' }, { cursor, filter = 'recent' }) => {
    const query = new URLSearchParams({
      ...{ json: '1', filter: String(filter), language: 'all', purchase_type: 'all', filter_offtopic_activity: '0' },
      ...{ num_per_page: '100', cursor: String(cursor) },
    });
    return { url: `https://store.steampowered.com/appreviews/${app}?${query}` };
  },
  // A short page is not the last one: the list ends with an empty page, or with the same cursor again.
  readPage: (_settings, position, body) => {
    const { reviews, cursor } = envelopeOf(envelope, body);
    const isLast = reviews.length === 0 || !cursor || cursor === position.cursor;
    return { values: reviews, next: isLast ? null : { ...position, cursor } };
  },
  // After the new reviews come those that were edited, whatever their age.
  following: ({ filter = 'recent', edits = null }, { next }) =>
    next === null && filter === 'recent' && edits !== null ? { cursor: '*', filter: 'updated', floor: edits } : next,
  readItem: (_settings, value, url) =>
    readWith(review, value, (found) => {
      const record = recordOf(FORMAT, { query_summary: {}, reviews: [value] }, url);
      if (record === null) return null;
      const isEdit = parsedUrl(url)?.searchParams.get('filter') === 'updated';
      const at = timeOf((isEdit ? found.timestamp_updated : undefined) ?? found.timestamp_created);
      return { externalId: String(found.recommendationid), at, record };
    }),
};
