import { DATE_ALIASES } from '#market/imports/date.aliases.js';
import { parsedUrl } from '#platform/text/parsed.url.js';
import type { FieldSource, Preset, ReadColumn } from '#platform/files/record.layout.js';

/** The columns of a review in files that no preset recognizes. */
export const REVIEW_ALIASES: Readonly<Record<string, readonly string[]>> = {
  external_id: ['review id', 'id'],
  platform: ['source', 'site', 'review source'],
  product_name: ['product', 'app', 'app name', 'software'],
  product_maker: ['vendor', 'maker'],
  product_category: ['category'],
  text: ['review', 'review text', 'review content', 'comment', 'comments', 'body', 'content', 'feedback'],
  title: ['review title', 'headline', 'subject', 'summary'],
  likes: ['pros', 'like', 'liked', 'liked best', 'positives'],
  dislikes: ['cons', 'dislike', 'disliked', 'negatives'],
  rating: ['stars', 'star rating', 'overall rating', 'score'],
  published_at: ['review date', ...DATE_ALIASES],
  review_url: ['url', 'link', 'review link'],
  reviewer_name: ['reviewer', 'author', 'name', 'user', 'user name', 'username'],
  reviewer_title: ['job title', 'reviewer job title', 'role', 'position'],
  reviewer_company: ['company', 'company name', 'organization'],
  reviewer_profile_url: ['profile', 'profile url'],
  company_industry: ['industry', 'reviewer industry'],
  company_size: ['company size', 'employees'],
  company_country: ['country'],
};

const platform =
  (name: string): FieldSource =>
  () =>
    name;
const named = (...fields: string[]): Record<string, FieldSource> =>
  Object.fromEntries(fields.map((field) => [field, [field, ...(REVIEW_ALIASES[field] ?? [])]]));

/** Fields that business review sites export under the usual names. */
const BUSINESS = named(
  'external_id',
  'title',
  'rating',
  'published_at',
  'review_url',
  'reviewer_name',
  'reviewer_title',
  'reviewer_company',
  'company_industry',
  'company_size',
  'company_country',
);

/** The id of a review in the address that the Play Console links to. */
const playReviewId = (column: ReadColumn): unknown =>
  parsedUrl(textOf(column('Review Link')))?.searchParams.get('reviewId');

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Exports of other tools, recognized by their headers. */
export const REVIEW_PRESETS: readonly Preset[] = [
  {
    name: 'a G2 export',
    columns: ['What do you like best*', 'What do you dislike*'],
    fields: {
      ...BUSINESS,
      platform: platform('G2'),
      product_name: ['Product Name', 'Product'],
      likes: 'What do you like best*',
      dislikes: 'What do you dislike*',
      text: ['What problems*', 'What business problems*', 'Recommendations*', 'Review Text'],
      published_at: ['Submitted At', 'Review Date', 'Published At', 'Date'],
      company_size: ['Company Segment', 'Company Size'],
    },
  },
  {
    name: 'a Capterra export',
    columns: ['Overall Rating', 'Pros', 'Cons'],
    fields: {
      ...BUSINESS,
      platform: platform('Capterra'),
      product_name: ['Product Name', 'Product'],
      likes: 'Pros',
      dislikes: 'Cons',
      text: ['General Comments', 'Comments', 'Overall Comments', 'Review'],
      rating: 'Overall Rating',
      published_at: ['Review Date', 'Date Published', 'Published Date', 'Date'],
    },
  },
  {
    name: 'a Trustpilot export',
    columns: ['Review Id', 'Review Created (UTC)', 'Review Stars', 'Review Content'],
    fields: {
      external_id: 'Review Id',
      platform: platform('Trustpilot'),
      product_name: ['Webshop Name', 'Domain Url'],
      text: 'Review Content',
      title: 'Review Title',
      rating: 'Review Stars',
      published_at: 'Review Created (UTC)',
      review_url: (column) => `https://www.trustpilot.com/reviews/${encodeURIComponent(textOf(column('Review Id')))}`,
      reviewer_name: ['Review Username', 'Consumer Name'],
    },
  },
  {
    name: 'a Google Play Console export',
    columns: ['Package Name', 'Star Rating', 'Review Text', 'Review Submit Millis Since Epoch'],
    fields: {
      external_id: playReviewId,
      platform: platform('Google Play'),
      product_name: 'Package Name',
      text: 'Review Text',
      title: 'Review Title',
      rating: 'Star Rating',
      published_at: ['Review Last Update Millis Since Epoch', 'Review Submit Millis Since Epoch'],
      review_url: 'Review Link',
    },
  },
  {
    name: 'reviews of App Store Connect',
    columns: ['rating', 'body', 'reviewerNickname', 'createdDate'],
    fields: {
      external_id: 'id',
      platform: platform('App Store'),
      product_name: ['App Name', 'Product Name'],
      text: 'body',
      title: 'title',
      rating: 'rating',
      published_at: 'createdDate',
      reviewer_name: 'reviewerNickname',
    },
  },
  {
    name: 'a Zendesk export',
    columns: ['Id', 'Requester', 'Subject', 'Created at', 'Ticket type'],
    fields: {
      external_id: 'Id',
      platform: platform('Zendesk'),
      product_name: ['Brand', 'Product'],
      text: ['Description', 'Comment', 'Subject'],
      title: 'Subject',
      published_at: 'Created at',
      reviewer_name: 'Requester',
      reviewer_company: 'Organization',
    },
  },
  {
    name: 'an Intercom export',
    columns: ['Conversation ID', 'Conversation rating', 'Conversation rating remark'],
    fields: {
      external_id: 'Conversation ID',
      platform: platform('Intercom'),
      product_name: ['Product', 'Brand'],
      text: 'Conversation rating remark',
      rating: 'Conversation rating',
      published_at: ['Updated at*', 'Conversation started at*'],
      reviewer_name: 'User name',
      reviewer_company: 'Company name',
    },
  },
];
