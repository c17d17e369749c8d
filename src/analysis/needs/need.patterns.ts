import { patternLists } from './pattern.lists.js';

/** The kinds of needs of writers, the firmest first. */
export const NEEDS = ['alternative', 'recommendation', 'leaving', 'purchase', 'consideration', 'gap'] as const;
export type Need = (typeof NEEDS)[number];

const lists = patternLists(
  ['software.txt', 'needs.txt'],
  [
    ...NEEDS,
    'names-thing',
    'names-device',
    'names-software',
    'wants-device',
    'denies',
    'other-need',
    'prize',
    'month',
    'hurry',
    'term',
    'budget',
    'size',
    'settled',
    'says-use',
    'own-work',
    'other-thing',
  ],
);

/** Sentences that state a need. */
export const STATES: Record<Need, RegExp> = lists;
/** Names something that people buy or use, such as an app. */
export const {
  'names-thing': NAMES_THING,
  'names-device': NAMES_DEVICE,
  'names-software': NAMES_SOFTWARE,
  'wants-device': WANTS_DEVICE,
} = lists;
export const { denies: DENIES, 'other-need': OTHER_NEED, prize: OFFERS_PRIZE } = lists;
export const { month: MONTH, hurry: HURRY, term: TERM, budget: BUDGET, size: SIZE, settled: SETTLED } = lists;
export const { 'says-use': SAYS_USE, 'own-work': OWN_WORK, 'other-thing': NAMES_OTHER_THING } = lists;
