import type { VNode } from 'preact';
import type { Page } from '#platform/operations/operation.result.js';
import { clipped, clippedAtWord } from '#platform/text/clipped.text.js';
import type { OpportunityDetail } from '#workspace/opportunities/opportunity.dto.js';
import { isReplyInThread } from '#workspace/pitches/pitch.types.js';
import type { SavedPitch } from '#workspace/pitches/pitches.operations.js';
import { claimOf, personIn } from '../opportunities/opportunity-parts.page.js';
import { Markdown } from '../parts/markdown.page.js';
import { BeyondLastPage, CopyButton, Form, IfMay, Pager, Time } from '../parts/parts.page.js';

interface PitchListProps {
  page: Page<SavedPitch>;
  /** Whom the pitches are for, by id of the opportunity. Those that are gone are left out. */
  people: ReadonlyMap<string, string>;
}

export function PitchList({ page, people }: PitchListProps): VNode {
  return (
    <>
      <h1>Pitches</h1>
      {page.items.length === 0 && (
        <p>
          {page.pagination.page > 1 ? (
            <BeyondLastPage href="/app/pitches" />
          ) : (
            <>
              Your team has no pitches yet. Draft one from an <a href="/app/opportunities">opportunity</a>.
            </>
          )}
        </p>
      )}
      <ul class="cards">
        {page.items.map((pitch) => (
          <li class="card" key={pitch.id}>
            <h2 class="title">
              <a href={`/app/pitches/${pitch.id}`} dir="auto">
                {people.get(pitch.opportunity_id) ?? pitchTitleOf(pitch)}
              </a>
            </h2>
            {people.has(pitch.opportunity_id) && subjectOf(pitch) && <p dir="auto">{subjectOf(pitch)}</p>}
            <p class="quiet">
              {headingsOf(pitch)}, <Time at={pitch.created_at} minutes />
            </p>
            <p class="quiet" dir="auto">
              {firstWords(pitch.markdown)}
            </p>
          </li>
        ))}
      </ul>
      <Pager pagination={page.pagination} href={(number) => `/app/pitches?page=${number}`} />
    </>
  );
}

interface PitchPageProps {
  pitch: SavedPitch;
  /** Null if it is gone. */
  opportunity: OpportunityDetail | null;
  /** Text that the team has written itself. */
  ownWords: string;
}

/** Whom a pitch is for, or its subject if that is no longer known. */
export const headOf = (pitch: SavedPitch, opportunity: OpportunityDetail | null): string =>
  opportunity ? `Pitch to ${personIn(opportunity)}` : pitchTitleOf(pitch);

/** A pitch, each part with a button that copies it as plain text. */
export function PitchPage({ pitch, opportunity, ownWords }: PitchPageProps): VNode {
  return (
    <>
      <p>
        <a href="/app/pitches">← Pitches</a>
      </p>
      <h1 dir="auto">{headOf(pitch, opportunity)}</h1>
      <p class="quiet">
        {headingsOf(pitch)}, drafted <Time at={pitch.created_at} minutes /> for{' '}
        <a href={`/app/opportunities/${pitch.opportunity_id}`} dir="auto">
          {opportunity ? claimOf(opportunity.title) : 'this opportunity'}
        </a>
      </p>
      {isReplyInThread(pitch.markdown) && <OnlyInThread opportunity={opportunity} />}
      {partsOf(pitch.markdown).map((part, index) => (
        <PitchPart key={part.heading} part={part} id={`pitch-part-${index}`} ownWords={ownWords} />
      ))}
      {opportunity && <Contacted opportunity={opportunity} />}
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

/** Says where a public reply belongs. */
function OnlyInThread({ opportunity }: Pick<PitchPageProps, 'opportunity'>): VNode {
  const address = opportunity?.review?.review_url ?? opportunity?.mention?.url;
  return (
    <p>
      The terms of the source do not allow contacting its authors. Post this in{' '}
      {address ? (
        <a href={address} rel="nofollow noreferrer">
          the thread
        </a>
      ) : (
        'the thread'
      )}
      .
    </p>
  );
}

/** One of the drafts. Only an email has a subject. */
interface Part {
  heading: string;
  subject: string | null;
  body: string;
}

function PitchPart({ part, id, ownWords }: { part: Part; id: string; ownWords: string }): VNode {
  const { heading, subject, body } = part;
  return (
    <article class="card pitch-part">
      <div class="split">
        <h2>{heading}</h2>
        <CopyButton source={id}>{`Copy the ${subject === null ? 'text' : 'body'}`}</CopyButton>
      </div>
      {subject !== null && (
        <div class="split">
          <p>
            <span class="quiet">Subject</span>{' '}
            <strong id={`${id}-subject`} dir="auto">
              {subject}
            </strong>
          </p>
          <CopyButton source={`${id}-subject`}>Copy the subject</CopyButton>
          <OpenInMail subject={subject} body={body} />
        </div>
      )}
      <div id={id}>
        <Markdown text={body} ownWords={ownWords} />
      </div>
    </article>
  );
}

/** Mail programs cut longer addresses. */
const MAX_MAILTO = 4_000;

/** A new mail with the draft, to be addressed and edited in the mail program. Null for a draft that is too long. */
function OpenInMail({ subject, body }: { subject: string; body: string }): VNode | null {
  const href = `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body.trim())}`;
  if (href.length > MAX_MAILTO) return null;
  return (
    <a class="button" href={href}>
      Open in mail
    </a>
  );
}

/** Says of a new opportunity that the pitch was sent. */
function Contacted({ opportunity }: { opportunity: OpportunityDetail }): VNode | null {
  if (opportunity.status !== 'new') return null;
  return (
    <IfMay right="write">
      <Form action={`/app/opportunities/${opportunity.id}/triage`} className="row">
        <input type="hidden" name="seen" value={opportunity.status} />
        <button type="submit" name="status" value="contacted">
          Mark as contacted
        </button>
        <span class="hint">Once you have sent it.</span>
      </Form>
    </IfMay>
  );
}

const MAX_TITLE_LENGTH = 120;
const MAX_WORDS_LENGTH = 160;
const SUBJECT = /^\*\*Subject:\*\*(.*)$/m;
/** The headings of the channels. */
const HEADING = /^#.*$/gm;
/** The first line of a message, such as "Hi Ada,". */
const GREETING = /^.{1,80},\n/;
const PART = /^(?=## )/m;

/** The drafts for each channel. A text without their headings is one part. */
function partsOf(markdown: string): Part[] {
  const texts = markdown.split(PART).filter((text) => text.trim() !== '');
  return texts.map((text) => {
    const [, heading = 'Text'] = /^## (.+)/.exec(text) ?? [];
    const subject = SUBJECT.exec(text)?.[1];
    const body = text
      .replace(/^## .*/, '')
      .replace(SUBJECT, '')
      .trim();
    return { heading, subject: subject === undefined ? null : plainOf(subject), body };
  });
}

/** The headings of the drafts. */
export const headingsOf = ({ markdown }: SavedPitch): string =>
  partsOf(markdown)
    .map(({ heading }) => heading)
    .join(', ');

/** The subject of the email, or nothing. */
export const subjectOf = ({ markdown }: SavedPitch): string =>
  clipped(plainOf(SUBJECT.exec(markdown)?.[1] ?? ''), MAX_TITLE_LENGTH);

/** The subject of the email, or the headings of a pitch without an email. */
export const pitchTitleOf = (pitch: SavedPitch): string => subjectOf(pitch) || headingsOf(pitch);

const firstWords = (markdown: string): string =>
  clippedAtWord(
    plainOf(markdown.replace(SUBJECT, '').replace(HEADING, '').trim().replace(GREETING, '')),
    MAX_WORDS_LENGTH,
  );

const plainOf = (markdown: string): string =>
  markdown
    .replace(/[#*_>`\\]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
