import type { VNode } from 'preact';
import type { ProductView } from '#market/products/products.operations.js';
import type { ProductFilter } from '#market/products/products.service.js';
import type { ReviewDates } from '#market/report-reading/review-coverage.service.js';
import type { Page } from '#platform/operations/operation.result.js';
import { clippedAtWord } from '#platform/text/clipped.text.js';
import { Chips } from '../parts/filter-chips.page.js';
import { Badge, BeyondLastPage, Pager } from '../parts/parts.page.js';
import { datedReviewsIn } from './review-coverage.text.js';

const MAX_DESCRIPTION_LENGTH = 160;

/** The field of a form that finds products by name. */
export function ProductNameInput({ query }: { query: string }): VNode {
  return (
    <input
      type="search"
      name="query"
      value={query}
      maxLength={200}
      aria-label="Product name"
      placeholder="Product name"
    />
  );
}

interface ProductCardsProps {
  products: readonly ProductView[];
  /** The dates of their reviews, by id of the product. */
  dates: ReadonlyMap<string, ReviewDates>;
  /** Members also see that a report failed. */
  isMember: boolean;
}

export function ProductCards({ products, dates, isMember }: ProductCardsProps): VNode {
  return (
    <ul class="cards">
      {products.map((product) => (
        <li class="card product-card" key={product.id}>
          <h2 class="title">
            <a href={`/products/${product.id}`} dir="auto">
              {product.name}
            </a>
          </h2>
          {(product.by || product.categories.length > 0) && (
            <p class="quiet">{[product.by, product.categories.join(', ')].filter(Boolean).join(' · ')}</p>
          )}
          <p class="quiet">{datedReviewsIn(product.reviews_count, dates.get(product.id))}</p>
          {product.description && <p dir="auto">{clippedAtWord(product.description, MAX_DESCRIPTION_LENGTH)}</p>}
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

/** The query of the list. */
export interface ProductsAsked extends ProductFilter {
  query: string;
}

interface ProductListProps {
  asked: ProductsAsked;
  /** The categories that are offered. */
  categories: readonly string[];
  page: Page<ProductView>;
  dates: ReadonlyMap<string, ReviewDates>;
  /** Products of similar names, if nothing was found. */
  meant: readonly ProductView[];
  isMember: boolean;
}

/** The results of a product search. */
export function ProductList({ asked, categories, page, dates, meant, isMember }: ProductListProps): VNode {
  const { query } = asked;
  return (
    <>
      <h1>{query ? `Products matching “${query}”` : 'Most reviewed products'}</h1>
      <ProductFilters asked={asked} categories={categories} />
      <ProductChips asked={asked} />
      {page.items.length > 0 && (
        <>
          <ProductCards products={page.items} dates={dates} isMember={isMember} />
          <Pager pagination={page.pagination} href={(number) => addressOf(asked, number)} />
        </>
      )}
      {page.items.length === 0 && page.pagination.page === 1 && <NothingFound asked={asked} meant={meant} />}
      {page.items.length === 0 && page.pagination.page > 1 && (
        <p class="empty">
          <BeyondLastPage href={addressOf(asked)} />
        </p>
      )}
    </>
  );
}

/** A category that the address asks for is offered even if it is rare. */
function ProductFilters({ asked, categories }: Pick<ProductListProps, 'asked' | 'categories'>): VNode {
  const { query, category, isReported } = asked;
  const offered = category === null || categories.includes(category) ? categories : [category, ...categories];
  return (
    <form class="filters product-filters" method="get" action="/products" role="search" data-auto="">
      <ProductNameInput query={query} />
      <select name="category" aria-label="Category">
        <option value="">Any category</option>
        {offered.map((each) => (
          <option key={each} value={each} selected={each === category}>
            {each}
          </option>
        ))}
      </select>
      <button type="submit">Search</button>
      <label class="check">
        <input type="checkbox" name="view" value="reported" checked={isReported} /> With a report
      </label>
    </form>
  );
}

function ProductChips({ asked }: Pick<ProductListProps, 'asked'>): VNode | null {
  const { query, category, isReported } = asked;
  const chips = [
    ...(category === null ? [] : [[`Category: ${category}`, addressOf({ ...asked, category: null })] as const]),
    ...(isReported ? [['With a report', addressOf({ ...asked, isReported: false })] as const] : []),
  ];
  if (chips.length === 0) return null;
  return <Chips chips={chips} allHref={addressOf({ query, category: null, isReported: false })} />;
}

function addressOf({ query, category, isReported }: ProductsAsked, page = 1): string {
  const parameters = new URLSearchParams({
    ...(query && { query }),
    ...(category !== null && { category }),
    ...(isReported && { view: 'reported' }),
    ...(page > 1 && { page: String(page) }),
  });
  return parameters.size > 0 ? `/products?${parameters}` : '/products';
}

function NothingFound({ asked, meant }: Pick<ProductListProps, 'asked' | 'meant'>): VNode {
  const { query, category, isReported } = asked;
  if (category !== null || isReported) return <p class="empty">No product matches all filters.</p>;
  if (!query) return <p class="empty">There are no products yet.</p>;
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
