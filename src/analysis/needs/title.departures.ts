import { patternLists } from './pattern.lists.js';
import { type StatedSentence, statedSentenceOf } from './stated.sentence.js';

const PATTERNS = patternLists(
  ['departures.txt'],
  [
    'arrives',
    'is-better',
    'is-self',
    'moves-to',
    'moves-from',
    'leaves',
    'leaves-reviewed',
    'returns',
    'condition',
    'hedge',
    'over-price',
    'after-product',
    'denial',
  ],
);

/** Whether a sentence says that the writer has come to a product or prefers it: "I switched to A". Such a writer does not leave it. */
export function arrivesAt(evidence: string, product: string | null): boolean {
  if (product === null || PATTERNS['leaves-reviewed'].test(evidence)) return false;
  const { named } = statedSentenceOf(evidence, [product], null);
  return named.some(({ before, after }) => PATTERNS.arrives.test(before) || PATTERNS['is-better'].test(after));
}

/** "Leaves A for B over the price", if the sentence states it about the writer; else null. */
export function departureIn(sentence: StatedSentence): string | null {
  if (sentence.isQuestion || PATTERNS.condition.test(sentence.text) || PATTERNS.returns.test(sentence.text))
    return null;
  const named = namedDeparture(sentence);
  const left =
    named ?? (sentence.reviewed !== null && leavesReviewed(sentence) ? `leaving ${sentence.reviewed}` : null);
  if (left === null) return null;
  const reason =
    PATTERNS['over-price'].test(sentence.text) && !PATTERNS.denial.test(sentence.text) ? ' over the price' : '';
  return `${PATTERNS.hedge.test(sentence.text) ? `Considers ${left}` : asFact(left)}${reason}`;
}

function namedDeparture({ named, reviewed }: StatedSentence): string | null {
  const whole = named.filter(({ after }) => PATTERNS['after-product'].test(after));
  const target = whole.find(({ before }) => PATTERNS['moves-to'].test(before));
  const to = target?.name ?? null;
  const origin = whole.find(({ name, before }) => name !== to && isOrigin(before))?.name ?? null;
  if (to !== null && origin === null && to !== reviewed && !movesFromOther(target?.before ?? ''))
    return reviewed === null ? `a switch to ${to}` : `leaving ${reviewed} for ${to}`;
  if (origin === null || (to !== null && origin === to)) return null;
  return to === null ? `leaving ${origin}` : `leaving ${origin} for ${to}`;
}

/** A product that is not known by name: "I moved from B to A". */
const movesFromOther = (before: string): boolean => {
  const from = PATTERNS['moves-to'].exec(before)?.[1];
  return from !== undefined && !PATTERNS['is-self'].test(from);
};

const isOrigin = (before: string): boolean => PATTERNS['moves-from'].test(before) || PATTERNS.leaves.test(before);

/** Another name in the sentence may be the product that the writer leaves. */
const leavesReviewed = ({ text, named, reviewed }: StatedSentence): boolean =>
  named.every(({ name }) => name === reviewed) && PATTERNS['leaves-reviewed'].test(text);

const asFact = (left: string): string => left.replace(/^leaving /, 'Leaves ').replace(/^a switch to /, 'Switches to ');
