import type { VNode } from 'preact';
import type { Switching, SwitchingProductCount } from '#market/report-insights/switching.operations.js';
import { reviewsIn } from './review-coverage.text.js';
import { QuoteBlock } from './theme-groups.page.js';

/** The most products of each list, and sentences of each product. */
const MOST_PRODUCTS = 5;
const MOST_SENTENCES = 2;

/** The products that people came from and leave for. Null without any. */
export function SwitchingSection({ switching }: { switching: Switching }): VNode | null {
  const { came_from, leaves_for } = switching;
  if (came_from.length + leaves_for.length === 0) return null;
  return (
    <section>
      <h2>Switching</h2>
      <div class="columns">
        <SwitchingList title="Came from" counts={came_from} />
        <SwitchingList title="Leave for" counts={leaves_for} />
      </div>
    </section>
  );
}

function SwitchingList({ title, counts }: { title: string; counts: readonly SwitchingProductCount[] }): VNode | null {
  if (counts.length === 0) return null;
  return (
    <div>
      <h3>{title}</h3>
      {counts.slice(0, MOST_PRODUCTS).map(({ product, reviews, evidence }) => (
        <details key={product.id}>
          <summary>
            <bdi>{product.name}</bdi> <span class="quiet">{reviewsIn(reviews)}</span>
          </summary>
          {evidence.slice(0, MOST_SENTENCES).map((quote) => (
            <QuoteBlock key={quote.quote_text} quote={quote} />
          ))}
          <p>
            <a href={`/products/${product.id}`}>
              What reviewers say about <bdi>{product.name}</bdi>
            </a>
          </p>
        </details>
      ))}
    </div>
  );
}
