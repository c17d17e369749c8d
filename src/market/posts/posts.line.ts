import { z } from 'zod';
import { optionalText, optionalTime, optionalUrl, requiredText, verbatimText } from '#platform/files/line.fields.js';
import type { RecordLayout } from '#platform/files/record.layout.js';
import { POST_ALIASES, POST_PRESETS } from './posts.presets.js';

/** One line of a file of posts. */
export const postLine = z.object({
  external_id: requiredText(300),
  source: z.enum(['network', 'forum'], { error: 'must be network or forum' }),
  text: verbatimText(100_000),
  url: optionalUrl(),
  posted_at: optionalTime(),
  forum_community: optionalText(200),
  product_name: optionalText(300),
  author_name: optionalText(300),
  author_headline: optionalText(500),
  author_title: optionalText(300),
  author_bio: optionalText(5_000),
  author_profile_url: optionalUrl(),
  author_city: optionalText(200),
  author_country: optionalText(100),
  author_company_name: optionalText(300),
  author_company_website: optionalUrl(),
  author_company_size: optionalText(100),
  author_company_industry: optionalText(200),
});

export type PostLine = z.infer<typeof postLine>;

/** The layout of a file of posts. */
export const postLayout: RecordLayout<PostLine> = {
  schema: postLine,
  fields: Object.keys(postLine.shape),
  required: ['external_id', 'source', 'text'],
  times: ['posted_at'],
  presets: POST_PRESETS,
  aliases: POST_ALIASES,
  derivedId: { field: 'external_id', from: ['source', 'author_name', 'posted_at', 'text'] },
};
