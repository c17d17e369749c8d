import type { VNode } from 'preact';
import type { Report } from '#market/report-reading/report.content.js';

/** The name of a product, what it is, and what it does. Each category leads to its products. */
export function ProductTitle({
  report: { product },
  categories = [],
}: {
  report: Report;
  categories?: string[];
}): VNode {
  return (
    <div class="report-title">
      <h1 dir="auto">{product.name}</h1>
      <p class="quiet">
        {categories.map((category, index) => (
          <>
            {index > 0 && ', '}
            <a href={`/products?${new URLSearchParams({ category })}`}>{category}</a>
          </>
        ))}
        {categories.length > 0 && product.description && ' · '}
        <span dir="auto">{product.description}</span>
      </p>
    </div>
  );
}
