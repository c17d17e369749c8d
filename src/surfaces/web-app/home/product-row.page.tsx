import type { ComponentChildren, VNode } from 'preact';
import { Logo } from '../parts/avatar.page.js';

interface ProductRowProps {
  product: { id: string; name: string };
  /** Below the name. */
  about: ComponentChildren;
  /** At the end of the row. */
  children: ComponentChildren;
}

/** A product in a list of the home page. */
export const ProductRow = ({ product: { id, name }, about, children }: ProductRowProps): VNode => (
  <li>
    <Logo name={name} />
    <div>
      <h3>
        <a href={`/products/${id}`} dir="auto">
          {name}
        </a>
      </h3>
      {about}
    </div>
    {children}
  </li>
);
