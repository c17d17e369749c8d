import { findSwitches, type SwitchClaim, type SwitchDirection } from '#analysis/switch.finder.js';

/** An edge of a report: its reviewers came from, or leave for, another product. */
export interface SwitchingEdge {
  direction: SwitchDirection;
  /** The other product. */
  product_id: string;
  reviewIds: string[];
  /** One sentence per review, in the order of `reviewIds`. */
  sentences: string[];
}

type ReviewClaim = SwitchClaim & { reviewId: string };

/** Collects the claims of a product's reviews about other products. */
export class SwitchCollector {
  private readonly claims: ReviewClaim[] = [];

  add(reviews: readonly { id: string; text: string }[]): void {
    for (const { id, text } of reviews) {
      for (const claim of findSwitches(text)) this.claims.push({ ...claim, reviewId: id });
    }
  }

  /** Phrases that may be names of products. */
  get names(): string[] {
    return [...new Set(this.claims.flatMap(({ names }) => names))];
  }

  /**
   * The edges to known products, most reviews first. A review counts once per edge. A sentence that names two other
   * products counts for neither. `products` has the ids by name.
   */
  edgesOf(productId: string, products: ReadonlyMap<string, string>): SwitchingEdge[] {
    const known = this.claims.flatMap((claim) => {
      const other = claim.names.map((name) => products.get(name)).find((id) => id !== undefined);
      return other === undefined ? [] : [{ ...claim, other }];
    });
    const others = new Map<string, Set<string>>();
    const keyOf = ({ reviewId, sentence }: ReviewClaim): string => `${reviewId} ${sentence}`;
    for (const claim of known) others.set(keyOf(claim), (others.get(keyOf(claim)) ?? new Set()).add(claim.other));
    const edges = new Map<string, SwitchingEdge>();
    for (const claim of known) {
      const { direction, other, reviewId, sentence } = claim;
      const named = others.get(keyOf(claim)) ?? new Set();
      if (other === productId || (named.size > 1 && !named.has(productId))) continue;
      const edge = edges.get(`${direction} ${other}`) ?? { direction, product_id: other, reviewIds: [], sentences: [] };
      // The claims of a review follow one another.
      if (edge.reviewIds.at(-1) === reviewId) continue;
      edge.reviewIds.push(reviewId);
      edge.sentences.push(sentence);
      edges.set(`${direction} ${other}`, edge);
    }
    return [...edges.values()].sort(
      (a, b) => b.reviewIds.length - a.reviewIds.length || (a.product_id < b.product_id ? -1 : 1),
    );
  }
}
