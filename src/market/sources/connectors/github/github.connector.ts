import { z } from 'zod';
import { GITHUB as FORMAT } from '#market/answers/github.format.js';
import { EXCLUDE_FIELD, MAKER_FIELD, productField } from '../common.fields.js';
import type { Connector, Position } from '../connector.js';
import { afterSecond } from '../positions.js';
import { envelopeOf, readWith, recordOf, textIn, timeOf, wireId, wireText, wireTime } from '../wire.reading.js';

const API = 'https://api.github.com';
const VERSION = '2022-11-28';
const PAGE_SIZE = 100;
const MS_PER_SECOND = 1_000;

const envelope = z.array(z.unknown());
const user = z.object({ login: wireText, type: wireText.optional() });

const issue = z.object({
  id: wireId,
  html_url: z.url(),
  title: wireText,
  body: wireText.nullable(),
  created_at: wireTime,
  updated_at: wireTime,
  user: user.nullable(),
  pull_request: z.unknown().optional(),
});
const comment = z.object({
  id: wireId,
  html_url: z.url(),
  issue_url: z.url(),
  body: wireText,
  created_at: wireTime,
  updated_at: wireTime,
  user: user.nullable(),
});

type Found = z.infer<typeof issue> | z.infer<typeof comment>;

const isBot = (found: z.infer<typeof user>): boolean => found.type === 'Bot' || found.login.endsWith('[bot]');
const isoOf = (seconds: unknown): string =>
  new Date(Number(seconds) * MS_PER_SECOND).toISOString().replace('.000Z', 'Z');
const isComment = (value: unknown): boolean => typeof value === 'object' && value !== null && 'issue_url' in value;
/** The path of an item in the API: `issues/3`, or `issues/comments/8`. */
const refOf = (address: string, id: string | number): string =>
  address.includes('#issuecomment') ? `issues/comments/${id}` : `issues/${/\/issues\/(\d+)/.exec(address)?.[1] ?? ''}`;

/** Issues of a repository, and if wanted the comments on them, by the time of their last change. */
export const GITHUB: Connector = {
  name: 'github',
  title: 'GitHub issues',
  kind: 'posts',
  order: 'rising',
  fields: [
    {
      name: 'repository',
      label: 'Repository',
      hint: 'Owner and name, or the address.',
      example: 'acme/boards',
      isRequired: true,
      pattern: /^(?:https:\/\/github\.com\/)?[a-z0-9][a-z0-9-]{0,38}\/(?!\.{1,2}\/?$)[\w.-]{1,100}\/?$/i,
      rule: 'must be owner/name',
      normalize: (value) =>
        value
          .toLowerCase()
          .replace(/^https:\/\/github\.com\//, '')
          .replace(/\/$/, ''),
    },
    {
      name: 'labels',
      label: 'Labels',
      hint: 'Labels separated by commas, all of which an issue has.',
      example: 'bug,export',
      isRequired: false,
      pattern: /^[^\p{Cc}]{1,200}$/u,
      rule: 'must be labels separated by commas',
    },
    {
      name: 'comments',
      label: 'Comments',
      hint: 'Whether the comments are read too: yes or no.',
      example: 'yes',
      isRequired: false,
      pattern: /^(?:yes|no)$/,
      rule: 'must be yes or no',
    },
    EXCLUDE_FIELD,
    productField(false),
    MAKER_FIELD,
  ],
  identity: ['repository', 'labels', 'comments', 'exclude'],
  credential: 'optional',
  obeysRobots: false,
  terms: {
    url: 'https://docs.github.com/site-policy/acceptable-use-policies/github-acceptable-use-policies',
    words:
      'Public issues may be read through the API, 60 requests an hour without a token. Writers must not be contacted with what it says about them: answer in the issue.',
    isContactable: false,
    attribution: null,
  },
  overlapSeconds: 600,
  defaultSeconds: 3_600,
  // Of 60 and 5,000 requests in an hour, some are left to others at the same address.
  budget: (hasSecret) => (hasSecret ? { intervalMs: 1_200 } : { intervalMs: 90_000, burst: 3 }),
  labelOf: ({ repository = '', labels = '' }) => `${repository}${labels ? `: ${labels}` : ''}`,
  pageOf: ({ repository = '' }) => `https://github.com/${repository}/issues`,
  start: (_settings, { from }) => {
    const since = Math.floor(from.getTime() / MS_PER_SECOND);
    return { part: 'issues', from: since, since, page: 1 };
  },
  requestOf: ({ repository = '', labels = '' }, { part, since, page }) => {
    const query = new URLSearchParams({
      ...(part === 'issues' && { state: 'all', ...(labels && { labels }) }),
      ...{ sort: 'updated', direction: 'asc', since: isoOf(since), per_page: String(PAGE_SIZE), page: String(page) },
    });
    return {
      url: `${API}/repos/${repository}/${part === 'issues' ? 'issues' : 'issues/comments'}?${query}`,
      headers: { accept: 'application/vnd.github+json', 'x-github-api-version': VERSION },
    };
  },
  authorize: (secret) => ({ authorization: `Bearer ${secret}` }),
  readPage: (settings, position, body) => {
    const values = envelopeOf(envelope, body);
    return { values, next: values.length < PAGE_SIZE ? partAfter(settings, position) : position };
  },
  following: (position, page, times) =>
    page.next === null || page.next.part !== position.part ? page.next : afterSecond(position, page, times),
  readItem: (_settings, value, url) =>
    readWith<Found>(isComment(value) ? comment : issue, value, (found) => {
      if ('pull_request' in found && found.pull_request) return null;
      if (found.user === null || isBot(found.user)) return null;
      const record = recordOf(FORMAT, value, url);
      if (record === null) return null;
      const ref = refOf(found.html_url, found.id);
      return { externalId: textIn(record, 'external_id'), at: timeOf(found.updated_at), ref, record };
    }),
  recheck: {
    atOnce: 1,
    goneAt: [404, 410],
    requestOf: ({ repository = '' }, [ref]) => ({
      url: `${API}/repos/${repository}/${ref}`,
      headers: { accept: 'application/vnd.github+json', 'x-github-api-version': VERSION },
    }),
  },
};

/** Comments follow the issues, from the beginning of the window. */
function partAfter({ comments = 'no' }: Readonly<Record<string, string>>, { part, from }: Position): Position | null {
  return part === 'issues' && comments === 'yes'
    ? { part: 'comments', from: from ?? null, since: from ?? null, page: 1 }
    : null;
}
