import { DATE_ALIASES } from '#market/imports/date.aliases.js';
import { createHash } from 'node:crypto';
import { htmlToText } from '#platform/files/html.text.js';
import type { FieldSource, Preset, ReadColumn } from '#platform/files/record.layout.js';

/** The columns of a post in files that no preset recognizes. */
export const POST_ALIASES: Readonly<Record<string, readonly string[]>> = {
  external_id: ['post id', 'id'],
  text: ['post', 'post text', 'body', 'content', 'message', 'comment'],
  url: ['link', 'post url', 'permalink'],
  posted_at: ['post date', ...DATE_ALIASES],
  forum_community: ['community', 'forum', 'subreddit', 'channel'],
  product_name: ['product'],
  author_name: ['author', 'name', 'user', 'username'],
  author_headline: ['headline'],
  author_title: ['job title', 'title'],
  author_profile_url: ['profile', 'profile url'],
  author_company_name: ['company', 'company name'],
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
/** Reddit replaces deleted texts and names by these words. */
const isDeleted = (value: unknown): boolean => value === '[deleted]' || value === '[removed]';
const kept = (value: unknown): string => (isDeleted(value) ? '' : decoded(textOf(value)));
/** Reddit encodes three characters in its texts. */
const decoded = (text: string): string => text.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&');
const joined = (...parts: string[]): string => parts.filter((part) => part.trim() !== '').join('\n\n');
const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A listing may mix posts and comments: a post has a title and a text, a comment has a body. */
function redditText(column: ReadColumn): string {
  const [text, body] = [column('selftext'), column('body')];
  return isDeleted(text) ? '' : joined(kept(column('title')), kept(text), kept(body));
}

/** The full name of a record, which the dumps leave out. */
const redditName = (column: ReadColumn): string =>
  textOf(column('name')) || `${column('body') === undefined ? 't3' : 't1'}_${textOf(column('id'))}`;

const redditUrl = (permalink: string): string | undefined =>
  permalink.startsWith('/') ? `https://www.reddit.com${permalink}` : undefined;

const REDDIT_FIELDS: Preset['fields'] = {
  external_id: (column) => `reddit:${redditName(column)}`,
  source: () => 'forum',
  text: redditText,
  url: (column) => redditUrl(textOf(column('permalink'))),
  posted_at: ['created_utc', 'created'],
  forum_community: (column) => `r/${textOf(column('subreddit'))}`,
  author_name: (column) => kept(column('author')),
};

/** The items of a feed. */
const FEED: Preset & { fields: Record<string, FieldSource> } = {
  name: 'a feed',
  columns: ['feed', 'title', 'content', 'link', 'date'],
  fields: {
    external_id: (column) => `feed:${hash(textOf(column('id')) || textOf(column('link')) || textOf(column('title')))}`,
    source: () => 'forum',
    text: (column) => joined(htmlToText(textOf(column('title'))), htmlToText(textOf(column('content')))),
    url: 'link',
    posted_at: 'date',
    forum_community: 'feed',
    author_name: 'author',
  },
};

/** The fields of an import of one item of a feed, as the preset reads them. Its id names the host: each feed chooses the ids of its items. */
export function feedRecord(item: Readonly<Record<string, unknown>>, host: string): Record<string, unknown> {
  const record = Object.fromEntries(
    Object.entries(FEED.fields).map(([field, source]) => [
      field,
      typeof source === 'function' ? source((column) => item[column]) : item[String(source)],
    ]),
  );
  return { ...record, external_id: textOf(record.external_id).replace('feed:', `feed:${host}:`) };
}

/** Exports of forums and feeds, recognized by their fields. */
export const POST_PRESETS: readonly Preset[] = [
  {
    name: 'Reddit posts',
    columns: ['id', 'subreddit', 'title', 'selftext', 'created_utc'],
    fields: REDDIT_FIELDS,
  },
  {
    name: 'Reddit comments',
    columns: ['id', 'subreddit', 'body', 'created_utc'],
    fields: REDDIT_FIELDS,
  },
  FEED,
];
