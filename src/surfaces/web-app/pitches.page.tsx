import type { VNode } from 'preact';
import type { Page } from '#platform/operations/operation.result.js';
import type { SavedPitch } from '#workspace/pitches/pitches.operations.js';
import { Markdown } from './markdown.page.js';
import { CopyButton, Pager, Time } from './parts.page.js';

export function PitchList({ page }: { page: Page<SavedPitch> }): VNode {
  return (
    <>
      <h1>Pitches</h1>
      {page.items.length === 0 && (
        <p>
          Your team has no pitches yet. Draft one from an <a href="/app/opportunities">opportunity</a>.
        </p>
      )}
      <ul class="cards">
        {page.items.map((pitch) => (
          <li class="card" key={pitch.id}>
            <h2 class="title">
              <a href={`/app/pitches/${pitch.id}`}>
                <Time at={pitch.created_at} minutes />
              </a>
            </h2>
            <p class="quiet">{pitch.channels.join(', ')}</p>
            <p>{firstWords(pitch.markdown)}</p>
          </li>
        ))}
      </ul>
      <Pager pagination={page.pagination} href={(number) => `/app/pitches?page=${number}`} />
    </>
  );
}

export function PitchPage({ pitch, ownWords }: { pitch: SavedPitch; ownWords: string }): VNode {
  return (
    <>
      <p>
        <a href="/app/pitches">← Pitches</a>
      </p>
      <h1>Pitch</h1>
      <p class="quiet">
        <Time at={pitch.created_at} minutes /> for{' '}
        <a href={`/app/opportunities/${pitch.opportunity_id}`}>this opportunity</a>
      </p>
      <article class="card">
        <Markdown text={pitch.markdown} ownWords={ownWords} />
      </article>
      <details>
        <summary>Show as Markdown</summary>
        <textarea id="pitch-markdown" rows={14} readOnly aria-label="The pitch as Markdown" value={pitch.markdown} />
      </details>
      <p>
        <CopyButton source="pitch-markdown">Copy the pitch</CopyButton>
      </p>
    </>
  );
}

function firstWords(markdown: string): string {
  const plain = markdown
    .replace(/[#*_>`\\]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return plain.length > 160 ? `${plain.slice(0, 158)}…` : plain;
}
