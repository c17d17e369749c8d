import { formOf } from '../problems/problem.namer.js';
import { KEY_SEPARATOR, type Problem } from '../problems/problem.notes.js';
import { type Mention } from '../theme.types.js';
import { type ComplaintSentence } from './complaint.sentences.js';

/** One mention per review, with its most painful sentence of those that give the name, if any does. */
export function mentionsOf(members: readonly ComplaintSentence[], name?: string): Mention[] {
  const form = name === undefined ? undefined : formOf(name);
  const known = new Map<string, string>();
  const forms = (said: string): string => {
    const found = known.get(said) ?? formOf(said);
    known.set(said, found);
    return found;
  };
  const byReview = new Map<string, Mention>();
  for (const { record, complaints, problems } of members) {
    const complaint = complaints[0];
    if (!complaint) continue;
    const says = form === undefined || problems.some(({ names }) => names.some((said) => forms(said) === form));
    const other = byReview.get(record.id);
    const isBetter = says === other?.says ? complaint.pain > other.complaint.pain : says;
    if (!other || isBetter) byReview.set(record.id, { record, complaint, says, problems: countFailures(problems) });
  }
  return [...byReview.values()];
}

/** The number of different failures that a sentence names. */
function countFailures(problems: readonly Problem[]): number {
  const failures = problems.filter(({ depth }) => depth === 'specific' || depth === 'failure');
  return new Set(failures.map(({ key }) => key.split(KEY_SEPARATOR)[0])).size;
}
