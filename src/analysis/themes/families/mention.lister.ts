import { formOf } from '../problems/problem.namer.js';
import { KEY_SEPARATOR, type Problem } from '../problems/problem.notes.js';
import { type Mention } from '../theme.types.js';
import { type ComplaintSentence } from './complaint.sentences.js';

/** One mention per review, with its most painful sentence of those that say what the mentions are about, if any does. */
export function mentionsOf(
  members: readonly ComplaintSentence[],
  isSaid: (sentence: ComplaintSentence) => boolean = () => true,
): Mention[] {
  const byReview = new Map<string, Mention>();
  for (const sentence of members) {
    const { record, complaints, problems } = sentence;
    const complaint = complaints[0];
    if (!complaint) continue;
    const says = isSaid(sentence);
    const other = byReview.get(record.id);
    const isBetter = says === other?.says ? complaint.pain > other.complaint.pain : says;
    if (!other || isBetter) byReview.set(record.id, { record, complaint, says, problems: countFailures(problems) });
  }
  return [...byReview.values()];
}

/** Tells whether a sentence gives the name of a problem. */
export function giving(name: string): (sentence: ComplaintSentence) => boolean {
  const form = formOf(name);
  const known = new Map<string, string>();
  const formOnce = (said: string): string => {
    const found = known.get(said) ?? formOf(said);
    known.set(said, found);
    return found;
  };
  return ({ problems }) => problems.some(({ names }) => names.some((said) => formOnce(said) === form));
}

/** The number of different failures that a sentence names. */
function countFailures(problems: readonly Problem[]): number {
  const failures = problems.filter(({ depth }) => depth === 'specific' || depth === 'failure');
  return new Set(failures.map(({ key }) => key.split(KEY_SEPARATOR)[0])).size;
}
