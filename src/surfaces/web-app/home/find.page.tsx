import type { VNode } from 'preact';
import { may } from '#access/policy/rights.js';
import { Icon } from '#platform/pages/icon.page.js';
import type { ProductView } from '#market/products/products.operations.js';
import { Logo } from '../parts/avatar.page.js';
import { usePage } from '../parts/page-context.js';
import { PLACES } from './places.js';

interface FindProps {
  text: string;
  products: readonly ProductView[];
}

/** What the palette shows, as a page: actions and places whose words contain the text, then products. */
export function FindPage({ text, products }: FindProps): VNode {
  const words = text.toLowerCase();
  const role = usePage().team?.role;
  const places = PLACES.filter(
    ({ label, right }) => label.toLowerCase().includes(words) && (!right || may(role, right)),
  );
  return (
    <>
      <h1>Find or do</h1>
      <form class="ask find-form" method="get" action="/app/find" role="search">
        <input type="search" name="q" aria-label="Find or do" value={text} maxLength={200} autofocus />
        <button class="primary" type="submit">
          Find
        </button>
      </form>
      {places.length + products.length === 0 && <p>{`Nothing has “${text}” in its name.`}</p>}
      <ul class="found">
        {places.map(({ label, href, icon }) => (
          <li key={label}>
            <a href={href} data-place="">
              <Icon name={icon} /> {label}
            </a>
          </li>
        ))}
        {products.map(({ id, name }) => (
          <li key={id}>
            <a href={`/products/${id}`}>
              <Logo name={name} /> <bdi>{name}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
