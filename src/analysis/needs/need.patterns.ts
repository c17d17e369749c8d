import { patternLists } from './pattern.lists.js';

/** The kinds of needs of writers, the firmest first. */
export const NEEDS = ['alternative', 'recommendation', 'leaving', 'purchase', 'consideration', 'gap'] as const;
export type Need = (typeof NEEDS)[number];

const lists = patternLists('needs.txt', [...NEEDS, 'denies', 'prize', 'hurry', 'size']);

/** Sentences that state a need. */
export const STATES: Record<Need, RegExp> = lists;
export const { denies: DENIES, prize: OFFERS_PRIZE, hurry: HURRY, size: SIZE } = lists;
