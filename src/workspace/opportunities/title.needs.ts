import type { StatedSentence } from './stated.sentence.js';

/** The writer looks for something, in the present: "I am still looking for", "Looking for". */
const LOOKING =
  "(?:^|\\b(?:i|we)(?:'m| am|'re| are|'ve been| have been) (?:[^,;:]{1,60} and )?)(?:(?:also|actively|currently|just|now|really|still) )?" +
  '(?:looking|searching|shopping|hunting) (?:around )?for ';
const ASKING =
  '\\b(?:(?:can|could) (?:anyone|anybody|someone|somebody|you) (?:please )?|please |pls )(?:recommend|suggest) (?:me |us )?' +
  '|\\b(?:anyone|anybody|someone|somebody) know (?:of )?';
/** Words between a determiner and "alternative". A capital letter would begin another name. */
const ALTERNATIVE = '(?:an?|any|some|another) (?:[a-z-]+ ){0,3}(?:alternatives?|replacements?|substitutes?)';
const OBJECT = '((?:an?|any|some|another|software|something) .+)';

const OPEN_ALTERNATIVE = new RegExp(
  `(?:${LOOKING}|${ASKING})${ALTERNATIVE}(?=[.,;!?)]|$| (?:and|because|since|before|now|as)\\b)`,
  'i',
);
const LOOKS_FOR_ALTERNATIVE = new RegExp(`${LOOKING}${ALTERNATIVE} (?:to|for) (?:the )?$`, 'i');
const ASKS_FOR_ALTERNATIVE = new RegExp(`(?:${ASKING})${ALTERNATIVE} (?:to|for) (?:the )?$`, 'i');
/** An advertisement: "Looking for an alternative to A?" */
const ADDRESSES_READER = /^(?:(?:still|are you) )?(?:looking|searching|shopping|hunting|need|want)\b/i;
const ASKS = new RegExp(ASKING, 'i');
const ABOUT_ALTERNATIVE = /\b(?:alternatives?|replacements?|substitutes?) (?:to|for) (?:the )?$/i;

/** The ways in which writers name what they want, and the words of a title before it. */
const WANTS: readonly [RegExp, string][] = [
  [new RegExp(`${LOOKING}${OBJECT}`, 'i'), 'Looks for'],
  [new RegExp(`(?:${ASKING})${OBJECT}`, 'i'), 'Asks for'],
  [/\b(?:i|we) (?:(?:also|just|really|still) )?need ((?:an?|another|some) .+)/i, 'Needs'],
  [/\b(?:i|we) (?:(?:also|just|really|still) )?want ((?:an?|another|some) .+)/i, 'Wants'],
  [
    /\b(?:i|we)(?: (?:really|still|just))? (?:want to|wanna|would like to) buy ((?:an?|another|the|some) .+)/i,
    'Wants to buy',
  ],
  [/\b(?:i'm|we're|i am|we are) (?:going|planning) to buy ((?:an?|another|the|some) .+)/i, 'Plans to buy'],
  [
    /\b(?:i'm|we're|i am|we are) (?:thinking (?:of|about)|considering) buying ((?:an?|another|the|some) .+)/i,
    'Considers buying',
  ],
  [/\b(?:i|we) wish there (?:was|were) ((?:an?|some) .+)/i, 'Wishes for'],
];

const CONDITION = /\b(?:if|unless|until|when|whenever)\b/i;
/** Ends what is wanted. A comma inside a number does not. */
const OBJECT_END = /[.,;:!?](?=\s|$)|[()"“”[\]]| [-–—] | (?:because|since|but|before|please|if|so|while|asap)\b/i;
/** Words of the writer for the writer or the reader are wrong in a title, which has another speaker. */
const SPEAKER = /\b(?:I|i|[Ww]e|[Mm]y|[Oo]ur|[Mm]e|us|[Mm]ine|[Oo]urs|[Yy]ou|[Yy]our)\b/;
const LINKS = new Set(
  'that which who whom whose where for to with without of in on and or so by from at into about than as is are can'.split(
    ' ',
  ),
);
const DETERMINERS = new Set(['a', 'an', 'any', 'some', 'another', 'the']);
const LONGEST_OBJECT = 80;

/** "Looks for an alternative to A", if the sentence looks for one; else null. `subject` is what the text is about. */
export function alternativeIn(sentence: StatedSentence, subject: string | null): string | null {
  for (const { name, before } of sentence.named) {
    if (CONDITION.test(before)) continue;
    if (isStatedBy(LOOKS_FOR_ALTERNATIVE, before, sentence)) return `Looks for an alternative to ${name}`;
    if (ASKS_FOR_ALTERNATIVE.test(before)) return `Asks for an alternative to ${name}`;
    if (sentence.isQuestion && !ADDRESSES_READER.test(before) && ABOUT_ALTERNATIVE.test(before))
      return `Asks about an alternative to ${name}`;
  }
  const [match] = OPEN_ALTERNATIVE.exec(sentence.text) ?? [];
  if (match === undefined || CONDITION.test(sentence.text) || sentence.isQuestion) return null;
  const wish = ASKS.test(match) ? 'Asks for an alternative' : 'Looks for an alternative';
  if (sentence.reviewed !== null && sentence.named.length === 0) return `${wish} to ${sentence.reviewed}`;
  return subject === null ? wish : `${wish}, in a ${sentence.reviewed === null ? 'post' : 'review'} about ${subject}`;
}

/** "Looks for a help desk with …", in the writer's own words, if the sentence names what is wanted; else null. */
export function needIn(sentence: StatedSentence): string | null {
  for (const [pattern, verb] of WANTS) {
    const match = pattern.exec(sentence.text);
    if (!match || CONDITION.test(sentence.text.slice(0, match.index))) continue;
    if (sentence.isQuestion && verb !== 'Asks for') continue;
    const object = objectOf(match[1] ?? '');
    if (object !== null) return `${verb} ${object}`;
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
  const [clause = ''] = text.split(OBJECT_END, 1);
  const words = clause.trim().split(' ');
  const speaker = words.findIndex((word) => SPEAKER.test(word));
  // The words since the last link belong to the speaker: "an app that tracks my tasks".
  let end = speaker < 0 ? words.length : words.slice(0, speaker).findLastIndex((word) => LINKS.has(word.toLowerCase()));
  while (end > 0 && isDangling(words[end - 1] ?? '')) end--;
  if (end < 2) return null;
  const object = [lowerFirst(words[0] ?? ''), ...words.slice(1, end)].join(' ');
  return object.length <= LONGEST_OBJECT ? object : cutAtWord(object);
}

const isDangling = (word: string): boolean => LINKS.has(word.toLowerCase()) || DETERMINERS.has(word.toLowerCase());
const lowerFirst = (word: string): string => word.charAt(0).toLowerCase() + word.slice(1);

/** The first whole words of a text that is too long, with a sign that it was cut. Null without a space. */
function cutAtWord(text: string): string | null {
  const end = text.lastIndexOf(' ', LONGEST_OBJECT - 1);
  return end > 0 && text.slice(0, end).includes(' ') ? `${text.slice(0, end)}…` : null;
}
