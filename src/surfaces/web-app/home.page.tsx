import type { VNode } from 'preact';
import { type Env, PLAN_TIERS } from '#config/env.js';
import type { Report as ProductReport } from '#market/pain-points/report.content.js';
import type { ProductView } from '#market/products/products.operations.js';
import type { AccountOverview } from '#workspace/account/account.operations.js';
import { CopyButton, Figures, Time } from './parts.page.js';
import { ProductCards, SearchForm } from './products.page.js';
import { Report } from './themes.page.js';

interface WelcomeProps {
  products: ProductView[];
  /** The preview of one report; null if no product on the page has one. */
  sample: ProductReport | null;
  env: Pick<Env, 'PUBLIC_URL' | 'plans'>;
}

/** The home page of a visitor who is not logged in. */
export function Welcome({ products, sample, env }: WelcomeProps): VNode {
  const curl = `curl '${env.PUBLIC_URL}/api/v1/products?query=a&page_size=3'`;
  return (
    <>
      <h1>Know what your competitors’ users dislike</h1>
      <p>
        Qualm reads software reviews and posts. It finds the pain points, quotes the people who describe them, and shows
        you who is looking for an alternative.
      </p>
      <SearchForm query="" />
      <h2>Most reviewed products</h2>
      <ProductCards products={products} isMember={false} />
      <HowItWorks />
      {sample && <Sample report={sample} />}
      <Plans plans={env.plans} />
      <h2>Use the API</h2>
      <p>
        You need no key to search for products, preview their reports and list competitors. Everything else comes with a
        paid plan.
      </p>
      <pre>
        <code id="first-curl">{curl}</code>
      </pre>
      <p>
        <CopyButton source="first-curl">Copy</CopyButton> <a href="/docs">API reference</a>
      </p>
    </>
  );
}

function HowItWorks(): VNode {
  return (
    <>
      <h2>How it works</h2>
      <ol>
        <li>Find the product that you compete with, and read what its reviewers complain about most.</li>
        <li>Follow it. New reviews and posts that signal a buying need appear among your opportunities.</li>
        <li>Unlock the contact behind an opportunity, and draft a pitch from the person’s own words.</li>
      </ol>
    </>
  );
}

function Sample({ report }: { report: ProductReport }): VNode {
  return (
    <>
      <h2>What a report says</h2>
      <p>
        The beginning of the report on <a href={`/products/${report.product.id}`}>{report.product.name}</a>:
      </p>
      <Report report={report} />
    </>
  );
}

function Plans({ plans }: { plans: Env['plans'] }): VNode {
  return (
    <>
      <h2>Plans</h2>
      <p>
        A credit buys a report, a pitch or a contact. What is not found, and a report that would say nothing new, costs
        nothing.
      </p>
      <div class="scroll" tabIndex={0} role="region" aria-label="Plans">
        <table>
          <thead>
            <tr>
              <th>Plan</th>
              <th class="number">Credits a month</th>
              <th class="number">Followed products</th>
              <th>API keys</th>
            </tr>
          </thead>
          <tbody>
            {PLAN_TIERS.map((tier) => (
              <tr key={tier}>
                <td>{tier}</td>
                <td class="number">{plans[tier].monthlyCredits.toLocaleString('en')}</td>
                <td class="number">{plans[tier].watchlistProducts.toLocaleString('en')}</td>
                <td>{tier === 'free' ? 'no' : 'yes'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** The home page of a member. */
export function Dashboard({ account }: { account: AccountOverview }): VNode {
  const { team, subscription, credits, watchlist } = account;
  return (
    <>
      <h1>{team.name}</h1>
      <Figures
        figures={[
          ['Credits', credits.balance],
          ['Next refill', credits.refill_on ? <Time at={credits.refill_on} /> : 'none'],
          ['Plan', subscription.tier],
          ['Followed products', `${watchlist.used} of ${watchlist.limit}`],
        ]}
      />
      <SearchForm query="" />
      <ul class="cards">
        <li class="card">
          <h2>
            <a href="/app/opportunities">Opportunities</a>
          </h2>
          <p>Reviews and posts that signal a buying need.</p>
        </li>
        <li class="card">
          <h2>
            <a href="/app/pitches">Pitches</a>
          </h2>
          <p>The pitches your team has drafted.</p>
        </li>
        <li class="card">
          <h2>
            <a href="/app/settings/keys">API keys and connections</a>
          </h2>
          <p>Access for your code and your assistants.</p>
        </li>
      </ul>
    </>
  );
}
