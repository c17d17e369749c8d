import { CONTACT_KINDS, type ContactMask, contactMaskOf } from '#analysis/contacts/contact.mask.js';
import type { Quote } from './theme.dto.js';

/** A quoted review. */
export interface QuoteSource {
  id: string;
  text: string;
  likes: string | null;
  dislikes: string | null;
  rating: number | null;
  platform: string;
  review_url: string | null;
  published_at: Date | null;
  /** Never quoted. Read to hide its address in the quotes. */
  reviewer_profile_url: string | null;
}

/** A quoted review, with the mask of its contact data. */
export interface MaskedSource {
  review: QuoteSource;
  mask: ContactMask;
}

/** A review with the mask of its contact data. */
export const maskedSourceOf = (review: QuoteSource): MaskedSource => ({
  review,
  mask: contactMaskOf(review.text, CONTACT_KINDS, review.reviewer_profile_url),
});

/** A verbatim slice of a review as a quote, with contact data hidden; null if the review does not contain it. */
export function quoteOf(quoteText: string, source: MaskedSource | undefined): Quote | null {
  if (!source || quoteText === '' || !source.review.text.includes(quoteText)) return null;
  const { review, mask } = source;
  return {
    quote_text: mask(quoteText),
    platform: review.platform,
    source_url: review.review_url ?? '',
    review_date: review.published_at?.toISOString() ?? '',
  };
}
