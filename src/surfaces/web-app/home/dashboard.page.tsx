import type { VNode } from 'preact';
import { may } from '#access/policy/rights.js';
import type { HomeChange, HomeMonth, HomeProduct, HomeStep } from '#workspace/home/home.operations.js';
import type { OpportunityDetail } from '#workspace/opportunities/opportunity.dto.js';
import type { FirstStep, HomePageView } from './home.reader.js';
import { ProductRow } from './product-row.page.js';
import { OwnReports } from './own-reports.page.js';
import { Direction } from '../charts/small-marks.page.js';
import { Sparkline } from '../charts/sparkline.page.js';
import { OPPORTUNITY_LIST } from '../opportunities/opportunity-list.query.js';
import { wordsOf } from '../opportunities/opportunity-list-row.page.js';
import { sourceOf } from '../opportunities/opportunity-parts.page.js';
import { calledOf, writerOf } from '../opportunities/writer.js';
import { Avatar } from '../parts/avatar.page.js';
import { foreignLanguageOf } from '../parts/foreign-language.js';
import { usePage } from '../parts/page-context.js';
import { Pager, Time } from '../parts/parts.page.js';
import { changeOf, percentOf } from '../reports/change.words.js';
import { bucketAt, pointsOf } from '../reports/cover.view.js';

const TODAY = new Intl.DateTimeFormat('en', { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' });

/** The home page of a member: what is next, what changed, the people found, and the followed products. */
export function Dashboard({ view }: { view: HomePageView }): VNode {
  const { home, watchlist, further, steps, bought, people, waiting } = view;
  return (
    <>
      <div class="head">
        <div>
          <h1>
            <Today />
          </h1>
          <p>
            <News view={view} />
          </p>
        </div>
      </div>
      <div class="g12">
        <div class="c8">
          <Next view={view} />
          <Changes home={home} />
          <People people={people} waiting={waiting} />
        </div>
        <div class="c4 home-side">
          <section class="card">
            <h2>Products you follow</h2>
            {home.products.length === 0 ? (
              <p class="quiet">You follow no product yet.</p>
            ) : (
              <Followed products={home.products} />
            )}
            {further && <Further count={home.followed_products - home.products.length} further={further} />}
            {watchlist.used > 0 && (
              <p class="hint">
                {watchlist.used} of {watchlist.limit.toLocaleString('en')} products that the plan allows
              </p>
            )}
          </section>
          <OwnReports reports={bought} />
          <FirstSteps steps={steps} />
        </div>
      </div>
    </>
  );
}

/** The day in UTC. The page script shows that of the browser. */
function Today(): VNode {
  const now = new Date();
  return (
    <time dateTime={now.toISOString()} data-today="">
      {TODAY.format(now)}
    </time>
  );
}

const counted = (count: number, one: string, many: string): string =>
  `${count === 0 ? 'no' : count.toLocaleString('en')} ${count === 1 ? one : many}`;

/** What came since the last visit; on a first visit in the days that the overview covers, or what will come. */
function News({ view }: { view: HomePageView }): VNode {
  const { home, people, newReports } = view;
  if (home.is_visit) {
    return (
      <>
        Since you were here on <Time at={home.since} minutes />: {newsIn(view)}.
      </>
    );
  }
  if (!people && home.followed_products === 0 && newReports === 0) {
    return <>What changes in the products that you follow appears here.</>;
  }
  return <>In the last seven days: {newsIn(view)}.</>;
}

/** What came, in one line. */
function newsIn({ home: { opportunities }, people, newReports }: HomePageView): string {
  const found = `${opportunities.is_more ? 'more than ' : ''}${counted(opportunities.count, 'new person', 'new people')}`;
  return [...(people ? [found] : []), counted(newReports, 'new report', 'new reports')].join(', ');
}

interface Todo {
  count: number;
  text: string;
  hint: string;
  href: string;
  word: string;
}

/** At most three things to do, the most urgent first. */
function todosOf({ home, steps, waiting }: HomePageView, mayDecide: boolean): Todo[] {
  const open = steps.filter(({ isDone }) => !isDone);
  const [step] = open;
  const ofStep = step && {
    ...{
      count: open.length,
      text: step.label,
      hint: open.length === 1 ? 'The last of the first steps.' : `One of ${open.length} first steps that are left.`,
      href: step.href,
      word: 'Do it',
    },
  };
  const ofPeople = waiting.count > 0 ? [reachTodo(waiting.count, peopleIn(waiting), mayDecide)] : [];
  return [...ofPeople, ...home.next.flatMap((step) => todoOf(step, mayDecide)), ...(ofStep ? [ofStep] : [])].slice(
    0,
    3,
  );
}

const reachTodo = (count: number, whom: string, mayDecide: boolean): Todo => ({
  ...{
    count,
    text: `Look through ${whom} you can reach`,
    hint: mayDecide ? 'The best first; most decisions take one key.' : 'The best first.',
  },
  ...{ href: OPPORTUNITY_LIST, word: 'Start' },
});

/** Such as `more than 1,000 people`. */
const peopleIn = ({ count, isMore }: HomePageView['waiting']): string =>
  `${isMore ? 'more than ' : ''}${counted(count, 'person', 'people')}`;

/** A step as words. To follow a product is one of the first steps. */
function todoOf({ kind, count, product, app_url }: HomeStep, mayDecide: boolean): Todo[] {
  const href = new URL(app_url).pathname;
  const name = product?.name ?? '';
  if (kind === 'new_opportunities') {
    return [reachTodo(count, counted(count, 'new person', 'new people'), mayDecide)];
  }
  if (kind === 'new_reviews') {
    const text = `${name}: reviews that its report has not read`;
    return [{ count, text, hint: 'A new report shows what they change.', href, word: 'Open' }];
  }
  if (kind === 'first_report') {
    const text = `${name}: reviews without a report`;
    return [{ count, text, hint: 'A report shows what bothers their writers.', href, word: 'Open' }];
  }
  return [];
}

/** Things to do, each with its number and one button. Null when nothing waits. */
function Next({ view }: { view: HomePageView }): VNode | null {
  const todos = todosOf(view, may(usePage().team?.role, 'write'));
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

const pointsIn = (months: readonly HomeMonth[]) =>
  pointsOf({ months: months.map(({ texts_read, ...month }) => ({ ...month, reviews: texts_read })) });

const topOf = (lists: readonly (readonly HomeMonth[])[]): number =>
  Math.max(1, ...lists.flatMap((months) => pointsIn(months).flatMap(({ share }) => share ?? [])));

function Changes({ home: { changes, followed_products } }: Pick<HomePageView, 'home'>): VNode {
  const max = topOf(changes.map(({ months }) => months));
  const mayFollow = may(usePage().team?.role, 'write');
  return (
    <section class="home-changes">
      <h2>What changed</h2>
      {followed_products === 0 ? (
        <p class="quiet">
          {mayFollow ? <a href="/products">Follow a product</a> : 'When members follow a product'} that you compete
          with,
          {mayFollow && ' and'} what changes in its reviews appears here.
        </p>
      ) : (
        changes.length === 0 && (
          <p class="quiet">No new report of a product that you follow shows a change beyond chance.</p>
        )
      )}
      {changes.map((change) => (
        <Change key={`${change.product.id} ${change.category_name}`} change={change} max={max} />
      ))}
    </section>
  );
}

function Change({ change, max }: { change: HomeChange; max: number }): VNode {
  const { product, theme_id, category_name, direction, month, from_share, to_share, quote, months } = change;
  const points = pointsIn(months);
  const since = month ? changeOf({ month, from_share, to_share }).text.replace(/^.*(?=since|new)/, '') : '';
  return (
    <a class="change" href={`/products/${product.id}${theme_id ? `#theme-${theme_id}` : ''}`}>
      <b dir="auto">{category_name}</b>
      <p>
        <Direction isUp={direction === 'worse'} />{' '}
        {from_share > 0 ? (
          <>
            {percentOf(from_share)} → <strong>{percentOf(to_share)}</strong> {since || 'since the report before'}
          </>
        ) : (
          <>
            New, <strong>{percentOf(to_share)}</strong>
          </>
        )}{' '}
        · <bdi>{product.name}</bdi>, report of <Time at={change.generated_at} />
      </p>
      <Sparkline
        values={points.map(({ share }) => share)}
        max={max}
        tone={direction === 'worse' ? 'rise' : 'fall'}
        changedAt={month ? bucketAt(points, month) : undefined}
      />
      {quote && (
        <q dir="auto" lang={foreignLanguageOf(quote)}>
          {quote}
        </q>
      )}
    </a>
  );
}

const TONES = { worse: 'rise', better: 'fall', level: 'level' } as const;

function Followed({ products }: { products: readonly HomeProduct[] }): VNode {
  const max = topOf(products.map(({ months }) => months));
  return (
    <ul class="home-list followed">
      {products.map((product) => {
        const { id, name, direction, top_theme: top, months, new_opportunities: people } = product;
        return (
          <ProductRow
            key={id}
            product={product}
            about={
              <>
                <p class="small quiet" dir="auto">
                  {top ? top.name : stateOf(product)}
                </p>
                {people > 0 && (
                  <p class="small">
                    <a href={`/app/opportunities?product_id=${id}&view=new`}>
                      {`${people >= MAX_PEOPLE ? `${MAX_PEOPLE}+` : people} new ${people === 1 ? 'opportunity' : 'opportunities'}`}
                      <span class="unseen"> of {name}</span>
                    </a>
                  </p>
                )}
              </>
            }
          >
            <Sparkline
              values={pointsIn(months).map(({ share }) => share)}
              max={max}
              tone={TONES[direction]}
              width={64}
            />
          </ProductRow>
        );
      })}
    </ul>
  );
}

/** The other followed products, by name. */
function Further({ count, further }: { count: number; further: NonNullable<HomePageView['further']> }): VNode {
  const { products, pagination } = further;
  return (
    <details open={pagination.page > 1}>
      <summary>{`${count.toLocaleString('en')} more`}</summary>
      <ul class="plain-list small">
        {products.map(({ id, name }) => (
          <li key={id}>
            <a href={`/products/${id}`} dir="auto">
              {name}
            </a>
          </li>
        ))}
      </ul>
      <Pager pagination={pagination} href={(page) => `?followed=${page}`} />
    </details>
  );
}

const MAX_PEOPLE = 100;

const stateOf = ({ report_generated_at: at, reviews_since_report: reviews }: HomeProduct): string =>
  at ? 'No problem recurs' : `No report yet; ${counted(reviews, 'review', 'reviews')}`;

function People({ people, waiting }: Pick<HomePageView, 'people' | 'waiting'>): VNode {
  if (!people) {
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
  return (
    <section>
      <h2>New people</h2>
      {people.length === 0 && (
        <p class="quiet">
          None since then.{' '}
          <a href={OPPORTUNITY_LIST}>
            {waiting.count > 0
              ? `${waiting.isMore ? 'More than ' : ''}${counted(waiting.count, 'other', 'others')} can be reached`
              : 'Open the opportunities'}
          </a>
        </p>
      )}
      <ul class="home-list followed">
        {people.map((item) => (
          <Person key={item.id} item={item} />
        ))}
      </ul>
    </section>
  );
}

function Person({ item }: { item: OpportunityDetail }): VNode {
  const { name, company } = writerOf(item);
  const words = wordsOf(item);
  return (
    <li>
      <Avatar name={name} />
      <div>
        <h3>
          <a href={`/app/opportunities/${item.id}`} dir="auto">
            {[calledOf(name, sourceOf(item)), company].filter(Boolean).join(' · ')}
          </a>
        </h3>
        <p class="small quiet" dir="auto" lang={foreignLanguageOf(words)}>
          {words && `“${words}”`}
        </p>
      </div>
    </li>
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
