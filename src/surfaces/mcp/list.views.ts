import type { Type } from '@nestjs/common';
import { clipped } from '#platform/text/clipped.text.js';
import { Competitors, ProductView } from '#market/products/products.operations.js';
import { ThemeMention } from '#market/report-reading/theme-mentions.operations.js';
import { inlineSchemaOf, type JsonSchema } from '#platform/operations/json-schema.js';
import { OpportunityDetail } from '#workspace/opportunities/opportunity.dto.js';
import { SavedPitch } from '#workspace/pitches/pitches.operations.js';
import { MatchView } from '#workspace/saved-searches/matches.operations.js';
import { SavedSearchView, SearchPreview } from '#workspace/saved-searches/saved-searches.operations.js';
import { LedgerEntry } from '#workspace/usage/usage.operations.js';
import { briefSchema, summariesOf } from './tool.view.js';

const MAX_NAME_LENGTH = 30;
const MAX_TITLE_LENGTH = 70;
/** Leaves room for the first sentence about a product. */
const PRODUCT_LIMIT = 380;
const MENTION_LIMIT = 400;

const text: JsonSchema = { type: 'string' };
const textOrNull: JsonSchema = { anyOf: [text, { type: 'null' }] };

/** Products in short: without the logo if space is short. */
export const productSummaries = summariesOf(ProductView, {
  more: 'description, logo_url',
  yielding: ['logo_url', 'description', 'categories', 'by', 'name'],
  limit: PRODUCT_LIMIT,
});

export const competitorSummaries = summariesOf(Competitors, {
  list: 'competitors',
  more: 'categories, logo_url',
  yielding: ['logo_url', 'categories', 'pain_headline', 'shared_categories', 'name'],
});

/** Pitches in short: the beginning of the drafts. */
export const pitchSummaries = summariesOf(SavedPitch, {
  more: 'markdown (the whole drafts), features, app_url',
  properties: schemasOf(SavedPitch, ['id', 'opportunity_id', 'channels', 'created_at', 'markdown']),
  yielding: ['markdown', 'channels'],
});

const ESSENCE = {
  date: { ...text, description: 'Day of the review or post' },
  product: text,
  company: text,
  // Also a field of REST, where it may be null.
  signal: { ...textOrNull, description: 'The need, or else the main problem' },
  quote: { ...text, description: 'The sentence that states it. Verbatim, may be cut' },
};
/** What must show remains at the end: the need, the company and the beginning of the sentence. */
const YIELDING = ['quote', 'title', 'date', 'product'];
/** Twenty opportunities fit into 8,000 characters. */
const OPPORTUNITY_LIMIT = 360;

const inShort = {
  derive: (item: object) => essenceOf(item as OpportunityDetail),
  properties: {
    ...schemasOf(OpportunityDetail, ['id', 'title', 'score', 'source', 'status', 'frustration_tier']),
    ...ESSENCE,
  },
  yielding: YIELDING,
  limit: OPPORTUNITY_LIMIT,
};

/** Opportunities in short: the fields that decide whether to read one in full. */
export const opportunitySummaries = summariesOf(OpportunityDetail, {
  more: 'review, mention, review.reviewer_name, created_at',
  ...inShort,
});

/** The counts of a search with opportunities in short. */
export const previewSummary = summariesOf(SearchPreview, { list: 'sample', more: 'review, mention', ...inShort });

/** Matches in short, with the fields that decide whether to read the opportunity in full. */
export const matchSummaries = summariesOf(MatchView, {
  more: 'opportunity.review, opportunity.mention',
  derive: ({ opportunity }) => {
    const { id: opportunity_id, score } = opportunity as OpportunityDetail;
    return { opportunity_id, score, ...essenceOf(opportunity as OpportunityDetail) };
  },
  properties: {
    ...schemasOf(MatchView, ['matched_at', 'updated', 'relevant']),
    opportunity_id: text,
    ...schemasOf(OpportunityDetail, ['title', 'score']),
    ...ESSENCE,
  },
  yielding: YIELDING,
  limit: OPPORTUNITY_LIMIT,
});

export const searchSummaries = summariesOf(SavedSearchView, {
  more: 'filters, deliver, created_by',
  properties: schemasOf(SavedSearchView, ['id', 'name', 'is_enabled', 'matches_7_days', 'last_matched_at']),
  yielding: ['name'],
});

/** Mentions of a theme in short: the quote and its source. */
export const mentionSummaries = summariesOf(ThemeMention, {
  more: 'review_id, answer, strength',
  properties: schemasOf(ThemeMention, ['quote_text', 'platform', 'source_url', 'review_date', 'rating']),
  yielding: ['source_url', 'quote_text'],
  limit: MENTION_LIMIT,
});

/** Entries of the ledger in short. */
export const entrySummaries = summariesOf(LedgerEntry, {
  more: 'credential, thing, pools, purchase_id, request_id',
  properties: schemasOf(LedgerEntry, [
    ...['position', 'kind', 'amount', 'balance_after', 'action', 'reason', 'created_at'],
  ]),
  yielding: ['reason', 'action'],
});

/**
 * The fields of an opportunity that only its summary has. A field without a value is left out, and so is the title where
 * a sentence says more.
 */
function essenceOf(opportunity: OpportunityDetail): Record<string, string | undefined> {
  const { title, review, mention, created_at, evidence } = opportunity;
  const analysis = review?.pain_points_analysis ?? mention?.pain_points;
  const [signal] = analysis?.buying_signals ?? [];
  const [problem] = analysis?.items ?? [];
  const need = evidence.find(({ kind }) => kind === 'need');
  const quote = need?.text ?? signal?.evidence ?? problem?.quote ?? mention?.text ?? undefined;
  const company = review ? review.reviewer_company : mention?.author_company_name;
  const product = (review ?? mention)?.product?.name;
  return {
    title: quote === undefined ? clipped(title, MAX_TITLE_LENGTH) : undefined,
    date: (review?.published_at ?? mention?.posted_at ?? created_at).slice(0, 10),
    product: product && clipped(product, MAX_NAME_LENGTH),
    company: (company ?? undefined) && clipped(company ?? '', MAX_NAME_LENGTH),
    signal: opportunity.signal ?? problem?.theme,
    quote,
  };
}

function schemasOf(type: Type<object>, names: readonly string[]): Record<string, JsonSchema> {
  const { properties = {} } = briefSchema(inlineSchemaOf(type));
  return Object.fromEntries(Object.entries(properties).filter(([name]) => names.includes(name)));
}
