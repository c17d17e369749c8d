import { group } from 'd3-array';
import type { VNode } from 'preact';
import { FAMILIES } from '#analysis/lexicon/families.js';
import { REST } from '#analysis/themes/theme.types.js';
import { creditsInWords } from '#accounts/credits/credit.words.js';
import type { ProductView } from '#market/products/products.operations.js';
import {
  type ComparisonOpening,
  MAX_COMPARED,
  type ProductComparison,
  type ProductInComparison,
  type ThemeOfProduct,
} from '#market/report-insights/product-comparison.operations.js';
import { generateReport } from '#market/reports/reports.operations.js';
import { Quadrant } from '../charts/quadrant.page.js';
import { Form, IfMay, Submit } from '../parts/parts.page.js';
import { HeatMap } from '../charts/heat-map.page.js';
import { ChartLinks } from './chart-links.page.js';
import { pointsIn, standingsIn } from './compare.points.js';
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
  /** How many of the chosen products do not exist any more. */
  gone: number;
  /** Null with fewer than two products. */
  comparison: ProductComparison | null;
}

/** Any products side by side: what hurts most, where one is worse than the others, and all kinds of problems. */
export function ComparePage({ query, chosen, others, areTooMany, gone, comparison }: ComparePageProps): VNode {
  return (
    <>
      <div class="head">
        <div>
          <h1>Compare products</h1>
          <p>{readIn(comparison)}</p>
        </div>
      </div>
      <details open={comparison === null || query !== ''} class="compare-picker">
        <summary>{chosen.length > 0 ? 'Choose other products' : 'Choose products'}</summary>
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
      </details>
      {areTooMany && <p class="notice">{`Only the first ${MAX_COMPARED} of the chosen products are compared.`}</p>}
      {gone > 0 && <p class="notice">{`${gone} of the chosen products ${gone === 1 ? 'is gone' : 'are gone'}.`}</p>}
      {comparison ? (
        <Result comparison={comparison} chosen={chosen} />
      ) : (
        <p class="quiet">Choose at least two products.</p>
      )}
    </>
  );
}

function readIn(comparison: ProductComparison | null): string {
  const texts = comparison?.products.reduce((sum, { texts_read }) => sum + (texts_read ?? 0), 0) ?? 0;
  return texts > 0
    ? `What users hold against each, from ${texts.toLocaleString('en')} texts.`
    : 'What users hold against each of them.';
}

type ResultProps = { comparison: ProductComparison } & Pick<ComparePageProps, 'chosen'>;

function Result({ comparison, chosen }: ResultProps): VNode {
  const { products, categories, shared_themes: shared } = comparison;
  const names = new Map(products.map(({ id, name }) => [id, name]));
  return (
    <>
      {products.map(
        (product) =>
          !hasReport(product) && (
            <NoReport key={product.id} product={product} view={chosen.find(({ id }) => id === product.id)} />
          ),
      )}
      {categories.length === 0 ? (
        <p class="quiet">There is nothing to compare: fewer than two of the products have a report with themes.</p>
      ) : (
        <>
          <Picture comparison={comparison} names={names} />
          <Comparison comparison={standingsIn(comparison)} />
          <ChartLinks
            address={`/app/compare/heat-map?ids=${products.map(({ id }) => id).join(',')}`}
            of="where each one stands"
          />
        </>
      )}
      {shared.length > 0 && <Shared comparison={comparison} />}
    </>
  );
}

const hasReport = ({ generated_at }: ProductInComparison): boolean => generated_at !== null;

/** A product about which the comparison can say nothing, with the way to its report. */
function NoReport({ product, view }: { product: ProductInComparison; view: ProductView | undefined }): VNode {
  const { id, name, status } = product;
  const state = status === 'generating' ? 'It is being generated.' : 'It has no reviews yet.';
  const canHave = status !== 'generating' && view !== undefined && view.reviews_count > 0;
  return (
    <div class="card row">
      <span>
        <bdi>{name}</bdi> has no report.{canHave ? '' : ` ${state}`}
      </span>
      {canHave && (
        <IfMay right="spend">
          <Form action={`/products/${id}/report`} className="inline">
            <button type="submit">{`Generate report · ${creditsInWords(generateReport.price)}`}</button>
          </Form>
        </IfMay>
      )}
    </div>
  );
}

interface Named {
  names: ReadonlyMap<string, string>;
}

/** How often by how costly, beside the places where one product is worse than all others. */
function Picture({ comparison, names }: { comparison: ProductComparison } & Named): VNode {
  const { products, openings } = comparison;
  const drawn = pointsIn(comparison);
  return (
    <div class="g12">
      <section class="c8">
        <div class="bar">
          <h2>What hurts most</h2>
          <span class="small faint">Up: those who name it give fewer stars. Right: more people name it.</span>
        </div>
        {drawn.length > 0 ? (
          <>
            <Quadrant
              title="Problems by how many name them and how many stars they cost"
              points={drawn}
              products={products.map((product) => (hasReport(product) ? product.name : null))}
            />
            <ChartLinks
              address={`/app/compare/chart?ids=${products.map(({ id }) => id).join(',')}`}
              of="what hurts most"
            />
          </>
        ) : (
          <p class="quiet">No text with stars names one of the problems.</p>
        )}
      </section>
      <section class="c4">
        <h2>Your openings</h2>
        {openings.length === 0 && (
          <p class="quiet">No product is worse than all others in a kind of problem, beyond chance.</p>
        )}
        {openings.map((opening) => (
          <Opening key={opening.category} opening={opening} names={names} />
        ))}
      </section>
    </div>
  );
}

function Opening({ opening: { category, worst, others }, names }: { opening: ComparisonOpening } & Named): VNode {
  const next = Math.max(0, ...others.map(({ per_hundred }) => per_hundred));
  const times = next > 0 ? `, ${(worst.per_hundred / next).toFixed(1)} times as many as of the next one` : '';
  return (
    <div class="opening">
      <span class="chip up" dir="auto">
        {names.get(worst.product_id)}
      </span>
      <b>{category}</b>
      <p class="quiet">{`${worst.per_hundred.toFixed(1)} of 100 texts${times}.`}</p>
    </div>
  );
}

/** More rows would make the page too large. */
const MAX_SHARED = 50;

/** The themes that several products have, on the scale of the kinds of problems: mentions per 100 texts. */
function Shared({ comparison: { products, shared_themes: shared } }: { comparison: ProductComparison }): VNode {
  const read = products.filter(({ texts_read }) => texts_read);
  const all = byFamily(shared.filter(({ family }) => family !== REST));
  const listed = all.slice(0, MAX_SHARED);
  return (
    <section>
      <h2>Themes that several of them share</h2>
      {all.length > MAX_SHARED && <p class="quiet">{`The first ${MAX_SHARED} of ${all.length}.`}</p>}
      <HeatMap
        caption="Mentions of a theme per 100 texts read"
        subject="Theme"
        products={read.map(({ id, name, texts_read }) => ({
          id,
          name,
          note: `${texts_read?.toLocaleString('en')} texts`,
        }))}
        rows={listed.map(([name, themes]) => ({
          name,
          values: read.map(({ id, texts_read }) => {
            const theme = themes.find(({ product_id }) => product_id === id);
            return theme && texts_read ? (100 * theme.total_mentions) / texts_read : null;
          }),
        }))}
      />
    </section>
  );
}

/** The themes of each family. Where its products have different names for it, it has that of the lexicon. */
function byFamily(themes: readonly ThemeOfProduct[]): [name: string, themes: ThemeOfProduct[]][] {
  return [...group(themes, ({ family }) => family)].map(([family, own]) => {
    const [first = ''] = own.map(({ category_name }) => category_name);
    const isOneName = own.every(({ category_name }) => category_name === first);
    const general = FAMILIES.find(({ key }) => key === family)?.names.en;
    return [isOneName ? first : (general ?? first), own];
  });
}
