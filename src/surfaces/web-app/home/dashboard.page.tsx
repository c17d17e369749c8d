import type { VNode } from 'preact';
import { planName } from '#accounts/teams/plans.js';
import type { ThemeDifference } from '#market/report-insights/report-history.operations.js';
import type { FirstStep, FollowedProduct, HomeView } from './home.reader.js';
import { bylineOf, OpportunityTitle } from '../opportunities/opportunity-parts.page.js';
import { Figures, Pager, Time } from '../parts/parts.page.js';
import { SearchForm } from '../reports/products.page.js';
import { reviewsIn } from '../reports/review-coverage.text.js';

/** The home page of a member: the first steps of a new team, then what is new. */
export function Dashboard({ view }: { view: HomeView }): VNode {
  const { account, steps, followed, opportunities, spending } = view;
  const { team, subscription, credits, watchlist } = account;
  return (
    <>
      <h1 dir="auto">{team.name}</h1>
      <Figures
        figures={[
          ['Credits left', <a href="/app/credits">{credits.balance.toLocaleString('en')}</a>],
          ['Spent this period', spending.spent.toLocaleString('en')],
          [
            'Expected for the period',
            spending.expected?.toLocaleString('en') ?? <span class="quiet">too early to say</span>,
          ],
          ['Next refill', credits.refill_on ? <Time at={credits.refill_on} /> : <span class="quiet">none</span>],
          ['Plan', <a href="/app/settings/plan">{planName(subscription.tier)}</a>],
        ]}
      />
      <SearchForm query="" />
      <FirstSteps steps={steps} />
      <div class="home-halves">
        <section>
          <h2>Followed products</h2>
          {followed.items.length === 0 ? (
            <p class="quiet">
              You follow no product yet. <a href="/products">Find one</a>, and what changes in its reviews appears here.
            </p>
          ) : (
            <ul class="home-list">
              {followed.items.map((each) => (
                <Followed key={each.product.id} followed={each} />
              ))}
            </ul>
          )}
          {watchlist.used > 0 && (
            <p class="quiet">
              {watchlist.used} of {watchlist.limit.toLocaleString('en')} products that the plan allows
            </p>
          )}
          <Pager pagination={followed.pagination} href={(page) => `/?page=${page}`} />
        </section>
        <NewOpportunities opportunities={opportunities} />
      </div>
    </>
  );
}

function FirstSteps({ steps }: { steps: FirstStep[] }): VNode | null {
  const done = steps.filter(({ isDone }) => isDone).length;
  if (done === steps.length) return null;
  return (
    <section class="card first-steps">
      <h2>
        First steps <span class="quiet">{`${done} of ${steps.length} done`}</span>
      </h2>
      <ul>
        {steps.map(({ label, href, isDone }) => (
          <li key={label} class={isDone ? 'done' : undefined}>
            <span aria-hidden="true">{isDone ? '✓' : '○'}</span>{' '}
            {isDone ? (
              <span>
                {label}
                <span class="unseen"> (done)</span>
              </span>
            ) : (
              <a href={href}>{label}</a>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Followed({ followed: { product, changes } }: { followed: FollowedProduct }): VNode {
  const { id, name, pain_points_report_generated_at: reportedAt, reviews_since_report: since } = product;
  return (
    <li>
      <h3>
        <a href={`/products/${id}`} dir="auto">
          {name}
        </a>
      </h3>
      <p class="quiet">
        {reportedAt ? (
          <>
            Report of <Time at={reportedAt} />
            {since > 0 && `; ${reviewsIn(since)} added, changed or removed since`}
          </>
        ) : (
          `No report yet; ${reviewsIn(product.reviews_count)}`
        )}
      </p>
      {changes && <p>{changesIn(changes)}</p>}
    </li>
  );
}

const SHOWN = [
  ['grown', 'Grown'],
  ['new', 'New'],
  ['shrunk', 'Shrunk'],
  ['gone', 'Gone'],
] as const;
const NAMED = 2;

/** The themes that changed between the last two reports, the most telling first. */
function changesIn(changes: readonly ThemeDifference[]): string {
  const parts = SHOWN.flatMap(([kind, word]) => {
    const names = changes.filter(({ change }) => change === kind).map(({ category_name }) => `“${category_name}”`);
    if (names.length === 0) return [];
    const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : '';
    return [`${word}: ${names.slice(0, NAMED).join(', ')}${more}.`];
  });
  return parts.length > 0 ? parts.join(' ') : 'No theme has changed since the report before.';
}

function NewOpportunities({ opportunities }: { opportunities: HomeView['opportunities'] }): VNode {
  if (!opportunities) {
    return (
      <section>
        <h2>Opportunities</h2>
        <p class="quiet">
          Reviews and posts whose writers look for something else come with a paid plan.{' '}
          <a href="/app/settings/plan">Compare the plans</a>
        </p>
      </section>
    );
  }
  const { items, count, isMore, since } = opportunities;
  const filter = since
    ? `?is_viewed=false&created_after=${encodeURIComponent(since.toISOString())}`
    : '?is_viewed=false';
  return (
    <section>
      <h2>{since ? 'Opportunities since your last visit' : 'The best opportunities'}</h2>
      {items.length === 0 && (
        <p class="quiet">
          {since ? (
            <>
              None since <Time at={since} minutes />. <a href="/app/opportunities">Open the opportunities</a>
            </>
          ) : (
            'None that you have not viewed.'
          )}
        </p>
      )}
      <ul class="home-list">
        {items.map((opportunity) => (
          <li key={opportunity.id}>
            <h3>
              <a href={`/app/opportunities/${opportunity.id}`} dir="auto">
                <OpportunityTitle title={opportunity.title} />
              </a>
            </h3>
            <p class="quiet">
              {opportunity.score} of 100 · <span dir="auto">{bylineOf(opportunity)}</span>
            </p>
          </li>
        ))}
      </ul>
      {items.length > 0 && (
        <p>
          <a href={`/app/opportunities${filter}`}>
            {`${isMore ? 'More than ' : 'All '}${count.toLocaleString('en')} that are not viewed`}
          </a>
        </p>
      )}
    </section>
  );
}
