import { formOf } from '../problems/problem.namer.js';
import { KEY_SEPARATOR, type Problem } from '../problems/problem.notes.js';
import { type Mention } from '../theme.types.js';
import { judgeMention, type ThemeSentence } from './mention.judge.js';

/** One mention per review, with the surest of its sentences that say what the mentions are about, if any does. */
export function mentionsOf(
  members: readonly ThemeSentence[],
  family: number | null,
  isSaid: (member: ThemeSentence) => boolean = () => true,
): Mention[] {
  const byReview = new Map<string, Mention>();
  for (const member of members) {
    const { record, complaints, problems } = member.sentence;
    const complaint = complaints[0];
    if (!complaint) continue;
    const says = isSaid(member);
    const odds = judgeMention(member, family);
    const other = byReview.get(record.id);
    const isBetter = says === other?.says ? odds > other.odds : says;
    if (!other || isBetter)
      byReview.set(record.id, { record, complaint, odds, says, problems: countFailures(problems) });
  }
  return [...byReview.values()];
}

/** Tells whether a sentence gives the name of a problem. */
export function giving(name: string): (member: ThemeSentence) => boolean {
  const form = formOf(name);
  const known = new Map<string, string>();
  const formOnce = (said: string): string => {
    const found = known.get(said) ?? formOf(said);
    known.set(said, found);
    return found;
  };
  return ({ sentence: { problems } }) => problems.some(({ names }) => names.some((said) => formOnce(said) === form));
}

/** The number of different failures that a sentence names. */
function countFailures(problems: readonly Problem[]): number {
  const failures = problems.filter(({ depth }) => depth === 'specific' || depth === 'failure');
  return new Set(failures.map(({ key }) => key.split(KEY_SEPARATOR)[0])).size;
}
