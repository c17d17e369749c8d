import type { ComponentChildren, VNode } from 'preact';
import { Brand } from './document.page.js';

interface TopBarProps {
  /** The links of the main navigation. */
  links: ComponentChildren;
  /** The elements at the end of the bar. */
  children?: ComponentChildren;
}

/** The link that leads keyboards past the navigation, to the element with the id `main`. */
export const SkipLink = (): VNode => (
  <a class="skip" href="#main">
    Skip to content
  </a>
);

/** The head of a public page. The content of the page has the id `main`. */
export function TopBar({ links, children }: TopBarProps): VNode {
  return (
    <>
      <SkipLink />
      <header class="site-head">
        <div>
          <Brand />
          <nav aria-label="Main">{links}</nav>
          {children}
        </div>
      </header>
    </>
  );
}
