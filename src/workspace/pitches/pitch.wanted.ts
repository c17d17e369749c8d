import { wantedThingIn, withArticle } from '#analysis/needs/title.needs.js';
import { lowerFirst } from '#platform/text/first.letter.js';
import { SIGNS } from './pitch.patterns.js';

const MAX_NAME_LENGTH = 80;
/** A question that repeats more is hard to read. */
const LONGEST = 60;

/** Before a detail that a long thing can do without. */
const DETAIL = / (?:and|for|that|to|which|who|whose|with|without) /g;
/** "An app" is too little to ask about. */
const FEWEST_WORDS = 3;

/** A thing that a question cannot repeat: "any apps" and one that was cut before its end. */
const UNFIT = /^any | (?:at|for|from|in|of|on|than|to|with|within|without)$/;

/** What the writer of a sentence looks for ("a help desk with a shared inbox"), or null. Takes linear time. */
export function wantedIn(sentence: string): string | null {
  const thing = withoutDetails(wantedThingIn(sentence) ?? nameIn(sentence) ?? '');
  return thing === '' || UNFIT.test(thing) ? null : thing;
}

/** A thing with as many of its details as a question can repeat; empty if too little is left. */
function withoutDetails(thing: string): string {
  if (thing.length <= LONGEST) return thing;
  const end = [...thing.matchAll(DETAIL)].findLast(({ index }) => index <= LONGEST)?.index ?? 0;
  const shorter = thing.slice(0, end);
  return shorter.split(' ').length < FEWEST_WORDS ? '' : shorter;
}

/** A sentence that only names a thing: "Browser extension to mute tabs." */
function nameIn(sentence: string): string | null {
  const [name = ''] = sentence.split(/[,.!](?:\s|$)/, 1);
  if (name.length > MAX_NAME_LENGTH || !name.includes(' ') || SIGNS['is-sentence'].test(name)) return null;
  const plain = name.replace(/["“”]/g, '');
  return withArticle(/^\p{Lu}\p{Ll}* /u.test(plain) ? lowerFirst(plain) : plain);
}
