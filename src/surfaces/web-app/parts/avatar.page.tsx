import type { VNode } from 'preact';

const TONES = ['', 'b', 'c', 'd'];

/** The first letters of the first and the last word of a name, at most two; "?" without a name. */
function initialsOf(name: string | null): string {
  const words = (name ?? '').split(/[\s,.@_-]+/).filter((word) => /^\p{L}/u.test(word));
  const letters = [words[0], words.length > 1 ? words[1] : undefined].map((word) => [...(word ?? '')][0] ?? '');
  return letters.join('').toUpperCase() || '?';
}

/** The same name has the same tone on every page. */
const toneOf = (name: string): string =>
  TONES[[...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % TONES.length] ?? '';

/** A disc with the initials of a person. The name stands beside it. */
export function Avatar({ name, size = '' }: { name: string | null; size?: '' | 's' | 'l' }): VNode {
  const classes = ['av', name ? toneOf(name) : 'd', size].filter(Boolean).join(' ');
  return (
    <span class={classes} aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}

/** The square with the first letter of a product. */
export function Logo({ name, isLarge }: { name: string; isLarge?: boolean }): VNode {
  return (
    <span class={isLarge ? 'logo l' : 'logo'} aria-hidden="true">
      {([...name.trim()][0] ?? '?').toUpperCase()}
    </span>
  );
}
