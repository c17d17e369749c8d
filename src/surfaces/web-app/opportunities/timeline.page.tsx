import type { VNode } from 'preact';
import { Time } from '../parts/parts.page.js';
import type { Happening } from './timeline.reader.js';

/** The history of an opportunity, newest first. */
export function Timeline({ happenings }: { happenings: readonly Happening[] }): VNode {
  return (
    <section class="card">
      <h2>History</h2>
      <ol class="timeline">
        {happenings.map(({ at, text, by, href }) => (
          <li key={`${at} ${text}`}>
            {href ? <a href={href}>{text}</a> : text}
            <br />
            <span class="quiet">
              <Time at={at} minutes={text !== 'Published'} />
              {by && ` · ${by}`}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
