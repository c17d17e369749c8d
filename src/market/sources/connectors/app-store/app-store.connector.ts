import { z } from 'zod';
import { APP_STORE as FORMAT } from '#market/answers/app-store.format.js';
import { APP_STORE_APP, appStorePlace, EXCLUDE_FIELD, MAKER_FIELD, productField } from '../common.fields.js';
import type { Connector } from '../connector.js';
import { withPageBefore } from '../positions.js';
import { envelopeOf, readWith, recordOf, timeOf, wireText, wireTime } from '../wire.reading.js';

/** Apple shows 500 reviews of a storefront: ten pages of 50. */
const LAST_PAGE = 10;
const PAGE_SIZE = 50;

const label = <Value>(value: z.ZodType<Value>) => z.object({ label: value });

/** A feed without reviews has no `entry`, and one review is an object in place of a list. */
const envelope = z.object({ feed: z.object({ id: label(wireText), entry: z.unknown().optional() }) });

const entry = z.object({
  id: label(z.union([wireText, z.number()])),
  title: label(wireText),
  content: label(wireText),
  'im:rating': label(z.union([z.string().regex(/^[1-5]$/), z.number().min(1).max(5)])),
  // Apple left dates out for years.
  updated: label(wireTime).optional(),
  author: z.object({ name: label(wireText) }),
});

/** The app itself, with which some feeds begin, has no rating but an artist. */
const isApp = (value: unknown): boolean => typeof value === 'object' && value !== null && 'im:artist' in value;

/** Reviews of an app in one storefront of the App Store, by Apple's public feed. */
export const APP_STORE: Connector = {
  name: 'app-store',
  title: 'App Store',
  kind: 'reviews',
  order: 'falling',
  fields: [
    APP_STORE_APP,
    {
      name: 'country',
      label: 'Storefront',
      hint: 'The country of the storefront, as two letters.',
      example: 'us',
      isRequired: true,
      pattern: /^[a-z]{2}$/i,
      rule: 'must be two letters',
      normalize: (value) => value.toLowerCase(),
    },
    productField(true),
    MAKER_FIELD,
    EXCLUDE_FIELD,
  ],
  identity: ['app', 'country', 'exclude'],
  placeOf: appStorePlace,
  credential: 'none',
  obeysRobots: false,
  terms: {
    url: 'https://developer.apple.com/app-store/review/guidelines/#4.5.1',
    words: 'Apple allows its RSS feeds and forbids scraping. The feed shows the last 500 reviews of a storefront.',
    isContactable: true,
    attribution: null,
  },
  overlapSeconds: 259_200,
  defaultSeconds: 21_600,
  budget: () => ({ intervalMs: 3_000 }),
  labelOf: ({ app = '', country = '', product = '' }) => `App Store ${country.toUpperCase()}: ${product || app}`,
  pageOf: ({ app = '', country = '' }) => `https://apps.apple.com/${country}/app/id${app}?see-all=reviews`,
  start: () => ({ page: 1 }),
  requestOf: ({ app = '', country = '' }, { page }) => ({
    url: `https://itunes.apple.com/${country}/rss/customerreviews/page=${page}/id=${app}/sortby=mostrecent/json`,
  }),
  readPage: (_settings, { page }, body) => {
    const { entry: found } = envelopeOf(envelope, body).feed;
    const values = (found === undefined ? [] : [found].flat()).filter((value) => !isApp(value));
    const isLast = values.length === 0 || page === LAST_PAGE;
    return {
      values,
      next: isLast ? null : { page: Number(page) + 1 },
      isCapped: page === LAST_PAGE && values.length >= PAGE_SIZE,
    };
  },
  following: withPageBefore,
  isEnd: ({ page }, status) => status === 400 && Number(page) > 1,
  readItem: (_settings, value, url) =>
    readWith(entry, value, (found) => {
      const record = recordOf(FORMAT, { feed: { id: { label: url }, entry: [value] } }, url);
      if (record === null) return null;
      return { externalId: String(found.id.label), at: timeOf(found.updated?.label), record };
    }),
};
