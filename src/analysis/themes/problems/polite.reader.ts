import { NOT_LACKED } from '../../lexicon/problem.words.js';
import { conceptOf, type Noun, type NounReader, wordSet } from './noun.reader.js';
import { type ProblemNotes } from './problem.notes.js';

const DOWNSIDES = wordSet(
  'downside downsides drawback drawbacks complaint complaints con cons negative gripe gripes dislike criticism caveat weakness',
);
const BEING = wordSet('is are was were be being');
/** The words between "downside" and the thing: "about it is probably the". */
const MAX_LINK_LENGTH = 6;
/** After a thing that is blamed without saying why. */
const NOTHING_FOLLOWS = /^(?:|[.,;:()!?\n]+|but|and|which|though|although|however|for|in|on|of|at)$/;
const LEAVES = wordSet('leaves leave left');
const ROOM_LINKS = wordSet('in with on for to');
const HAS = wordSet('has have had');
const IS = wordSet('is are was were seems feels');

/** "The only downside is the search", "there is room for improvement in the reports", "the search leaves a lot to be desired". */
export function readPolite(at: number, nouns: NounReader, notes: ProblemNotes): void {
  const word = nouns.at(at);
  if (DOWNSIDES.has(word)) readDownside(at, nouns, notes);
  else if (word === 'room' && nouns.at(at + 1) === 'for' && nouns.at(at + 2).startsWith('improve'))
    addImprovable(readRoom(at, nouns), notes);
  else if (LEAVES.has(word) && [3, 4, 5].some((steps) => nouns.at(at + steps) === 'desired'))
    addImprovable(nouns.before(at), notes);
  else if (word === 'lacking' && IS.has(nouns.at(at - 1)) && NOTHING_FOLLOWS.test(nouns.at(at + 1)))
    addImprovable(nouns.before(at - 1), notes);
}

/** The thing with room for improvement, before or after these words. */
function readRoom(at: number, nouns: NounReader): Noun | null {
  if (HAS.has(nouns.at(at - 1))) return nouns.before(at - 1);
  return ROOM_LINKS.has(nouns.at(at + 3)) ? nouns.after(at + 4) : null;
}

/** "The only downside is the search." */
function readDownside(at: number, nouns: NounReader, notes: ProblemNotes): void {
  for (let link = at + 1; link <= at + MAX_LINK_LENGTH; link++) {
    if (!BEING.has(nouns.at(link))) continue;
    const noun = nouns.isDetermined(link + 1) ? nouns.after(link + 1) : null;
    const last = noun?.words.at(-1);
    if (!noun || last === undefined) continue;
    let end = link + 2;
    while (nouns.at(end - 1) !== last) end++;
    if (!NOTHING_FOLLOWS.test(nouns.at(end))) return;
    if (conceptOf(last) === 'price') notes.addFailure('expensive', 'too expensive');
    else if (!NOT_LACKED.has(last)) addImprovable(noun, notes);
    return;
  }
}

function addImprovable(noun: Noun | null, notes: ProblemNotes): void {
  if (noun) notes.addNouns('bad', { ...noun, determiner: '' }, (said) => `${said} could be better`);
}
