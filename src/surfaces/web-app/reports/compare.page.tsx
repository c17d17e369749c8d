import type { VNode } from 'preact';
import type { ProductView } from '#market/products/products.operations.js';
import {
  MAX_COMPARED,
  type ProductComparison,
  type ThemeOfProduct,
} from '#market/report-insights/product-comparison.operations.js';
import { Submit } from '../parts/parts.page.js';
import { Comparison } from './comparison.page.js';
import { ProductNameInput } from './products.page.js';

interface ComparePageProps {
  query: string;
  /** The products that are chosen, in their order. */
  chosen: readonly ProductView[];
  /** Products with a report that can be chosen too. */
  others: readonly ProductView[];
  /** Whether more products were chosen than are compared. */
  areTooMany: boolean;
  /** Null with fewer than two products. */
  comparison: ProductComparison | null;
}

/** Any products side by side: what their reviewers complain about, and which themes they share. */
export function ComparePage({ query, chosen, others, areTooMany, comparison }: ComparePageProps): VNode {
  return (
    <>
      <h1>Compare products</h1>
      <form method="get" action="/app/compare">
        <div class="row">
          <ProductNameInput query={query} />
          <button type="submit">Search</button>
        </div>
        <fieldset class="compare-choices">
          <legend>{`Choose 2 to ${MAX_COMPARED} products with a report`}</legend>
          {[...chosen, ...others].map(({ id, name }) => (
            <label class="check" key={id}>
              <input type="checkbox" name="ids" value={id} checked={chosen.some((each) => each.id === id)} />{' '}
              <span dir="auto">{name}</span>
            </label>
          ))}
        </fieldset>
        <p>
          <Submit look="primary">Compare</Submit>
        </p>
      </form>
      {areTooMany && <p class="notice">{`Only the first ${MAX_COMPARED} of the chosen products are compared.`}</p>}
      {comparison ? <Result comparison={comparison} /> : <p class="quiet">Choose at least two products.</p>}
    </>
  );
}

function Result({
  comparison: { products, categories, shared_themes: shared },
}: {
  comparison: ProductComparison;
}): VNode {
  const read = products.map(({ reviews_read }) => reviews_read !== null && reviews_read > 0);
  const missing = products.filter((_, index) => !read[index]).map(({ name }) => name);
  const of = <Item,>(items: readonly Item[]): Item[] => items.filter((_, index) => read[index]);
  const names = new Map(products.map(({ id, name }) => [id, name]));
  return (
    <>
      {missing.length > 0 && <p class="notice">No report yet: {missing.join(', ')}.</p>}
      {categories.length === 0 ? (
        <p class="quiet">There is nothing to compare: fewer than two of the products have a report with themes.</p>
      ) : (
        <Comparison
          comparison={{
            products: of(products).map(({ id, name, reviews_read }) => ({ id, name, reviewsRead: reviews_read ?? 0 })),
            categories: categories.map(({ name, per_hundred }) => ({
              name,
              perHundred: of(per_hundred).map((rate) => rate ?? 0),
            })),
          }}
        />
      )}
      {shared.length > 0 && (
        <section>
          <h2>Themes that several of them share, with their mentions</h2>
          <ul>
            {byName(shared).map(([name, themes]) => (
              <li key={name}>
                {name}{' '}
                <span class="quiet">
                  {themes
                    .map(({ product_id, total_mentions }) => `${names.get(product_id)} ${total_mentions}`)
                    .join(', ')}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** The themes of the same name in any case, each under its first spelling. */
function byName(themes: readonly ThemeOfProduct[]): [name: string, themes: ThemeOfProduct[]][] {
  const groups = new Map<string, ThemeOfProduct[]>();
  for (const theme of themes) {
    const key = theme.category_name.toLowerCase();
    groups.set(key, [...(groups.get(key) ?? []), theme]);
  }
  return [...groups.values()].map((group) => [group[0]?.category_name ?? '', group]);
}
