import { rollup } from 'd3-array';
import type { MentionDraft } from '#analysis/analysis.types.js';
import { maskedSourceOf, type QuoteSource } from './quote.source.js';
import type { Answer } from './theme.dto.js';

/** The mentions of a theme, as drafted. */
export interface MentionsOfTheme {
  theme_id: string;
  mentions: readonly MentionDraft[];
}

/** A mention as it is stored. `position` counts from 0, the strongest mention of its theme first. */
export interface MentionRow {
  theme_id: string;
  position: number;
  review_id: string;
  quote_text: string;
  strength: number;
  answer: Answer | null;
  rating: number | null;
  platform: string;
  source_url: string | null;
  review_date: Date | null;
  /** The names of the variants that the review names. */
  variants: string[];
}

/** The mentions of all themes in batches, each with the ids of its reviews. */
export function* mentionBatches(themes: readonly MentionsOfTheme[], size: number): Generator<PlacedMention[]> {
  const byReview = new Map<string, PlacedMention[]>();
  for (const { theme_id, mentions } of themes) {
    mentions.forEach((mention, position) => {
      const placed = { ...mention, theme_id, position };
      const known = byReview.get(mention.reviewId);
      if (known) known.push(placed);
      else byReview.set(mention.reviewId, [placed]);
    });
  }
  const reviews = [...byReview.values()];
  for (let start = 0; start < reviews.length; start += size) yield reviews.slice(start, start + size).flat();
}

/** A drafted mention with its theme and its place in it. */
export type PlacedMention = MentionDraft & Pick<MentionRow, 'theme_id' | 'position'>;

/**
 * Composes mentions with their reviews. Contact data in quotes is hidden. A quote that is not a verbatim part of its
 * review is left empty; a mention whose review is gone stays, because the theme counts it.
 */
export function composeMentions(placed: readonly PlacedMention[], reviews: readonly QuoteSource[]): MentionRow[] {
  const sources = new Map(reviews.map((review) => [review.id, maskedSourceOf(review)]));
  return placed.map(({ theme_id, position, reviewId, quoteText, strength, variants }) => {
    const { review, mask } = sources.get(reviewId) ?? {};
    const quote = review?.text.includes(quoteText) ? quoteText : '';
    return {
      theme_id,
      position,
      review_id: reviewId,
      quote_text: quote && mask ? mask(quote) : '',
      strength,
      answer: review && quote !== '' ? answerWith(quote, review) : null,
      rating: review?.rating ?? null,
      platform: review?.platform ?? '',
      source_url: review?.review_url ?? null,
      review_date: review?.published_at ?? null,
      variants: [...variants],
    };
  });
}

/** How many mentions of each theme are of reviews with a rating. */
export const ratedByTheme = (mentions: readonly MentionRow[]): Map<string, number> =>
  rollup(
    mentions,
    (ofTheme) => ofTheme.filter(({ rating }) => rating !== null).length,
    ({ theme_id }) => theme_id,
  );

function answerWith(quote: string, { likes, dislikes }: QuoteSource): Answer | null {
  if (dislikes?.includes(quote)) return 'dislikes';
  return likes?.includes(quote) ? 'likes' : null;
}
