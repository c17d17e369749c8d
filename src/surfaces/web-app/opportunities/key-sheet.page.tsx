import type { VNode } from 'preact';

const KEYS: readonly (readonly [keys: string, does: string])[] = [
  ['j, k', 'next and previous opportunity'],
  ['o or Enter', 'open, which marks as viewed'],
  ['e', 'dismiss'],
  ['c', 'contacted'],
  ['q', 'qualified'],
  ['s', 'put off for a week'],
  ['p', 'draft a pitch'],
  ['1 to 6', 'new, contacted, qualified, converted, lost, dismissed'],
  ['v', 'viewed or not viewed'],
  ['x', 'select; the other keys then change all selected'],
  ['a', 'select all or none'],
  ['u', 'undo'],
  [']  [', 'next and previous page'],
  ['/', 'search'],
  ['g, then h i p o c', 'home, inbox, products, opportunities, credits'],
  ['?', 'this sheet'],
];

/** The sheet of keys. The script opens it. */
export function KeySheet(): VNode {
  return (
    <dialog id="keys" aria-labelledby="keys-title">
      <h2 id="keys-title">Keys</h2>
      <dl>
        {KEYS.map(([keys, does]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button>Close</button>
      </form>
    </dialog>
  );
}
