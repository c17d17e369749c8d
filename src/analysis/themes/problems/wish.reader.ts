import { SYNONYMS } from '../../lexicon/problem.words.js';
import { stemWord } from '../../text/word.stemmer.js';
import { type FailureReader } from './failure.reader.js';
import { addWanted } from './lack.reader.js';
import { conceptOf, type NounReader, wordSet } from './noun.reader.js';
import { type ProblemNotes } from './problem.notes.js';

const WISHES = wordSet(
  'wish nice great love like hope helpful useful cool awesome good appreciate prefer better ideal loved liked',
);
/** After a thing that is wished for and "would be". */
const PLEASING = wordSet(
  'nice helpful useful great awesome fantastic appreciated welcome beneficial ideal perfect good',
);
/** After these, the thing is there: "the search would be great if it worked". */
const CONDITIONS = wordSet('if but when though although without with except');
const MORE = wordSet('more better');
const DEGREES = wordSet('very really so extremely much also super definitely quite highly greatly');
const POLITE = wordSet('would could should to will can');
const NEEDS = wordSet('need needs needed');
/** The objects of these are not parts of the product. */
const NEEDING = wordSet('that which who one everyone everybody anyone he she what');
/** Before "needs", these begin the people of the customer. */
const OWNERS = wordSet('our every each my their');
const MAX_OWNER_LENGTH = 4;
const FILLERS = wordSet(
  'have had has be been there it you they was were is are if for would also i we get with this that the your them us see a an give include included offer offered supported contained provide add also some an',
);
const ABLE = wordSet('could can able');
const ABLE_BEFORE = wordSet('used like love want wanted need');
const LETS = wordSet('let allow');
const ASKING = new Set(['please', 'should', 'to', 'and', 'must', 'just', 'could', 'would', '']);
const US = wordSet('me us you users user people customers everyone');
const CHANGES = wordSet('improve improving');
const WORSE = wordSet(
  'better improved improvement improvements work refinement enhanced polish love overhaul simplified',
);
/** After a thing that is wished to be different. */
const CHANGED = wordSet('were was would');
const OFFERED = wordSet('available included offered added possible there be');
const CHANGED_AFTER = [1, 2, 3];
/** The words from "wish" to the thing that is wanted. */
const MAX_WISH_LENGTH = 9;

/** "I wish we could export reports", "it would be nice to have filters", "the search could be better". */
export function readWish(at: number, nouns: NounReader, notes: ProblemNotes, failures: FailureReader): void {
  const word = nouns.at(at);
  if (PLEASING.has(word) && readPleasing(at, nouns, notes)) return;
  if (WISHES.has(word) && (word === 'wish' || word === 'hope' || isPolite(at, nouns)))
    readWanted(at + 1, nouns, notes, failures);
  else if (NEEDS.has(word)) readNeed(at, nouns, notes);
  else if (word === 'able' && nouns.at(at + 1) === 'to') readAble(at, nouns, failures);
  else if (LETS.has(word) && ASKING.has(nouns.at(at - 1))) readPermission(at, nouns, failures);
  else if (word === 'could' && nouns.at(at + 1) === 'use') readUse(at, nouns, notes);
  else if (word === 'could' && nouns.at(at + 1) === 'have' && MORE.has(nouns.at(at + 2)))
    addWanted(at + 2, nouns, notes);
  else if (word === 'be' && isThere(at, nouns)) addWanted(at + 1, nouns, notes);
  else if (word === 'be' && POLITE.has(nouns.at(at - 1)))
    readComparative(at, NEEDS.has(nouns.at(at - 2)) ? at - 2 : at - 1, nouns, notes);
  else if (CHANGES.has(word) && !nouns.isWriter(at - 1)) readChange(at, nouns, notes);
}

/** "There should be", "there needs to be". */
function isThere(at: number, nouns: NounReader): boolean {
  const isObliged = nouns.at(at - 1) === 'to' && NEEDS.has(nouns.at(at - 2));
  return nouns.at(isObliged ? at - 3 : at - 2) === 'there' && (isObliged || POLITE.has(nouns.at(at - 1)));
}

/** "We should be able to export", "I used to be able to sort". */
function readAble(at: number, nouns: NounReader, failures: FailureReader): void {
  if (nouns.at(at - 1) !== 'be') return;
  const before = nouns.at(at - 2);
  const isUsed = before === 'to' && ABLE_BEFORE.has(nouns.at(at - 3));
  if (before === 'should' || isUsed) failures.addImpossible(at + 2);
}

/** "Please let us export", "allow users to export". */
function readPermission(at: number, nouns: NounReader, failures: FailureReader): void {
  if (!US.has(nouns.at(at + 1))) return;
  failures.addImpossible(nouns.at(at + 2) === 'to' ? at + 3 : at + 2);
}

function isPolite(at: number, nouns: NounReader): boolean {
  return [1, 2, 3, 4].some((back) => nouns.at(at - back) === 'would');
}

/** "More filters would be nice": true if a thing is wished for. */
function readPleasing(at: number, nouns: NounReader, notes: ProblemNotes): boolean {
  let be = at - 1;
  while (DEGREES.has(nouns.at(be))) be--;
  if (nouns.at(be) !== 'be' || nouns.at(be - 1) !== 'would' || CONDITIONS.has(nouns.at(at + 1))) return false;
  const noun = nouns.before(be - 1);
  if (!noun) return false;
  let from = be - 1;
  while (from > 0 && nouns.at(from) !== noun.words[0]) from--;
  const before = nouns.at(from - 1);
  // "To export would be nice" wishes for a verb.
  if (before !== 'to') addWanted(before === 'more' || before === 'better' ? from - 1 : from, nouns, notes);
  return true;
}

/** The wish after "I wish" or "would be nice": a verb that is not possible, or a thing that is missing. */
function readWanted(from: number, nouns: NounReader, notes: ProblemNotes, failures: FailureReader): void {
  for (let at = from; at < from + MAX_WISH_LENGTH; at++) {
    const word = nouns.at(at);
    const next = nouns.at(at + 1);
    if (ABLE.has(word) && next !== 'be') {
      if (next !== 'not') failures.addImpossible(next === 'to' ? at + 2 : at + 1);
      return;
    }
    if (word === 'to' && next === 'be' && nouns.at(at + 2) === 'able') continue;
    if (word === 'to' && !FILLERS.has(next)) return failures.addImpossible(at + 1);
    // "I wish there were more filters" wishes for filters.
    if (CHANGED.has(word) && nouns.at(at - 1) !== 'there' && readComparative(at, at, nouns, notes)) return;
    if (word === 'to' || ABLE.has(word) || (FILLERS.has(word) && !(word === 'a' && next === 'way'))) continue;
    if (word === 'way' || next === 'way') return;
    if (readPossible(at, nouns, failures)) return;
    const changed = word === 'more' ? undefined : CHANGED_AFTER.find((steps) => CHANGED.has(nouns.at(at + steps)));
    if (changed !== undefined) {
      // "Wish that newer films were available" says which of them are there.
      if (!OFFERED.has(nouns.at(nouns.skip(at + changed + 1)))) addChanged(at, nouns, notes);
      return;
    }
    return addWanted(nouns.at(at - 1) === 'a' ? at - 1 : at, nouns, notes);
  }
}

/** "the reports could be exported", "the reports could show totals": the thing is there. */
function readPossible(at: number, nouns: NounReader, failures: FailureReader): boolean {
  const modal = [1, 2, 3].map((steps) => at + steps).find((place) => ABLE.has(nouns.at(place)));
  if (modal === undefined) return false;
  if (nouns.at(modal + 1) !== 'be') failures.addImpossible(modal + 1);
  else if (/..ed$/.test(nouns.at(modal + 2))) failures.addPassive(modal + 2, modal);
  else return false;
  return true;
}

/** "the reports were more selective": the thing is there. */
function addChanged(at: number, nouns: NounReader, notes: ProblemNotes): void {
  const noun = nouns.after(at);
  if (noun) notes.addNouns('bad', { ...noun, determiner: '' }, (said) => `${said} could be better`);
}

/** "needs more filters", "the search needs work", "needs to be faster". */
function readNeed(at: number, nouns: NounReader, notes: ProblemNotes): void {
  const next = nouns.at(at + 1);
  const more = nouns.skip(at + 1);
  if (nouns.at(at) === 'needs' && isOfCustomer(at, nouns)) return;
  if (next === 'to') {
    if (nouns.at(at + 2) === 'be' && !nouns.isWriter(at - 1)) readComparative(at + 2, at, nouns, notes);
  } else if (/^(?:more|better|some|a|an)$/.test(next)) addWanted(more, nouns, notes);
  else if (WORSE.has(next)) addBad(nouns, notes, at);
  else if (nouns.at(at) === 'needs' && !NEEDING.has(nouns.at(at - 1))) addWanted(more, nouns, notes);
}

/** "Every one of our agents needs a full seat": the seat is there. */
function isOfCustomer(at: number, nouns: NounReader): boolean {
  for (let back = at - 1; back >= at - MAX_OWNER_LENGTH; back--) if (OWNERS.has(nouns.at(back))) return true;
  return false;
}

/** "could use more filters", "the search could use some work". */
function readUse(at: number, nouns: NounReader, notes: ProblemNotes): void {
  let from = at + 2;
  while (/^(?:some|a|lot|of|bit|little)$/.test(nouns.at(from))) from++;
  if (WORSE.has(nouns.at(from)) || /..ing$/.test(nouns.at(from))) addBad(nouns, notes, at);
  else addWanted(from, nouns, notes);
}

/** "could be faster", "should be more customizable", "could be improved": true for a wish. The subject ends at `end`. */
function readComparative(at: number, end: number, nouns: NounReader, notes: ProblemNotes): boolean {
  let from = at + 1;
  while (/^(?:a|little|bit|much|lot|slightly|far|also|even|somewhat)$/.test(nouns.at(from))) from++;
  const isMore = nouns.at(from) === 'more';
  const adjective = nouns.at(isMore ? from + 1 : from);
  if (!isMore && WORSE.has(adjective)) {
    addBad(nouns, notes, end);
    return true;
  }
  if (!(isMore ? /^\p{L}{4,}$/u.test(adjective) : /..er$/.test(adjective) && SYNONYMS.has(adjective))) return false;
  const failure = SYNONYMS.has(adjective) ? conceptOf(adjective) : `not ${stemWord(adjective)}`;
  const said = `could be ${isMore ? 'more ' : ''}${adjective}`;
  const subject = nouns.before(end);
  if (subject) notes.addNouns(failure, subject, (noun) => `${noun} ${said}`);
  if (SYNONYMS.has(adjective)) notes.addFailure(failure, said);
  return true;
}

/** "improve the search". */
function readChange(at: number, nouns: NounReader, notes: ProblemNotes): void {
  addChanged(at + 1, nouns, notes);
}

function addBad(nouns: NounReader, notes: ProblemNotes, end: number): void {
  const subject = nouns.before(end);
  if (subject) notes.addNouns('bad', subject, (noun) => `${noun} could be better`);
}
