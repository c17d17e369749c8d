import { join } from 'node:path';
import { patternLists } from '#analysis/needs/pattern.lists.js';

/** The patterns of `data/quotes.txt`, by which a draft reads and chooses sentences. @throws LexiconError for an invalid line */
export const SIGNS = patternLists(
  ['quotes.txt'],
  [
    'wishes',
    'praises',
    'pleased',
    'swears',
    'masks',
    'links',
    'points-back',
    'rules-out',
    'rates',
    'warns',
    'complains',
    'is-sentence',
    'common',
    'names-support',
    'lacks',
    'moved-on',
    'cannot-cancel',
    'asks',
    'names-price',
    'own-act',
    'conditions',
    'around-thing',
    'superlative',
    'seeks-way',
  ],
  join(import.meta.dirname, 'data'),
);
