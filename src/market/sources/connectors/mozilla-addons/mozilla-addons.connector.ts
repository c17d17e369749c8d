import { z } from 'zod';
import { MOZILLA_ADDONS as FORMAT } from '#market/answers/mozilla-addons.format.js';
import { EXCLUDE_FIELD, MAKER_FIELD, productField } from '../common.fields.js';
import type { Connector } from '../connector.js';
import { withPageBefore } from '../positions.js';
import { envelopeOf, readWith, recordOf, timeOf, wireId, wireText, wireTime } from '../wire.reading.js';

/** Version 5 "can change at any time"; this one is frozen. */
const API = 'https://addons.mozilla.org/api/v4/ratings/rating';
const PAGE_SIZE = 50;
const NOT_FOUND = 404;

const envelope = z.object({ results: z.array(z.unknown()), next: wireText.nullable() });

const rating = z.object({
  id: wireId,
  addon: z.object({ slug: wireText }).loose(),
  body: wireText.nullable(),
  score: z.number().min(1).max(5).nullish(),
  created: wireTime,
  user: z.object({ name: wireText.nullable() }),
  is_developer_reply: z.boolean().optional(),
});
const checked = z.object({ is_deleted: z.boolean().optional() });

/** Ratings of a Firefox add-on that have a text. */
export const MOZILLA_ADDONS: Connector = {
  name: 'mozilla-addons',
  title: 'Firefox Add-ons',
  kind: 'reviews',
  order: 'falling',
  fields: [
    {
      name: 'addon',
      label: 'Add-on',
      hint: 'The name of the add-on in the address of its page.',
      example: 'acme-blocker',
      isRequired: true,
      pattern: /^[\p{L}\p{N}_~-]{1,60}$/u,
      rule: 'must be the name of an add-on',
      normalize: (value) => value.toLowerCase(),
    },
    productField(false),
    MAKER_FIELD,
    EXCLUDE_FIELD,
  ],
  identity: ['addon', 'exclude'],
  credential: 'none',
  obeysRobots: false,
  terms: {
    url: 'https://mozilla.github.io/addons-server/topics/api/ratings.html',
    words: 'An open and documented API without a stated limit. We ask once in two seconds. Writers are not contacted.',
    isContactable: false,
    attribution: null,
  },
  overlapSeconds: 86_400,
  defaultSeconds: 21_600,
  budget: () => ({ intervalMs: 2_000 }),
  labelOf: ({ addon = '' }) => `Firefox Add-ons: ${addon}`,
  pageOf: ({ addon = '' }) => `https://addons.mozilla.org/firefox/addon/${encodeURIComponent(addon)}/reviews/`,
  start: () => ({ page: 1 }),
  requestOf: ({ addon = '' }, { page }) => {
    const query = new URLSearchParams({ addon, filter: 'without_empty_body', page_size: String(PAGE_SIZE) });
    return { url: `${API}/?${query}&page=${page}` };
  },
  readPage: (_settings, { page }, body) => {
    const { results, next } = envelopeOf(envelope, body);
    return { values: results, next: next === null ? null : { page: Number(page) + 1 } };
  },
  following: withPageBefore,
  isEnd: ({ page }, status) => status === NOT_FOUND && Number(page) > 1,
  readItem: (_settings, value, url) =>
    readWith(rating, value, (found) => {
      const record = found.is_developer_reply ? null : recordOf(FORMAT, { results: [value] }, url);
      if (record === null) return null;
      const ref = String(found.id);
      return { externalId: ref, at: timeOf(found.created), ref, record };
    }),
  recheck: {
    atOnce: 1,
    goneAt: [NOT_FOUND],
    requestOf: (_settings, [ref]) => ({ url: `${API}/${ref}/` }),
    goneIn: (body, refs) => (envelopeOf(checked, body).is_deleted === true ? refs : []),
  },
};
