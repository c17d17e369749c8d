import { z } from 'zod';
import { withoutNames } from '#analysis/contacts/name.mask.js';
import { POST_FORMATS } from '#market/answers/post.formats.js';
import { type Identity, textKeyOf } from '#market/writers/person.keys.js';
import { optionalText, optionalTime, optionalUrl, requiredId, verbatimText } from '#platform/files/line.fields.js';
import type { RecordLayout } from '#platform/files/record.layout.js';
import { POST_ALIASES, POST_PRESETS } from './posts.presets.js';

/** One line of a file of posts. */
export const postLine = z.object({
  external_id: requiredId(300),
  earlier_ids: z.array(z.string()).optional(),
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

export const authorOf = (line: PostLine): Identity => ({
  name: line.author_name,
  company: line.author_company_name,
  companyWebsite: line.author_company_website,
  profileUrl: line.author_profile_url,
  text: textKeyOf(line.source, line.external_id),
});

/** The post of a person who was erased: the text stays, without the name. The address of a post often names its author. */
export const withoutAuthor = (line: PostLine): PostLine => ({
  ...line,
  text: withoutNames(line.text, line.author_name === null ? [] : [line.author_name]),
  url: null,
  author_name: null,
  author_headline: null,
  author_title: null,
  author_bio: null,
  author_profile_url: null,
  author_city: null,
  author_company_name: null,
  author_company_website: null,
});

/** The layout of a file of posts. */
export const postLayout: RecordLayout<PostLine> = {
  schema: postLine,
  fields: Object.keys(postLine.shape).filter((field) => field !== 'earlier_ids'),
  required: ['external_id', 'source', 'text'],
  times: ['posted_at'],
  presets: POST_PRESETS,
  answers: POST_FORMATS,
  aliases: POST_ALIASES,
  derivedId: {
    ...{ field: 'external_id', address: 'url', from: ['source', 'author_name', 'text'] },
    earlier: { field: 'earlier_ids', from: ['source', 'author_name', 'posted_at', 'text'] },
  },
};
