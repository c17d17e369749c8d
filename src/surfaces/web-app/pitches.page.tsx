import type { VNode } from 'preact';
import { clipped } from '#analysis/text/clipped.text.js';
import type { Page } from '#platform/operations/operation.result.js';
import type { SavedPitch } from '#workspace/pitches/pitches.operations.js';
import type { PitchChannel } from '#workspace/pitches/pitch.types.js';
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
              <a href={`/app/pitches/${pitch.id}`} dir="auto">
                {pitchTitleOf(pitch)}
              </a>
            </h2>
            <p class="quiet">
              {channelsOf(pitch)}, <Time at={pitch.created_at} minutes />
            </p>
            <p dir="auto">{firstWords(pitch.markdown)}</p>
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
        {channelsOf(pitch)}, drafted <Time at={pitch.created_at} minutes /> for{' '}
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

const CHANNELS: Record<PitchChannel, string> = {
  email: 'Email',
  network: 'Network message',
  call: 'Talking points for a call',
};
const LONGEST_TITLE = 120;
const LONGEST_WORDS = 160;
const SUBJECT = /^\*\*Subject:\*\*(.*)$/m;
/** The headings of the channels. */
const HEADING = /^#.*$/gm;

/** The channels of the drafts in words. */
export const channelsOf = ({ channels }: SavedPitch): string => channels.map((each) => CHANNELS[each]).join(', ');

/** The subject of the email, or the channels of a pitch without an email. */
export function pitchTitleOf(pitch: SavedPitch): string {
  const subject = plainOf(SUBJECT.exec(pitch.markdown)?.[1] ?? '');
  return clipped(subject || channelsOf(pitch), LONGEST_TITLE);
}

const firstWords = (markdown: string): string =>
  clipped(plainOf(markdown.replace(SUBJECT, '').replace(HEADING, '')), LONGEST_WORDS);

const plainOf = (markdown: string): string =>
  markdown
    .replace(/[#*_>`\\]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
