import { join } from 'node:path';
import { patternLists } from '#analysis/needs/pattern.lists.js';

const FOLDER = join(import.meta.dirname, 'data');

/** The patterns of `data/matter.txt`, by which a draft reads what a quote is about. @throws LexiconError for an invalid line */
export const READING = patternLists(
  ['matter.txt'],
  [
    'cut',
    'link',
    'complains',
    'writer',
    'product',
    'other',
    'after-verb',
    'fails',
    'condition',
    'joins',
    'been',
    'copula',
    'plural-copula',
    'denial',
    'more',
    'link-on',
    'asked-for',
    'denied',
    'another-clause',
    'verbal',
    'goes-on',
    'the',
    'a',
    'amount',
    'unwanted',
    'lacks',
    'unclear',
    'no-subject',
    'is-sentence',
    'common',
  ],
  FOLDER,
);

/** The patterns of `data/quotes.txt`, by which sentences are chosen for a quote. @throws LexiconError for an invalid line */
export const SIGNS = patternLists(
  ['quotes.txt'],
  [
    'wishes',
    'praises',
    'pleased',
    'swears',
    'masks',
    'pleads',
    'rants',
    'warns',
    'rates',
    'links',
    'points-back',
    'leans-on-context',
    'rules-out',
  ],
  FOLDER,
);
