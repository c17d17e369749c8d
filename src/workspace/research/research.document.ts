import type { PainPointsReport } from '#market/report-reading/pain-points.operations.js';
import type { Quote, Theme } from '#market/reports/theme.dto.js';
import type { OpportunityDetail } from '#workspace/opportunities/opportunity.dto.js';

/** The longest text of a document, in characters. Clients cut longer results. */
const MAX_TEXT_LENGTH = 30_000;
const MAX_QUOTES = 5;

const perHundred = (share: number): string => `${Math.round(share * 1_000) / 10} of 100 texts read`;

const sourceOf = ({ platform, review_date, source_url }: Quote): string =>
  [platform, review_date.slice(0, 10), source_url].filter(Boolean).join(', ');

const quoteLines = (quote: Quote): string => `> ${quote.quote_text}\n> (${sourceOf(quote)})`;

function themeText(theme: Theme, quotes: number): string {
  const { category_name, share, trend, business_impact, total_mentions, variants } = theme;
  return [
    `## ${category_name}`,
    `${total_mentions} mentions, ${perHundred(share)}. Trend: ${trend}. Impact: ${business_impact}.`,
    ...(variants.length > 0 ? [`Variants: ${variants.map(({ name }) => name).join(', ')}.`] : []),
    ...theme.quotes.slice(0, quotes).map(quoteLines),
  ].join('\n\n');
}

/** A report as Markdown, with fewer quotes of each theme if it would be too long. */
export function reportText({ product, summary, themes, status }: PainPointsReport): string {
  const head = `# What reviewers dislike about ${product.name}\n\n${summary || `There is no report (${status}).`}`;
  for (let quotes = MAX_QUOTES; ; quotes--) {
    const text = [head, ...themes.map((theme) => themeText(theme, quotes))].join('\n\n');
    if (text.length <= MAX_TEXT_LENGTH || quotes === 0) return text.slice(0, MAX_TEXT_LENGTH);
  }
}

/** The review or post of an opportunity as Markdown, with what it states. */
export function opportunityText({ title, score_reasons, review, mention }: OpportunityDetail): string {
  const writer = review
    ? [review.reviewer_name, review.reviewer_title, review.reviewer_company]
    : [mention?.author_name, mention?.author_title, mention?.author_company_name];
  const analysis = review?.pain_points_analysis ?? mention?.pain_points;
  const said = [
    ...(analysis?.buying_signals ?? []).map(({ type, evidence }) => `- ${type}: “${evidence}”`),
    ...(analysis?.items ?? []).map(({ theme, quote }) => `- ${theme}: “${quote}”`),
  ];
  return [
    `# ${title}`,
    `Written by: ${writer.filter(Boolean).join(', ') || 'unknown'}. ${score_reasons.join('. ')}.`,
    review?.text ?? mention?.text ?? '',
    ...(said.length > 0 ? [`## What it states\n\n${said.join('\n')}`] : []),
  ]
    .join('\n\n')
    .slice(0, MAX_TEXT_LENGTH);
}
