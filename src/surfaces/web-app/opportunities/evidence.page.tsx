import type { ComponentChildren, VNode } from 'preact';
import type { PainPointsAnalysis } from '#analysis/analysis.types.js';
import type { TextRange } from '#analysis/contacts/text.range.js';
import type { OpportunityDetail } from '#workspace/opportunities/opportunity.dto.js';
import { foreignLanguageOf } from '../parts/foreign-language.js';

/** A longer text would make the page larger than 60 kB. */
const MAX_TEXT_LENGTH = 1_800;
const BEGINNING = 800;
/** The characters that are shown before and after evidence. */
const AROUND = 300;

/** What a part of a text says of the need of its writer. */
interface Mark extends TextRange {
  kind: string;
}

interface MarkedTextProps {
  text: string;
  opportunity: OpportunityDetail;
  /** The address of the whole text. */
  href: string;
}

/** The text with its evidence marked and labeled. Of a long text, the beginning and what stands around the evidence. */
export function MarkedText({ text, opportunity, href }: MarkedTextProps): VNode {
  const marks = marksIn(text, opportunity.evidence);
  const slices = text.length <= MAX_TEXT_LENGTH ? [{ from: 0, to: text.length }] : passagesOf(text, marks);
  return (
    <div class="saying">
      {slices.map((slice) => (
        <p class="post" dir="auto" lang={foreignLanguageOf(text)} key={slice.from}>
          {slice.from > 0 && '… '}
          {withMarks(text, slice, marks)}
          {slice.to < text.length && ' …'}
        </p>
      ))}
      {text.length > MAX_TEXT_LENGTH && (
        <p class="hint">
          {`The text has ${text.length.toLocaleString('en')} characters. `}
          <a href={href}>Read all of it</a>
        </p>
      )}
    </div>
  );
}

/** The findings of the engine that no part of the text shows. */
export function Evidence({ analysis, text }: { analysis: PainPointsAnalysis | null; text: string }): VNode | null {
  if (!analysis) return null;
  const unseen = [
    ...analysis.items.map(({ theme, quote }) => ({ quote, label: theme })),
    ...analysis.buying_signals.map(({ type, evidence }) => ({ quote: evidence, label: type.replaceAll('_', ' ') })),
  ].filter(({ quote }) => !text.includes(quote));
  const themes = [...new Set(analysis.items.map(({ theme }) => theme))];
  return (
    <>
      {unseen.map(({ quote, label }) => (
        <blockquote key={label + quote}>
          <p dir="auto" lang={foreignLanguageOf(quote)}>
            {quote}
          </p>
          <footer>{label}</footer>
        </blockquote>
      ))}
      {themes.length > 0 && <p class="small quiet">Problems named: {themes.join(', ')}</p>}
      {analysis.competitors_mentioned.length > 0 && (
        <p class="small quiet">Competitors mentioned: {analysis.competitors_mentioned.join(', ')}</p>
      )}
      <p class="small quiet">{analysis.reason}</p>
    </>
  );
}

type Piece = OpportunityDetail['evidence'][number];

/** The positions of the evidence in the text, without overlaps. */
function marksIn(text: string, evidence: readonly Piece[]): Mark[] {
  const found = evidence
    .map((piece) => {
      const from = text.indexOf(piece.text);
      return { from, to: from + piece.text.length, kind: piece.kind };
    })
    .filter(({ from, to }) => from >= 0 && to > from)
    .sort((a, b) => a.from - b.from);
  const marks: Mark[] = [];
  for (const mark of found) if (mark.from >= (marks.at(-1)?.to ?? 0)) marks.push(mark);
  return marks;
}

/** The beginning of a text and the surroundings of its marks, as far as there is room. */
function passagesOf(text: string, marks: readonly TextRange[]): TextRange[] {
  let room = MAX_TEXT_LENGTH - BEGINNING;
  let last = { from: 0, to: BEGINNING };
  const passages = [last];
  for (const mark of marks) {
    const from = Math.max(last.to, mark.from - AROUND);
    const to = Math.min(text.length, mark.to + AROUND, from + room);
    if (to <= from) continue;
    room -= to - from;
    if (from === last.to) last.to = to;
    else passages.push((last = { from, to }));
  }
  return passages;
}

function withMarks(text: string, slice: TextRange, marks: readonly Mark[]): ComponentChildren[] {
  const parts: ComponentChildren[] = [];
  let at = slice.from;
  for (const { kind, ...mark } of marks) {
    const [from, to] = [Math.max(at, mark.from), Math.min(mark.to, slice.to)];
    if (to <= from) continue;
    parts.push(
      text.slice(at, from),
      <mark key={from} class={kind === 'problem' ? 'pain' : undefined}>
        {text.slice(from, to)}
        <small>{kind}</small>
      </mark>,
    );
    at = to;
  }
  return [...parts, text.slice(at, slice.to)];
}
