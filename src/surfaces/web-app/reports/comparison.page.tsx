import type { VNode } from 'preact';
import type { Competitors } from '#market/products/products.operations.js';
import type { ReportComparison } from '#market/report-reading/report.comparison.js';
import { clipped } from '#platform/text/clipped.text.js';
import { Table } from '../parts/parts.page.js';
import { HeatMap } from '../charts/heat-map.page.js';

/** A column is narrow. */
const MAX_NAME_LENGTH = 40;

/** Complaints by category for each product, as a heat map. */
export function Comparison({ comparison: { products, categories } }: { comparison: ReportComparison }): VNode {
  return (
    <section class="comparison">
      <h2>Where each one stands</h2>
      <HeatMap
        caption="Mentions per 100 texts read"
        subject="Complaints about"
        products={products.map(({ id, name, textsRead }) => ({
          id,
          name: clipped(name, MAX_NAME_LENGTH),
          note: `${textsRead.toLocaleString('en')} texts`,
        }))}
        rows={rowsOf(categories)}
      />
    </section>
  );
}

/** The rows of the heat map. A kind of problem that nobody names has no rate. */
export const rowsOf = (categories: ReportComparison['categories']): { name: string; values: (number | null)[] }[] =>
  categories.map(({ name, perHundred }) => ({ name, values: perHundred.map((value) => (value === 0 ? null : value)) }));

/** The products in the same categories. */
export function CompetitorTable({ competitors: { competitors, product } }: { competitors: Competitors }): VNode {
  if (competitors.length === 0) {
    return (
      <p class="quiet">
        No other product shares a category with this one.{' '}
        <a class="screen-only" href={`/app/compare?ids=${product.id}`}>
          Choose products to compare it with
        </a>
      </p>
    );
  }
  return (
    <section class="screen-only">
      <h2>Alternatives, most reviewed first</h2>
      <Table columns={['Product', 'Shared categories', 'Main problem']}>
        {competitors.map((competitor) => (
          <tr key={competitor.id}>
            <td>
              <a href={`/products/${competitor.id}`}>{competitor.name}</a>
            </td>
            <td data-label="Shared categories">{competitor.shared_categories.join(', ')}</td>
            <td data-label="Main problem">{competitor.pain_headline ?? 'no report yet'}</td>
          </tr>
        ))}
      </Table>
    </section>
  );
}
