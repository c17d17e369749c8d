import type { SwitchDirection } from '#analysis/switch.finder.js';
import { maskedSourceOf, quoteOf, type QuoteSource } from './quote.source.js';
import type { SwitchingEdge } from './switch.collector.js';
import type { Quote } from './theme.dto.js';

/** An edge as a report stores it. */
export interface StoredSwitching {
  direction: SwitchDirection;
  /** The other product. */
  product_id: string;
  reviews: number;
  evidence: Quote[];
}

const MAX_EDGES = 50;
const MAX_EVIDENCE = 5;

/** The edges that a report stores, with the reviews of their evidence. */
export const storedEdges = (edges: readonly SwitchingEdge[]): SwitchingEdge[] => edges.slice(0, MAX_EDGES);

/** The ids of the reviews that may be quoted. */
export const evidenceIds = (edges: readonly SwitchingEdge[]): string[] => [
  ...new Set(edges.flatMap(({ reviewIds }) => reviewIds.slice(0, MAX_EVIDENCE))),
];

/** Composes edges with verbatim sentences of the reviews, with contact data hidden. */
export function composeSwitching(edges: readonly SwitchingEdge[], reviews: readonly QuoteSource[]): StoredSwitching[] {
  const sources = new Map(reviews.map((review) => [review.id, maskedSourceOf(review)]));
  return edges.map(({ direction, product_id, reviewIds, sentences }) => ({
    direction,
    product_id,
    reviews: reviewIds.length,
    evidence: reviewIds
      .slice(0, MAX_EVIDENCE)
      .flatMap((id, index) => quoteOf(sentences[index] ?? '', sources.get(id)) ?? []),
  }));
}
