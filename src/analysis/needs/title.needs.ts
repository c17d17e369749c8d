import { lowerFirst } from '#platform/text/first.letter.js';
import { patternLists } from './pattern.lists.js';
import { type StatedSentence, statedSentenceOf } from './stated.sentence.js';

/** The ways in which writers name a wanted product, and the words of a title before it. */
const WANTS = {
  'looks-for': 'Looks for',
  'asks-for': 'Asks for',
  needs: 'Needs',
  wants: 'Wants',
  'wants-to-buy': 'Wants to buy',
  'plans-to-buy': 'Plans to buy',
  'considers-buying': 'Considers buying',
  'wishes-for': 'Wishes for',
} as const;
const WAYS = Object.keys(WANTS) as (keyof typeof WANTS)[];
const PATTERNS = patternLists(
  ['software.txt', 'wishes.txt'],
  [
    ...WAYS,
    'open-alternative',
    'looks-for-alternative',
    'asks-for-alternative',
    'addresses-reader',
    'asks',
    'about-alternative',
    'wishes-to',
    'points-back',
    'condition',
    'object-end',
    'speaker',
    'link',
    'stranded',
    'relative',
    'determiner',
    'nameless',
    'bare-kind',
    'said-with-an',
    'words-about',
    'asks-maker',
  ],
);

/** Asks the maker of a product for something. */
export const { 'asks-maker': ASKS_MAKER } = PATTERNS;

const MAX_OBJECT_LENGTH = 80;
const MAX_LENGTH_TO_WRITER = 120;
/** Words of a writer for themselves, and the words to the writer. */
const TO_WRITER = new Map([
  ['am', 'are'],
  ['i', 'you'],
  ["i'd", "you'd"],
  ["i'll", "you'll"],
  ["i'm", "you're"],
  ["i've", "you've"],
  ['me', 'you'],
  ['mine', 'yours'],
  ['my', 'your'],
  ['myself', 'yourself'],
  ['our', 'your'],
  ['ours', 'yours'],
  ['us', 'you'],
  ['we', 'you'],
  ["we'll", "you'll"],
  ["we're", "you're"],
]);

/** "Looks for an alternative to A", if the sentence looks for one; else null. `subject` is the product of the text. */
export function alternativeIn(sentence: StatedSentence, subject: string | null): string | null {
  for (const { name, before } of sentence.named) {
    if (PATTERNS.condition.test(before)) continue;
    if (isStatedBy(PATTERNS['looks-for-alternative'], before, sentence)) return `Looks for an alternative to ${name}`;
    if (PATTERNS['asks-for-alternative'].test(before)) return `Asks for an alternative to ${name}`;
    if (sentence.isQuestion && !PATTERNS['addresses-reader'].test(before) && PATTERNS['about-alternative'].test(before))
      return `Asks about an alternative to ${name}`;
  }
  const [match] = PATTERNS['open-alternative'].exec(sentence.text) ?? [];
  if (match === undefined || PATTERNS.condition.test(sentence.text) || sentence.isQuestion) return null;
  const wish = PATTERNS.asks.test(match) ? 'Asks for an alternative' : 'Looks for an alternative';
  if (sentence.reviewed !== null && sentence.named.length === 0) return `${wish} to ${sentence.reviewed}`;
  return subject === null ? wish : `${wish}, in a ${sentence.reviewed === null ? 'post' : 'review'} about ${subject}`;
}

/** "Looks for a help desk with …", in the writer's own words, if the sentence names the wanted thing; else null. */
export function needIn(sentence: StatedSentence): string | null {
  const want = wantIn(sentence);
  return want && `${WANTS[want.way]} ${want.object}`;
}

/** The thing that a sentence asks for or wants, in words to its writer: "an app that sorts your photos"; else null. Takes linear time. */
export function wantedThingIn(text: string): string | null {
  const sentence = statedSentenceOf(text.replace(/ ?\([^()]*\)|["“”]/g, ''), [], null);
  const want = wantIn(sentence, objectToWriter);
  if (want !== null) return withArticle(want.object);
  // "Do I need to register?" wants nothing.
  if (sentence.isQuestion) return null;
  const action = objectToWriter(groupOf(PATTERNS['wishes-to'].exec(sentence.text)));
  return action === null || PATTERNS['points-back'].test(action) ? null : `a way to ${action}`;
}

/** Whether a wanted thing is something to do ("a way to sort receipts"), and no product for it. */
export const isAction = (wanted: string): boolean => /^(?:an?|any) (?:\w+ )?way\b/.test(wanted);

/** As `wantedThingIn`, but null for something to do. "A way to sort receipts" says less than "an app that sorts receipts". */
export function wantedProductIn(text: string): string | null {
  const thing = wantedThingIn(text);
  return thing === null || isAction(thing) ? null : thing;
}

/** A thing with the article that a short title lacks, or has in the wrong form: "an app that mutes tabs", "the best software to clone a drive". */
export function withArticle(object: string): string {
  if (/^best /i.test(object)) return `the ${lowerFirst(object)}`;
  const bare = object.replace(/^an? /, '');
  if (bare === object ? !PATTERNS['bare-kind'].test(object) : /^\S\p{Lu}/u.test(bare)) return object;
  return PATTERNS['said-with-an'].test(bare) ? `an ${bare}` : `a ${bare}`;
}

function wantIn(sentence: StatedSentence, objectIn = objectOf): { way: keyof typeof WANTS; object: string } | null {
  for (const way of WAYS) {
    const match = PATTERNS[way].exec(sentence.text);
    if (!match || PATTERNS.condition.test(sentence.text.slice(0, match.index))) continue;
    if (sentence.isQuestion && way !== 'asks-for') continue;
    const object = objectIn(groupOf(match));
    if (object !== null) return { way, object };
  }
  return null;
}

/** The group of the alternative that matched. */
const groupOf = (match: RegExpExecArray | null): string =>
  match?.slice(1).find((group: string | undefined) => group !== undefined) ?? '';

/** "Looking for A?" at the start of a question addresses the reader. */
const isStatedBy = (pattern: RegExp, before: string, { isQuestion }: StatedSentence): boolean => {
  const match = pattern.exec(before);
  return match !== null && (!isQuestion || /^(?:i|we)\b/i.test(match[0]));
};

/** The wanted thing: the first words of a text, up to the end of their clause or a word that points to the speaker. */
function objectOf(text: string): string | null {
  const words = clauseWordsOf(text);
  const speaker = words.findIndex((word) => PATTERNS.speaker.test(word));
  // The words since the last link belong to the speaker: "an app that tracks my tasks".
  return objectBefore(
    speaker < 0 ? words.length : words.slice(0, speaker).findLastIndex((word) => PATTERNS.link.test(word)),
    words,
  );
}

/** The same as its writer is told: "an app that tracks your tasks". */
function objectToWriter(text: string): string | null {
  const words = clauseWordsOf(text.replace(PATTERNS['words-about'], '')).map(
    (word) => TO_WRITER.get(word.toLowerCase()) ?? word,
  );
  if (words.at(-1) === 'you' && isDangling(words.at(-2) ?? '')) words.pop();
  const object = objectBefore(words.length, words, MAX_LENGTH_TO_WRITER);
  return object?.endsWith('…') ? objectBefore(Infinity, object.slice(0, -1).split(' '), MAX_LENGTH_TO_WRITER) : object;
}

function clauseWordsOf(text: string): string[] {
  const [clause = ''] = text.split(PATTERNS['object-end'], 1);
  return clause.trim().split(' ');
}

function objectBefore(most: number, words: readonly string[], longest = MAX_OBJECT_LENGTH): string | null {
  let end = Math.min(most, words.length);
  const isWhole = most >= words.length && endsStranded(words);
  while (!isWhole && end > 0 && isDangling(words[end - 1] ?? '')) end--;
  if (end < 2) return null;
  const [first = '', ...others] = words.slice(0, end);
  // "SMS apps" begins with a name.
  const object = [/^\p{Lu}{2}/u.test(first) ? first : lowerFirst(first), ...others].join(' ');
  if (PATTERNS.nameless.test(object)) return null;
  return object.length <= longest ? object : cutAtWord(object, longest);
}

const endsStranded = (words: readonly string[]): boolean =>
  PATTERNS.stranded.test(words.at(-1) ?? '') && words.some((word) => PATTERNS.relative.test(word));

const isDangling = (word: string): boolean => PATTERNS.link.test(word) || PATTERNS.determiner.test(word);

/** The first whole words of a text that is too long, with an ellipsis. Null without a space. */
function cutAtWord(text: string, longest: number): string | null {
  const end = text.lastIndexOf(' ', longest - 1);
  return end > 0 && text.slice(0, end).includes(' ') ? `${text.slice(0, end)}…` : null;
}
