import { createContext, type VNode } from 'preact';
import { useContext } from 'preact/hooks';
import { type IconName, ICONS } from './icons.js';

/** The icons that the page has used so far. */
const UsedIcons = createContext<Set<IconName>>(new Set());

/** Notes the icons inside, for the `Sprite` at the end of the page. */
export const IconScope = UsedIcons.Provider;

/** A line icon of 16 px. It says nothing by itself: a word stands beside it or is hidden in its control. */
export function Icon({ name, className }: { name: IconName; className?: string }): VNode {
  useContext(UsedIcons).add(name);
  return (
    <svg class={className ? `ic ${className}` : 'ic'} aria-hidden="true">
      <use href={`#i-${name}`} />
    </svg>
  );
}

/** The drawings of the icons that were used before it on the page. */
export function Sprite(): VNode | null {
  const used = [...useContext(UsedIcons)];
  if (used.length === 0) return null;
  return (
    <svg class="sprite" width="0" height="0" aria-hidden="true">
      {used.map((name) => (
        <symbol
          key={name}
          id={`i-${name}`}
          viewBox="0 0 24 24"
          // The drawings are constants of `icons.ts`.
          dangerouslySetInnerHTML={{ __html: ICONS[name] }}
        />
      ))}
    </svg>
  );
}

/** The mark of Qualm. */
export const Mark = (): VNode => (
  <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
    <path
      fill="currentColor"
      fill-rule="evenodd"
      d="M10 1a8.6 8.6 0 1 0 4.6 15.9l3.2 1.6c.5.2 1-.3.8-.8l-1.3-3.4A8.6 8.6 0 0 0 10 1Zm0 3.4a5.2 5.2 0 1 1 0 10.4 5.2 5.2 0 0 1 0-10.4Z"
    />
  </svg>
);
