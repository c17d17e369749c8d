import { FAMILIES } from '../../lexicon/families.js';
import { type ProblemGroup } from '../problems/problem.grouper.js';
import { type ComplaintSentence } from './complaint.sentences.js';

/** A sentence of a theme, and the problem that it names. */
export interface ThemeSentence {
  sentence: ComplaintSentence;
  problem?: ProblemGroup;
}

/** The parts of the log-odds that a sentence is about its theme, fitted to quotes that a reader judged (docs/analysis.md). */
const ODDS = {
  base: 0.6,
  pain: 0.3,
  words: -0.5,
  problem: 0.85,
  failure: 0.75,
  noFamily: 1.9,
  home: 0.8,
  hypothetical: -0.4,
};
const HYPOTHETICAL = /\bif\b/i;

/** The log-odds that a sentence is about its theme. `family` is null for a theme that no family has, and for the other problems. */
export function judgeMention({ sentence, problem }: ThemeSentence, family: number | null): number {
  const { complaints, frames } = sentence;
  const { slice = '', pain = 0, categoryId } = complaints[0] ?? {};
  const words = slice.split(' ').length;
  const saysFailure = family !== null && frames.close.includes(family);
  const isAtHome = family !== null && FAMILIES[family]?.homes[0] === categoryId;
  return (
    ODDS.base +
    ODDS.pain * pain +
    ODDS.words * Math.log(words + 1) +
    (problem ? ODDS.problem : 0) +
    (saysFailure ? ODDS.failure : 0) +
    (family === null ? ODDS.noFamily : 0) +
    (isAtHome ? ODDS.home : 0) +
    (HYPOTHETICAL.test(slice) ? ODDS.hypothetical : 0)
  );
}
