import type { VNode } from 'preact';
import type { Competitors } from '#market/products/products.operations.js';
import type { ReportComparison } from '#market/report-reading/report.comparison.js';
import { clipped } from '#platform/text/clipped.text.js';
import { Table } from '../parts/parts.page.js';
import { ShareBar } from './charts.page.js';

/** A column is narrow. */
const MAX_NAME_LENGTH = 40;

interface ComparisonProps {
  comparison: ReportComparison;
  /** Whether only the first themes of each report are compared. */
  isPreview?: boolean;
  /** Whether it is the main content of its page. */
  isMain?: boolean;
}

/** Complaints by category for each product. All bars share one scale. */
export function Comparison({ comparison: { products, categories }, isPreview, isMain }: ComparisonProps): VNode {
  const most = Math.max(...categories.flatMap(({ perHundred }) => perHundred));
  return (
    <section class="comparison">
      {isMain ? <h2>Comparison</h2> : <h3>Comparison</h3>}
      <p class="quiet">
        {isPreview
          ? 'Mentions per 100 reviews, of the biggest themes of each product. A dash: not among them.'
          : 'Mentions per 100 reviews read. A dash: too few for a theme.'}
      </p>
      <div class="scroll" tabIndex={isMain ? 0 : undefined}>
        <table class="wide compared">
          <thead>
            <tr>
              <th scope="col">Complaints about</th>
              {products.map(({ id, name, reviewsRead }) => (
                <th scope="col" key={id}>
                  <a href={`/products/${id}`} dir="auto" title={name.length > MAX_NAME_LENGTH ? name : undefined}>
                    {clipped(name, MAX_NAME_LENGTH)}
                  </a>{' '}
                  <span class="quiet">{reviewsRead.toLocaleString('en')} reviews</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {categories.map(({ name, perHundred }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {perHundred.map((value, index) => (
                  <td key={products[index]?.id} data-label={clipped(products[index]?.name ?? '', MAX_NAME_LENGTH)}>
                    {value === 0 ? '–' : <ShareBar value={value} most={most} />}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

export function CompetitorTable({ competitors: { competitors } }: { competitors: Competitors }): VNode {
  if (competitors.length === 0) return <p class="quiet">No other product shares a category with this one.</p>;
  return (
    <section class="screen-only">
      <h2>Alternatives, most reviewed first</h2>
      <Table columns={['Product', 'Shared categories', 'Main pain point']}>
        {competitors.map((competitor) => (
          <tr key={competitor.id}>
            <td>
              <a href={`/products/${competitor.id}`}>{competitor.name}</a>
            </td>
            <td data-label="Shared categories">{competitor.shared_categories.join(', ')}</td>
            <td data-label="Main pain point">{competitor.pain_headline ?? 'no report yet'}</td>
          </tr>
        ))}
      </Table>
    </section>
  );
}
