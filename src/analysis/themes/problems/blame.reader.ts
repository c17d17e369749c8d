import {
  BAD_NOUNS,
  BAD_WORDS,
  DISLIKED_WORDS,
  FLAW_WORDS,
  FLAWS_ALONE,
  FLAWS_OF_DEGREE,
  NAME_FORMS,
  TOO_FLAWS,
} from '../../lexicon/problem.words.js';
import { conceptOf, isPlural, type Noun, type NounReader, wordSet } from './noun.reader.js';
import { pluralOf, type ProblemNotes } from './problem.notes.js';

const DEGREES = wordSet('a an such just absolute complete total real still always also now');
const INTENSIFIERS = wordSet(
  'very too so really extremely pretty quite bit a little super way kind kinda of more somewhat slightly rather fairly overly highly often sometimes also',
);
const LINKING = wordSet('is are was were be seem seems look looks feel feels felt becomes became gets get');
const STATES = wordSet(
  'available compatible intuitive accurate reliable secure clear friendly correct visible supported straightforward customizable flexible responsive consistent transparent',
);
const FLAW_DENIALS = wordSet('not never less nothing hardly');
const VERB_AUXILIARIES = wordSet('do does did can could will would');
/** Between "not" and an adjective: "not always clear", "not the most intuitive". */
const DENIAL_DEGREES = wordSet('as very always that so all really particularly entirely completely quite the most');
/** "Tired of ads", "disappointed with the support". */
const TIRED = wordSet('tired sick fed annoyed frustrated disappointed unhappy dissatisfied fan');
const TIRED_LINKS = wordSet('of with by in');
/** "Less ads, please", "with fewer ads". */
const FEWER = wordSet('less fewer');
const FEWER_WANTED = new Set([
  '',
  'with',
  'have',
  'show',
  'need',
  'needs',
  'want',
  'make',
  'had',
  'be',
  'were',
  'please',
  ',',
  '.',
]);
const TROUBLES = wordSet('issue issues trouble difficulty difficulties glitch glitches problem problems bug bugs');
/** "No problem with". */
const DENIED = wordSet('no not never without any zero');
const TROUBLE_LINKS = wordSet('with in');

/** "too many ads", "terrible support", "hate the new layout", "issues with tags", "slow upload". */
export function readBlame(at: number, nouns: NounReader, notes: ProblemNotes): void {
  const word = nouns.at(at);
  const next = nouns.at(at + 1);
  if ((word === 'too' || word === 'so') && (next === 'many' || next === 'much'))
    add('many', nouns.after(at + 2), (noun) => `too ${next} ${next === 'many' ? pluralOf(noun) : noun}`, notes);
  else if (BAD_WORDS.has(word)) add('bad', nouns.after(at + 1) ?? subjectOf(at, nouns), (noun) => `bad ${noun}`, notes);
  else if (BAD_NOUNS.has(word)) add('bad', subjectOf(at, nouns), (noun) => `bad ${noun}`, notes);
  else if (DISLIKED_WORDS.has(word)) add('bad', nouns.after(at + 1), (noun) => `${word} ${noun}`, notes);
  else if (TIRED.has(word) && TIRED_LINKS.has(next)) add('bad', nouns.after(at + 2), (noun) => `bad ${noun}`, notes);
  else if (word === 'not' && (next === 'like' || next === 'enjoy') && /^(?:do|did|does)$/.test(nouns.at(at - 1)))
    add('bad', nouns.after(at + 2), (noun) => `bad ${noun}`, notes);
  else if (FEWER.has(word) && FEWER_WANTED.has(nouns.at(at - 1)))
    add('many', nouns.after(at + 1), (noun) => `too many ${pluralOf(noun)}`, notes);
  else if (word === 'sucks' || word === 'suck') add('bad', nouns.before(at), (noun) => `bad ${noun}`, notes);
  else if (TROUBLES.has(word)) readTrouble(at, nouns, notes);
  else if (word === 'fix' && nouns.isDetermined(at + 1)) add('broken', nouns.after(at + 1), () => '', notes);
  if (TOO_FLAWS.has(word) && nouns.at(at - 1) === 'too') readFlaw(`too ${word}`, at, at + 1, nouns, notes);
  else if (FLAW_WORDS.has(word)) readFlaw(word, at, at + 1, nouns, notes);
  else if (word === 'not' || (word === 'longer' && nouns.at(at - 1) === 'no')) readDenial(at, nouns, notes);
}

/** "not intuitive", "no longer available", "is not always clear". */
function readDenial(at: number, nouns: NounReader, notes: ProblemNotes): void {
  let to = at + 1;
  while (DENIAL_DEGREES.has(nouns.at(to))) to++;
  const state = nouns.at(to);
  // "It does not clear the list" is about a verb.
  if (STATES.has(state) && !VERB_AUXILIARIES.has(nouns.at(at - 1)))
    readFlaw(`not ${state}`, nouns.at(at) === 'not' ? at : at - 1, to + 1, nouns, notes);
}

/** "Issues with tags" and "login issues" do not say what fails, so the name is left to other sentences. */
function readTrouble(at: number, nouns: NounReader, notes: ProblemNotes): void {
  if (nouns.at(at + 1) === 'free' || [1, 2, 3].some((back) => DENIED.has(nouns.at(at - back)))) return;
  const noun = TROUBLE_LINKS.has(nouns.at(at + 1)) ? nouns.after(at + 2) : null;
  add('broken', noun ?? nouns.nounAt(at - 1), () => '', notes);
}

/** The subject of a predicate: "search" in "the search is really bad". */
function subjectOf(at: number, nouns: NounReader): Noun | null {
  let back = at - 1;
  while (INTENSIFIERS.has(nouns.at(back)) || /..ly$/.test(nouns.at(back)) || DEGREES.has(nouns.at(back))) back--;
  return LINKING.has(nouns.at(back)) ? nouns.before(back) : null;
}

function add(failure: string, noun: Noun | null, nameOf: (noun: string) => string, notes: ProblemNotes): void {
  if (noun) notes.addNouns(failure, { ...noun, determiner: '' }, nameOf);
}

/** "not too slow", "less expensive", "nothing confusing". */
function isFlawDenied(from: number, nouns: NounReader): boolean {
  let back = from - 1;
  while (INTENSIFIERS.has(nouns.at(back))) back--;
  return FLAW_DENIALS.has(nouns.at(back)) && nouns.at(back + 1) !== 'only';
}

/** "slow upload", "the upload is too slow". */
function readFlaw(word: string, from: number, to: number, nouns: NounReader, notes: ProblemNotes): void {
  if (isFlawDenied(from, nouns)) return;
  const failure = conceptOf(word);
  const subject = flawedSubject(word, from, nouns);
  // Slow support is a problem of the support, not of the speed.
  const isOfService = subject?.words.some((noun) => conceptOf(noun) === 'support') === true;
  if ((FLAWS_ALONE.has(word) || word.startsWith('not ')) && !isOfService)
    notes.addFailure(failure, FLAWS_OF_DEGREE.has(word) ? `too ${word}` : (NAME_FORMS.get(word) ?? word));
  const object = nouns.after(to);
  const predicate = (noun: string): string => `${noun} ${isPlural(noun) ? 'are' : 'is'} ${word}`;
  if (object && !object.determiner)
    notes.addNouns(failure, object, word.startsWith('not ') ? predicate : (noun) => `${word} ${noun}`);
  if (subject) notes.addNouns(failure, subject, predicate);
}

/** The subject of a flaw: "the upload" in "the upload is too slow", "filters" in "filters not available". */
const flawedSubject = (word: string, from: number, nouns: NounReader): Noun | null =>
  subjectOf(from, nouns) ?? (word.startsWith('not ') ? nouns.before(from) : null);
