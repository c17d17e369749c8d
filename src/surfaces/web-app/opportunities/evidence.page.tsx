import type { ComponentChildren, VNode } from 'preact';
import type { PainPointsAnalysis } from '#analysis/analysis.types.js';
import type { TextRange } from '#analysis/contacts/text.range.js';
import { foreignLanguageOf } from '../parts/foreign-language.js';

/** A longer text would make the page larger than 60 kB. */
const MAX_TEXT_LENGTH = 10_000;
const BEGINNING = 2_000;
/** The characters that are shown before and after evidence. */
const AROUND = 300;

interface MarkedTextProps {
  text: string;
  analysis: PainPointsAnalysis | null;
  /** The address of the whole text. */
  href: string;
}

/** The text with its evidence marked. Of a long text, the beginning and what stands around the evidence. */
export function MarkedText({ text, analysis, href }: MarkedTextProps): VNode {
  const marks = marksIn(text, evidenceOf(analysis));
  const slices = text.length <= MAX_TEXT_LENGTH ? [{ from: 0, to: text.length }] : passagesOf(text, marks);
  return (
    <>
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
    </>
  );
}

/** The findings of the engine. A quote that is marked in the text is not repeated. */
export function Evidence({ analysis, text }: { analysis: PainPointsAnalysis; text: string }): VNode {
  const found = [
    ...analysis.items.map(({ theme, severity, quote }) => ({ quote, label: `${theme} (${severity} severity)` })),
    ...analysis.buying_signals.map(({ type, evidence }) => ({ quote: evidence, label: type.replaceAll('_', ' ') })),
  ];
  const marked = [...new Set(found.filter(({ quote }) => text.includes(quote)).map(({ label }) => label))];
  return (
    <>
      {marked.length > 0 && <p class="quiet">Marked: {marked.join(', ')}</p>}
      {found
        .filter(({ quote }) => !text.includes(quote))
        .map(({ quote, label }) => (
          <blockquote key={label + quote}>
            <p dir="auto" lang={foreignLanguageOf(quote)}>
              {quote}
            </p>
            <footer>{label}</footer>
          </blockquote>
        ))}
      {analysis.competitors_mentioned.length > 0 && (
        <p>Competitors mentioned: {analysis.competitors_mentioned.join(', ')}</p>
      )}
      <p class="quiet">{analysis.reason}</p>
    </>
  );
}

const evidenceOf = (analysis: PainPointsAnalysis | null): string[] =>
  analysis
    ? [...analysis.items.map(({ quote }) => quote), ...analysis.buying_signals.map(({ evidence }) => evidence)]
    : [];

/** The positions of the evidence in the text, without overlaps. Evidence is a verbatim part of the text. */
function marksIn(text: string, evidence: readonly string[]): TextRange[] {
  const found = evidence
    .map((piece) => ({ from: text.indexOf(piece), to: text.indexOf(piece) + piece.length }))
    .filter(({ from }) => from >= 0)
    .sort((a, b) => a.from - b.from);
  const marks: TextRange[] = [];
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

function withMarks(text: string, slice: TextRange, marks: readonly TextRange[]): ComponentChildren[] {
  const parts: ComponentChildren[] = [];
  let at = slice.from;
  for (const mark of marks) {
    const [from, to] = [Math.max(at, mark.from), Math.min(mark.to, slice.to)];
    if (to <= from) continue;
    parts.push(text.slice(at, from), <mark key={from}>{text.slice(from, to)}</mark>);
    at = to;
  }
  return [...parts, text.slice(at, slice.to)];
}
