import type { VNode } from 'preact';
import type { ThemeDifference } from '#market/report-insights/report-history.operations.js';
import type { FirstStep, FollowedProduct, HomeView } from './home.reader.js';
import { bylineOf, OpportunityTitle } from '../opportunities/opportunity-parts.page.js';
import { Pager, Time } from '../parts/parts.page.js';
import { reviewsIn } from '../reports/review-coverage.text.js';

const TODAY = new Intl.DateTimeFormat('en', { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' });

/** The home page of a member: what is next, the people that were found, and the followed products. */
export function Dashboard({ view }: { view: HomeView }): VNode {
  const { account, steps, followed, opportunities } = view;
  const { team, watchlist } = account;
  return (
    <>
      <div class="head">
        <div>
          <h1 dir="auto">{team.name}</h1>
          <p>
            {TODAY.format(new Date())}
            {opportunities?.since && (
              <>
                {'. '}You were here <Time at={opportunities.since} minutes />.
              </>
            )}
          </p>
        </div>
      </div>
      <div class="g12">
        <div class="c8">
          <Next view={view} />
          <NewOpportunities opportunities={opportunities} />
        </div>
        <div class="c4 home-side">
          <section class="card">
            <h2>Products you follow</h2>
            {followed.items.length === 0 ? (
              <p class="quiet">
                You follow no product yet. <a href="/products">Find one</a>, and what changes in its reviews appears
                here.
              </p>
            ) : (
              <ul class="home-list">
                {followed.items.map((each) => (
                  <Followed key={each.product.id} followed={each} />
                ))}
              </ul>
            )}
            {watchlist.used > 0 && (
              <p class="hint">
                {watchlist.used} of {watchlist.limit.toLocaleString('en')} products that the plan allows
              </p>
            )}
            <Pager pagination={followed.pagination} href={(page) => `/?page=${page}`} />
          </section>
          <FirstSteps steps={steps} />
        </div>
      </div>
    </>
  );
}

interface Todo {
  count: number;
  text: string;
  hint: string;
  href: string;
  word: string;
}

/** At most three things to do, the most urgent first. */
function todosOf({ opportunities, followed, steps }: HomeView): Todo[] {
  const changed = followed.items.filter(({ product }) => product.reviews_since_report > 0);
  const [first] = changed;
  const [step] = steps.filter(({ isDone }) => !isDone);
  return [
    ...(opportunities && opportunities.count > 0
      ? [
          {
            count: opportunities.count,
            text: opportunities.since
              ? 'Look through the people found since your last visit'
              : 'Look through new people',
            hint: 'The best first; most decisions take one key.',
            href: '/app/opportunities',
            word: 'Start',
          },
        ]
      : []),
    ...(first
      ? [
          {
            count: first.product.reviews_since_report,
            text: `${first.product.name}: reviews that its report has not read`,
            hint:
              changed.length > 1
                ? `${changed.length} products have new reviews.`
                : 'A new report shows what they change.',
            href: `/products/${first.product.id}`,
            word: 'Open',
          },
        ]
      : []),
    ...(step
      ? [
          {
            count: steps.filter(({ isDone }) => !isDone).length,
            text: step.label,
            hint: 'The next of the first steps.',
            href: step.href,
            word: 'Do it',
          },
        ]
      : []),
  ];
}

/** Things to do, each with its number and one button. Null when nothing waits. */
function Next({ view }: { view: HomeView }): VNode | null {
  const todos = todosOf(view);
  if (todos.length === 0) return null;
  return (
    <section>
      <h2>Next</h2>
      <ol class="todo">
        {todos.map(({ count, text, hint, href, word }, at) => (
          <li key={text}>
            <b class="no">{count > 999 ? '999+' : count}</b>
            <span>
              <b>{text}</b>
              <br />
              <span class="quiet">{hint}</span>
            </span>
            <a class={at === 0 ? 'button primary' : 'button'} href={href}>
              {word}
              <span class="unseen">: {text}</span>
            </a>
          </li>
        ))}
      </ol>
    </section>
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
