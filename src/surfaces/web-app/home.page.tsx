import type { VNode } from 'preact';
import type { ProductView } from '#market/products/products.operations.js';
import type { AccountOverview } from '#workspace/account/account.operations.js';
import { CopyButton, Figures, Time } from './parts.page.js';
import { ProductCards, SearchForm } from './products.page.js';

/** The home page of a visitor who is not logged in. */
export function Welcome({ products, publicUrl }: { products: ProductView[]; publicUrl: string }): VNode {
  const curl = `curl '${publicUrl}/api/v1/products?query=a&page_size=3'`;
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
