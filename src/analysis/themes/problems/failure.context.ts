import { type NounReader, wordSet } from './noun.reader.js';

const LACKING = wordSet(
  'no not need needs add wish lack missing removed want like love have should could please provide give',
);
const DENIAL_DEGREES = wordSet('as very always that so all exactly super');
const PUZZLES = wordSet('figure figuring know find understand idea');
const DENIALS = wordSet('not no unable hard trying difficult impossible cannot');
const WISHING = wordSet('wish if should could would need needs please plz make');
/** The words from "ability" to "would be". */
const WISHED_AFTER = [3, 4, 5, 6, 7];

/** True for the "way" of "no way to", and the "ability" of "the ability to export would be nice". */
export function isLacking(at: number, nouns: NounReader): boolean {
  const isPleasing = WISHED_AFTER.some(
    (steps) => nouns.at(at + steps) === 'would' && nouns.at(at + steps + 1) === 'be',
  );
  return isPleasing || [1, 2, 3, 4].some((back) => LACKING.has(nouns.at(at - back)));
}

/** True for the "easy" of "not easy" and "not as easy". */
export function isDenied(at: number, nouns: NounReader): boolean {
  return nouns.at(DENIAL_DEGREES.has(nouns.at(at - 1)) ? at - 2 : at - 1) === 'not';
}

/** True for the "easier" of "make it easier to cancel", but not of "makes it easier to share". */
export function isWished(at: number, nouns: NounReader): boolean {
  return [1, 2, 3, 4, 5, 6].some((back) => WISHING.has(nouns.at(at - back)));
}

/** True for the "how" of "I cannot figure out how to export". */
export function isPuzzled(at: number, nouns: NounReader): boolean {
  const near = [1, 2, 3].some((back) => PUZZLES.has(nouns.at(at - back)));
  return near && [1, 2, 3, 4, 5, 6, 7].some((back) => DENIALS.has(nouns.at(at - back)));
}
