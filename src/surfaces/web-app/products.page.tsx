import type { VNode } from 'preact';
import type { ProductView } from '#market/products/products.operations.js';
import type { Page } from '#platform/operations/operation.result.js';
import { Badge, Pager } from './parts.page.js';
import { reviewsIn } from './report.page.js';

export function SearchForm({ query }: { query: string }): VNode {
  return (
    <form class="row" method="get" action="/products" role="search">
      <input
        type="search"
        name="query"
        value={query}
        maxLength={200}
        aria-label="Product name"
        placeholder="Product name"
      />
      <button class="primary" type="submit">
        Search
      </button>
    </form>
  );
}

interface ProductCardsProps {
  products: readonly ProductView[];
  /** Members also see that a report failed. */
  isMember: boolean;
}

export function ProductCards({ products, isMember }: ProductCardsProps): VNode {
  return (
    <ul class="cards">
      {products.map((product) => (
        <li class="card product-card" key={product.id}>
          <h2 class="title">
            <a href={`/products/${product.id}`} dir="auto">
              {product.name}
            </a>
          </h2>
          <p class="quiet">
            {[product.by, product.categories.join(', '), reviewsIn(product.reviews_count)].filter(Boolean).join(' · ')}
          </p>
          {product.description && <p dir="auto">{shorten(product.description)}</p>}
          <ReportBadge product={product} isMember={isMember} />
        </li>
      ))}
    </ul>
  );
}

function ReportBadge({ product, isMember }: { product: ProductView; isMember: boolean }): VNode {
  const status = product.pain_points_report_status;
  if (status === 'generating') return <Badge tone="wait">Report in progress</Badge>;
  if (status === 'failed' && isMember) return <Badge tone="bad">Last report failed</Badge>;
  if (product.pain_points_report_generated_at !== null) return <Badge tone="good">Report ready</Badge>;
  return <Badge>No report yet</Badge>;
}

interface ProductListProps {
  query: string;
  /** Whether only products with a report are listed. */
  isReported: boolean;
  page: Page<ProductView>;
  /** Products of similar names, if nothing was found. */
  meant: readonly ProductView[];
  isMember: boolean;
}

/** The results of a product search. */
export function ProductList({ query, isReported, page, meant, isMember }: ProductListProps): VNode {
  const href = (number: number): string =>
    `/products?${new URLSearchParams({ ...(query && { query }), ...(isReported && { view: 'reported' }), page: String(number) })}`;
  return (
    <>
      <div class="inbox-head">
        <h1>{query ? `Products matching “${query}”` : 'Most reviewed products'}</h1>
        {!query && (
          <nav class="views" aria-label="Views">
            <a href="/products" aria-current={isReported ? undefined : 'page'}>
              All
            </a>
            <a href="/products?view=reported" aria-current={isReported ? 'page' : undefined}>
              With a report
            </a>
          </nav>
        )}
      </div>
      <SearchForm query={query} />
      {page.items.length > 0 ? (
        <ProductCards products={page.items} isMember={isMember} />
      ) : (
        <NothingFound query={query} meant={meant} />
      )}
      <Pager pagination={page.pagination} href={href} />
    </>
  );
}

function NothingFound({ query, meant }: Pick<ProductListProps, 'query' | 'meant'>): VNode {
  if (!query) return <p>There are no products yet.</p>;
  return (
    <>
      {meant.length > 0 && (
        <p>
          Did you mean{' '}
          {meant.map(({ id, name }, index) => (
            <>
              {index > 0 && (index === meant.length - 1 ? ' or ' : ', ')}
              <a key={id} href={`/products/${id}`} dir="auto">
                {name}
              </a>
            </>
          ))}
          ?
        </p>
      )}
      <p>
        No product called “{query}”. Check the spelling, or see the <a href="/products">most reviewed products</a>.
      </p>
    </>
  );
}

const shorten = (text: string): string => (text.length > 160 ? `${text.slice(0, 157).trimEnd()}…` : text);
