import { lowerFirst } from '#platform/text/first.letter.js';
import { patternLists } from './pattern.lists.js';
import type { StatedSentence } from './stated.sentence.js';

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
const PATTERNS = patternLists('wishes.txt', [
  ...WAYS,
  'open-alternative',
  'looks-for-alternative',
  'asks-for-alternative',
  'addresses-reader',
  'asks',
  'about-alternative',
  'condition',
  'object-end',
  'speaker',
  'link',
  'determiner',
  'nameless',
]);

const MAX_OBJECT_LENGTH = 80;

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
  for (const way of WAYS) {
    const match = PATTERNS[way].exec(sentence.text);
    if (!match || PATTERNS.condition.test(sentence.text.slice(0, match.index))) continue;
    if (sentence.isQuestion && way !== 'asks-for') continue;
    const object = objectOf(match[1] ?? '');
    if (object !== null) return `${WANTS[way]} ${object}`;
  }
  return null;
}

/** "Looking for A?" at the start of a question addresses the reader. */
const isStatedBy = (pattern: RegExp, before: string, { isQuestion }: StatedSentence): boolean => {
  const match = pattern.exec(before);
  return match !== null && (!isQuestion || /^(?:i|we)\b/i.test(match[0]));
};

/** The wanted thing: the first words of a text, up to the end of their clause or a word that points to the speaker. */
function objectOf(text: string): string | null {
  const [clause = ''] = text.split(PATTERNS['object-end'], 1);
  const words = clause.trim().split(' ');
  const speaker = words.findIndex((word) => PATTERNS.speaker.test(word));
  // The words since the last link belong to the speaker: "an app that tracks my tasks".
  let end = speaker < 0 ? words.length : words.slice(0, speaker).findLastIndex((word) => PATTERNS.link.test(word));
  while (end > 0 && isDangling(words[end - 1] ?? '')) end--;
  if (end < 2) return null;
  const object = [lowerFirst(words[0] ?? ''), ...words.slice(1, end)].join(' ');
  if (PATTERNS.nameless.test(object)) return null;
  return object.length <= MAX_OBJECT_LENGTH ? object : cutAtWord(object);
}

const isDangling = (word: string): boolean => PATTERNS.link.test(word) || PATTERNS.determiner.test(word);

/** The first whole words of a text that is too long, with an ellipsis. Null without a space. */
function cutAtWord(text: string): string | null {
  const end = text.lastIndexOf(' ', MAX_OBJECT_LENGTH - 1);
  return end > 0 && text.slice(0, end).includes(' ') ? `${text.slice(0, end)}…` : null;
}
