import { FAMILIES } from '../../lexicon/families.js';
import { type ProblemGroup } from '../problems/problem.grouper.js';
import { type ComplaintSentence } from './complaint.sentences.js';

/** A sentence of a theme, and the problem that it names. */
export interface ThemeSentence {
  sentence: ComplaintSentence;
  problem?: ProblemGroup;
  /** How near its meaning is to that of the others of the theme, from -1 to 1; absent if nothing is known of it. */
  near?: number;
}

/**
 * The parts of the log-odds that a sentence is about its theme, fitted to sentences that readers judged (docs/analysis.md). `several` is
 * that of a sentence which is the best one of several categories.
 */
const ODDS = {
  base: -0.9,
  pain: 0.15,
  words: -0.45,
  near: 1.65,
  several: 0.65,
  problem: 0.85,
  failure: 0.9,
  noFamily: 1.5,
  home: 0.85,
  hypothetical: -0.35,
};
const HYPOTHETICAL = /\bif\b/i;

/** The log-odds that a sentence is about its theme. `family` is null for a theme that no family has, and for the other problems. */
export function judgeMention({ sentence, problem, near = 0 }: ThemeSentence, family: number | null): number {
  const { complaints, frames } = sentence;
  const { slice = '', pain = 0, categoryId } = complaints[0] ?? {};
  const words = slice.split(' ').length;
  const saysFailure = family !== null && frames.close.includes(family);
  const isAtHome = family !== null && FAMILIES[family]?.homes[0] === categoryId;
  return (
    ODDS.base +
    ODDS.pain * pain +
    ODDS.words * Math.log(words + 1) +
    ODDS.near * near +
    (complaints.length > 1 ? ODDS.several : 0) +
    (problem ? ODDS.problem : 0) +
    (saysFailure ? ODDS.failure : 0) +
    (family === null ? ODDS.noFamily : 0) +
    (isAtHome ? ODDS.home : 0) +
    (HYPOTHETICAL.test(slice) ? ODDS.hypothetical : 0)
  );
}
