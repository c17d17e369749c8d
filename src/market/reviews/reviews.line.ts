import { z } from 'zod';
import { withoutNames } from '#analysis/contacts/name.mask.js';
import { REVIEW_FORMATS } from '#market/answers/review.formats.js';
import { type Identity, textKeyOf } from '#market/writers/person.keys.js';
import { productMaker, productName } from '#market/products/products.line.js';
import {
  optionalNumber,
  optionalText,
  optionalTime,
  optionalUrl,
  requiredId,
  requiredText,
  verbatimText,
} from '#platform/files/line.fields.js';
import type { RecordLayout } from '#platform/files/record.layout.js';
import { REVIEW_ALIASES, REVIEW_PRESETS } from './reviews.presets.js';

const ANSWERS = ['likes', 'dislikes'] as const;

/**
 * One line of a file of reviews. `likes` and `dislikes` are answers of a form that asks for both; the text contains them, so
 * that quotes of them are slices of the text.
 */
const fields = z.preprocess(
  withAnswersInText,
  z.object({
    external_id: requiredId(300),
    earlier_ids: z.array(z.string()).optional(),
    platform: requiredText(100),
    product_name: productName,
    product_maker: productMaker,
    product_category: optionalText(100),
    text: verbatimText(100_000),
    title: optionalText(1_000),
    likes: optionalText(50_000),
    dislikes: optionalText(50_000),
    rating: optionalNumber(1, 5),
    published_at: optionalTime(),
    review_url: optionalUrl(),
    reviewer_name: optionalText(300),
    author: optionalText(300),
    reviewer_title: optionalText(300),
    reviewer_company: optionalText(300),
    reviewer_profile_url: optionalUrl(),
    company_industry: optionalText(200),
    company_size: optionalText(100),
    company_country: optionalText(100),
    company_website: optionalUrl(),
  }),
);

export const reviewLine = fields.transform(({ author, ...line }) => ({
  ...line,
  reviewer_name: line.reviewer_name ?? author,
}));

export type ReviewLine = z.infer<typeof reviewLine>;

export const reviewerOf = (line: ReviewLine): Identity => ({
  name: line.reviewer_name,
  company: line.reviewer_company,
  companyWebsite: line.company_website,
  profileUrl: line.reviewer_profile_url,
  text: textKeyOf(line.platform, line.external_id),
});

/** The review of a person who was erased: the text stays, without the name. */
export function withoutReviewer(line: ReviewLine): ReviewLine {
  const names = line.reviewer_name === null ? [] : [line.reviewer_name];
  const masked = <Text extends string | null>(text: Text) => text && withoutNames(text, names);
  return {
    ...line,
    title: masked(line.title),
    text: withoutNames(line.text, names),
    likes: masked(line.likes),
    dislikes: masked(line.dislikes),
    reviewer_name: null,
    reviewer_title: null,
    reviewer_company: null,
    reviewer_profile_url: null,
    company_website: null,
  };
}

/** The layout of a file of reviews. */
export const reviewLayout: RecordLayout<ReviewLine> = {
  schema: reviewLine,
  fields: Object.keys(fields.out.shape).filter((field) => field !== 'author' && field !== 'earlier_ids'),
  required: ['external_id', 'platform', 'product_name', 'text'],
  insteadOf: { text: ANSWERS },
  ratings: ['rating'],
  times: ['published_at'],
  presets: REVIEW_PRESETS,
  answers: REVIEW_FORMATS,
  aliases: REVIEW_ALIASES,
  derivedId: {
    ...{
      field: 'external_id',
      address: 'review_url',
      from: ['platform', 'product_name', 'reviewer_name', 'text', 'likes', 'dislikes'],
    },
    earlier: { field: 'earlier_ids', from: ['platform', 'product_name', 'reviewer_name', 'published_at', 'text'] },
  },
};

/** Appends the answers to the text, unless the text contains them. */
function withAnswersInText(line: unknown): unknown {
  const record = line as Record<string, unknown>;
  if (typeof record.likes !== 'string' && typeof record.dislikes !== 'string') return line;
  const { text, ...rest } = record;
  const answers = ANSWERS.map((answer) => rest[answer]).filter((answer) => typeof answer === 'string');
  const start = typeof text === 'string' ? text : '';
  const whole = answers.reduce(
    (sum, answer) => (sum.includes(answer.trim()) ? sum : `${sum}\n\n${answer.trim()}`),
    start,
  );
  return { ...rest, text: whole.trimStart() };
}
