import { z } from 'zod';
import { STACK_EXCHANGE as FORMAT } from '#market/answers/stack-exchange.format.js';
import { EXCLUDE_FIELD, MAKER_FIELD, productField } from '../common.fields.js';
import type { Connector, Settings } from '../connector.js';
import { afterSecond } from '../positions.js';
import { envelopeOf, readWith, recordOf, timeOf, wireId, wireSeconds, wireText } from '../wire.reading.js';

const API = 'https://api.stackexchange.com/2.3';
const MS_PER_SECOND = 1_000;
const CHECKED_AT_ONCE = 100;

const envelope = z.object({ items: z.array(z.unknown()), has_more: z.boolean() });

const question = z.object({
  question_id: wireId,
  creation_date: wireSeconds,
  title: wireText,
  body: wireText,
  link: z.url(),
  owner: z.object({ display_name: wireText.optional() }),
});

const checked = z.object({ items: z.array(z.object({ question_id: wireId })) });

const keyOf = ({ site = '' }: Settings): string => `stackexchange:${hostOf(site)}`;
/** The host of a site by its name in the API. */
function hostOf(site: string): string {
  if (site.includes('.')) return site;
  const own = ['stackoverflow', 'serverfault', 'superuser', 'askubuntu', 'mathoverflow'];
  return own.includes(site) ? `${site}.${site === 'mathoverflow' ? 'net' : 'com'}` : `${site}.stackexchange.com`;
}

/** Questions of a site of Stack Exchange, with a phrase or tags. */
export const STACK_EXCHANGE: Connector = {
  name: 'stack-exchange',
  title: 'Stack Exchange',
  kind: 'posts',
  order: 'rising',
  fields: [
    {
      name: 'site',
      label: 'Site',
      hint: 'The name of the site in its API.',
      example: 'softwarerecs',
      isRequired: true,
      pattern: /^[a-z][a-z0-9.-]{1,60}$/i,
      rule: 'must be the name of a site, such as stackoverflow',
      normalize: (value) => value.toLowerCase(),
    },
    {
      name: 'phrase',
      label: 'Phrase',
      hint: 'Words that the questions hold. Without one, all questions with the tags are read.',
      example: 'alternative to',
      isRequired: false,
      pattern: /^[^\p{Cc}]{2,100}$/u,
      rule: 'must have 2 to 100 characters',
      normalize: (value) => value.toLowerCase(),
    },
    {
      name: 'tags',
      label: 'Tags',
      hint: 'Tags separated by semicolons, all of which a question has.',
      example: 'jira;migration',
      isRequired: false,
      pattern: /^[\w#+.;-]{1,200}$/,
      rule: 'must be tags separated by semicolons',
      normalize: (value) => value.toLowerCase().split(';').sort().join(';'),
    },
    EXCLUDE_FIELD,
    productField(false),
    MAKER_FIELD,
  ],
  identity: ['site', 'phrase', 'tags', 'exclude'],
  credential: 'optional',
  obeysRobots: false,
  terms: {
    url: 'https://api.stackexchange.com/docs/throttle',
    words:
      '300 requests a day without a key, 10,000 with one. Texts are CC BY-SA: each is shown with its writer and its link. Writers are not contacted.',
    isContactable: false,
    attribution: 'CC BY-SA',
  },
  overlapSeconds: 3_600,
  defaultSeconds: 21_600,
  // 300 and 10,000 requests in a day.
  budget: (hasSecret) => (hasSecret ? { intervalMs: 8_640, burst: 5 } : { intervalMs: 288_000, burst: 5 }),
  labelOf: (settings) => {
    const { site = '', phrase = '', tags = '' } = settings;
    const what = [phrase && `“${phrase}”`, tags].filter(Boolean).join(', ');
    return `${hostOf(site)}${what ? `: ${what}` : ''}`;
  },
  pageOf: ({ site = '', tags = '' }) =>
    `https://${hostOf(site)}/questions${tags ? `/tagged/${encodeURIComponent(tags.replaceAll(';', ' '))}` : ''}`,
  start: (_settings, { from }) => ({ since: Math.floor(from.getTime() / MS_PER_SECOND), page: 1 }),
  requestOf: ({ site = '', phrase = '', tags = '' }, { since, page }) => {
    const query = new URLSearchParams({
      ...{ site, fromdate: String(since), sort: 'creation', order: 'asc', filter: 'withbody', pagesize: '100' },
      page: String(page),
      ...(phrase && { q: phrase }),
      ...(tags && { tagged: tags }),
    });
    return { url: `${API}/search/advanced?${query}` };
  },
  authorize: (secret) => ({ 'x-api-key': secret }),
  readPage: (_settings, position, body) => {
    const { items, has_more } = envelopeOf(envelope, body);
    return { values: items, next: has_more ? { ...position, page: Number(position.page) + 1 } : null };
  },
  following: afterSecond,
  readItem: (settings, value, url) =>
    readWith(question, value, (found) => {
      const record = recordOf(FORMAT, { items: [value], quota_max: 1 }, url);
      if (record === null) return null;
      const ref = String(found.question_id);
      return { externalId: `${keyOf(settings)}:${ref}`, at: timeOf(found.creation_date), ref, record };
    }),
  recheck: {
    atOnce: CHECKED_AT_ONCE,
    // It leaves out what is gone, and refuses none.
    goneAt: [],
    requestOf: ({ site = '' }, refs) => ({
      url: `${API}/questions/${refs.join(';')}?${new URLSearchParams({ site, pagesize: '100' })}`,
    }),
    goneIn: (body, refs) => {
      const there = new Set(envelopeOf(checked, body).items.map(({ question_id }) => String(question_id)));
      return refs.filter((ref) => !there.has(ref));
    },
  },
};
