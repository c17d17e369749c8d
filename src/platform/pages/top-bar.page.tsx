import type { ComponentChildren, VNode } from 'preact';

interface TopBarProps {
  /** The links of the main navigation. */
  links: ComponentChildren;
  /** The elements at the end of the bar. */
  children?: ComponentChildren;
}

/** The top of a page with navigation. The content of the page has the id `main`. */
export function TopBar({ links, children }: TopBarProps): VNode {
  return (
    <>
      <a class="skip" href="#main">
        Skip to content
      </a>
      <header class="top">
        <div>
          <a class="brand" href="/">
            Qualm
          </a>
          <nav aria-label="Main">{links}</nav>
          {children}
        </div>
      </header>
    </>
  );
}
