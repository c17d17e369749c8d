import type { StatedSentence } from './stated.sentence.js';

/** Positions in which the writer can be the subject. "The files we moved" is about files. */
const CLAUSE =
  '(?:^|[,;:.!(-] ?|\\b(?:and|so|but|because|since|now|then|today|finally|therefore|years?|months?|weeks?|days?) )';
/** "We cancelled and are moving": the first verb says of the writer the same as the second. */
const LEFT_AND = '(?:(?:have |just |finally )?(?:cancell?ed|uninstalled|gave up|quit|left) and )?';
/**
 * The writer, with words that leave the meaning of the verb after them. "Not" and "my boss" are not among them. A verb at
 * the start of a sentence is in the past or a plan: "Switch to A" is advice.
 */
const WRITER =
  '(?:^(?=(?:[a-z]+ed|thinking|considering|planning) )|' +
  `${CLAUSE}(?:i|we)(?:'(?:m|re|ve|ll|d))? ${LEFT_AND})` +
  '(?:(?:am|are|have|had|will|would|might|may|could|want|plan|planning|need|going|decided|thinking|considering|' +
  'consider|hoping|tempted|about|of|to|been|be|already|just|also|now|recently|finally|probably|definitely|soon|both|' +
  'all|then|maybe) )*';
/** A verb in the present needs one of these before it: "we move A to B" is a habit. */
const WILL = "(?<=(?:\\bto|\\bwill|'ll|\\bwould|\\bmight|\\bmay|\\bcould) )";
const MOVE = `(?:${WILL}(?:switch|move|migrate)|switch(?:ed|ing)|mov(?:ed|ing)|migrat(?:ed|ing))`;
const SELF = '(?:this|the) (?:app|application|tool|software|product|service|program|platform|thing)\\b';
const IS_SELF = new RegExp(`^${SELF}`, 'i');
const PLAN_OF =
  '(?:my|our) (?:(?:annual|monthly|yearly|paid|premium|pro|team) )?(?:subscription|membership|plan|contract|account)\\b';

/** The words before the name of the product to which a writer moves, or from which. */
const MOVES_TO = new RegExp(
  `${WRITER}${MOVE} (?:(?:back|on|over|away|everything) )?(?:from (.{1,40}) )?to (?:the )?$`,
  'i',
);
const MOVES_FROM = new RegExp(`${WRITER}${MOVE} (?:away |off )?from (?:the )?$`, 'i');
const LEAVES = new RegExp(
  `${WRITER}(?:${WILL}leave|leaving|left|ditch(?:ed|ing)?|dropp(?:ed|ing)|stop(?:ped)? using|stopping|quit using|` +
    'gave up on|giv(?:e|ing) up on|uninstall(?:ed|ing)?|cancel(?:l?ed|l?ing)?) (?:the |my |our )?$',
  'i',
);
/** Ways to leave the reviewed product without its name. */
const LEAVES_REVIEWED = [
  new RegExp(
    `${WRITER}(?:stop(?:ped)? using|quit using|gave up on|giv(?:e|ing) up on|uninstall(?:ed|ing)?|` +
      `${MOVE} (?:away )?from|delet(?:e|ed|ing)|leaving) ${SELF}`,
    'i',
  ),
  new RegExp(
    `${WRITER}(?:stop(?:ped)? using|quit using|gave up on|giv(?:e|ing) up on|uninstall(?:ed|ing)?) it\\b`,
    'i',
  ),
  new RegExp(`${WRITER}leaving(?=[.!;]|$)`, 'i'),
  new RegExp(`${WRITER}(?:cancel(?:l?ed|l?ing)?|end(?:ed|ing)|terminat(?:e|ed|ing)) ${PLAN_OF}`, 'i'),
  /\b(?:i|we)(?:'re| are|'m| am)? (?:won't|will not|not|are not|aren't) (?:going to )?(?:be )?renew(?:ing)?\b/i,
];
const RETURNS = /\b(?:re-?install\w*|again)\b/i;
const CONDITION = /\b(?:if|unless|until|when|whenever)\b/i;
const HEDGE = /\b(?:would|might|may|could|want|thinking|considering|consider|hoping|tempted|probably|maybe|need)\b/i;
const PRICE = '(?:price|prices|pricing|expensive|overpriced|costs?|fees?)\\b';
const OVER_PRICE = new RegExp(
  `\\b(?:because|since|due to|over|as)\\b[^.;]{0,60}\\b${PRICE}|\\b${PRICE}.{0,40}\\bso (?:i|we)\\b`,
  'i',
);
/** The words that may follow a product that is left or taken. A noun would be a part of it: "leaving A groups". */
const AFTER_PRODUCT =
  /^(?:$|[^\s\p{L}\p{N}]| (?:a|after|and|as|at|because|but|by|due|for|from|in|instead|is|last|next|now|on|once|or|over|since|so|soon|then|this|to|today|tomorrow|too|was|which|who|with)\b)/iu;
const DENIAL = /\b(?:not|never|no|nothing)\b|n't\b/i;

/** "Leaves A for B over the price", if the sentence says so in the writer's own name; else null. */
export function departureIn(sentence: StatedSentence): string | null {
  if (sentence.isQuestion || CONDITION.test(sentence.text) || RETURNS.test(sentence.text)) return null;
  const named = namedDeparture(sentence);
  const left =
    named ?? (sentence.reviewed !== null && leavesReviewed(sentence) ? `leaving ${sentence.reviewed}` : null);
  if (left === null) return null;
  const reason = OVER_PRICE.test(sentence.text) && !DENIAL.test(sentence.text) ? ' over the price' : '';
  return `${HEDGE.test(sentence.text) ? `Considers ${left}` : asFact(left)}${reason}`;
}

function namedDeparture({ named, reviewed }: StatedSentence): string | null {
  const whole = named.filter(({ after }) => AFTER_PRODUCT.test(after));
  const target = whole.find(({ before }) => MOVES_TO.test(before));
  const to = target?.name ?? null;
  const origin = whole.find(({ name, before }) => name !== to && isOrigin(before))?.name ?? null;
  if (to !== null && origin === null && to !== reviewed && !movesFromOther(target?.before ?? ''))
    return reviewed === null ? `a switch to ${to}` : `leaving ${reviewed} for ${to}`;
  if (origin === null || (to !== null && origin === to)) return null;
  return to === null ? `leaving ${origin}` : `leaving ${origin} for ${to}`;
}

/** A product that is not known by name: "I moved from B to A". */
const movesFromOther = (before: string): boolean => {
  const from = MOVES_TO.exec(before)?.[1];
  return from !== undefined && !IS_SELF.test(from);
};

const isOrigin = (before: string): boolean => MOVES_FROM.test(before) || LEAVES.test(before);

/** Another name in the sentence may be what the writer leaves. */
const leavesReviewed = ({ text, named, reviewed }: StatedSentence): boolean =>
  named.every(({ name }) => name === reviewed) && LEAVES_REVIEWED.some((way) => way.test(text));

const asFact = (left: string): string => left.replace(/^leaving /, 'Leaves ').replace(/^a switch to /, 'Switches to ');
