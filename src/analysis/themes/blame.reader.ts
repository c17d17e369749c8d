import {
  BAD_WORDS,
  DISLIKED_WORDS,
  FLAW_WORDS,
  FLAWS_ALONE,
  FLAWS_OF_DEGREE,
  TOO_FLAWS,
} from '../lexicon/problem.words.js';
import { conceptOf, isPlural, type Noun, type NounReader, wordSet } from './noun.reader.js';
import { type ProblemNotes } from './problem.notes.js';

const BE = wordSet('is are was were be');
const INTENSIFIERS = wordSet('very too so really extremely pretty quite bit a little super way kind kinda of more');
const LINKING = wordSet('is are was were be seems looks feels becomes became gets get');
const STATES = /^(?:available|compatible|intuitive|accurate|reliable|secure|clear|friendly|correct|visible|supported)$/;
const TROUBLES = wordSet('issue issues trouble difficulty difficulties glitch glitches');
const TROUBLE_LINKS = wordSet('with in');

/** "too many ads", "terrible support", "hate the new layout", "issues with tags", "slow upload". */
export function readBlame(at: number, nouns: NounReader, notes: ProblemNotes): void {
  const word = nouns.at(at);
  const next = nouns.at(at + 1);
  if ((word === 'too' || word === 'so') && (next === 'many' || next === 'much'))
    add('many', nouns.after(at + 2), (noun) => `too ${next} ${noun}`, notes);
  else if (BAD_WORDS.has(word)) add('bad', nouns.after(at + 1) ?? subjectOf(at, nouns), (noun) => `bad ${noun}`, notes);
  else if (DISLIKED_WORDS.has(word)) add('bad', nouns.after(at + 1), (noun) => `${word} ${noun}`, notes);
  else if (word === 'sucks' || word === 'suck') add('bad', nouns.before(at), (noun) => `bad ${noun}`, notes);
  else if (TROUBLES.has(word) && TROUBLE_LINKS.has(next))
    // "Issues with tags" does not say what fails, so the name is left to other sentences.
    add('broken', nouns.after(at + 2), () => '', notes);
  if (TOO_FLAWS.has(word) && nouns.at(at - 1) === 'too') readFlaw(`too ${word}`, at, at + 1, nouns, notes);
  else if (FLAW_WORDS.has(word)) readFlaw(word, at, at + 1, nouns, notes);
  else if (word === 'not' && STATES.test(next)) readFlaw(`not ${next}`, at, at + 2, nouns, notes);
}

function subjectOf(at: number, nouns: NounReader): Noun | null {
  return BE.has(nouns.at(at - 1)) ? nouns.before(at - 1) : null;
}

function add(failure: string, noun: Noun | null, nameOf: (noun: string) => string, notes: ProblemNotes): void {
  if (noun) notes.addNouns(failure, { ...noun, determiner: '' }, nameOf);
}

/** "slow upload", "the upload is too slow". */
function readFlaw(word: string, from: number, to: number, nouns: NounReader, notes: ProblemNotes): void {
  const failure = conceptOf(word);
  if (FLAWS_ALONE.has(word) || word.startsWith('not '))
    notes.addFailure(failure, FLAWS_OF_DEGREE.has(word) ? `too ${word}` : word);
  const object = nouns.after(to);
  if (object && !object.determiner) notes.addNouns(failure, object, (noun) => `${word} ${noun}`);
  let back = from - 1;
  while (INTENSIFIERS.has(nouns.at(back))) back--;
  const subject = LINKING.has(nouns.at(back)) ? nouns.before(back) : null;
  if (subject) notes.addNouns(failure, subject, (noun) => `${noun} ${isPlural(noun) ? 'are' : 'is'} ${word}`);
}
