import {
  ASSORTMENT_NOUNS,
  DEFAULT_OBJECTS,
  DENIED_WORDS,
  EQUAL_NAMES,
  NEAR_WORDS,
  NOT_LACKED,
  NOUN_VERBS,
  OWN_VERBS,
  PART_NOUNS,
  VERBS_ALONE,
} from '../../lexicon/problem.words.js';
import { stemWord } from '../../text/word.stemmer.js';
import { alikeOf, conceptOf } from './noun.reader.js';
import { contentWords } from './problem.namer.js';
import { knownBaseOf } from './verb.forms.js';

/** Kinds of problems by the words of their names. The first that fits decides. */
const KINDS: readonly (readonly [string, RegExp])[] = [
  ['few', /^(?:not enough|limited)\b|\b(?:is|are) limited$/],
  ['many', /^too (?:many|much)\b/],
  [
    'bad',
    /^bad\b|\bcould be better$|^(?:awkward|clumsy|clunky|messy|ugly)\s|\b(?:is|are) (?:awkward|clumsy|clunky|messy|ugly)$/,
  ],
  ['gone', /\b(?:gone|disappear\w*|vanish\w*|missing)\b/],
  ['lost', /^(?:los[et]|loses|losing|deleted|deletes|deleting|erased)\b|\b(?:deleted|lost)$/],
  ['no', /^(?:no|lack of|removed)\b|\bremoved$/],
  [
    'not',
    /\bnot\b|\bcannot\b|\bunavailable\b|^(?:waste|out) of\b|^(?:stopped|unable|trouble|fails? to|hard to|difficult to|tricky to|impossible to)\b/,
  ],
];
const KIND_WORDS =
  /^(?:gone|disappear\w*|vanish\w*|missing|los[et]|loses|losing|delete[ds]|deleting|erased|removed|limited|stopped|trouble|fails?|hard|difficult|tricky|impossible|unable|awkward|clumsy|clunky|messy|ugly)$/;
const SINCE = / (?:since|after) the (?:update|new version)$/;
/** A thing that is not seen, not received or not loaded is one problem. */
export const SEEN = 'seen';
/** Alike only with a thing: "Does not count steps" and "Does not track steps". */
const WITH_THINGS = new Set([SEEN, 'tracked', 'changed', 'sync']);
/** The verbs of a thing that "does not work". */
export const WORKING = new Set([SEEN, 'play', 'open']);
const NOT_WORKING = / not work$/;
const HARD = /^(?:hard|difficult|tricky) to /;
/** A bad selection is a limited one, for any kind of object. */
const ASSORTMENT = 'assortment';
const GET = 'get';
const GETS = /\bget(?:s|ting)?\b/;

/** The kind of a problem, and its words without those that do not distinguish it from another. */
export interface Meaning {
  kind: string;
  words: readonly string[];
  since: boolean;
  /** True for "Notifications do not work". */
  isWorking: boolean;
  /** True for "Hard to search". */
  isHard: boolean;
}

/** The kind and the words of a name, or those of a name that means the same: "No sound" for "Audio does not play". */
export function problemMeaning(name: string): Meaning {
  const own = ownMeaningOf(name);
  const equal = EQUAL_MEANINGS.get(keyOf({ ...own, since: false }, undefined));
  return equal ? { ...equal, since: own.since } : own;
}

/** The kind and the words of a name: "Search icon disappears" is `no` with `search`. */
function ownMeaningOf(name: string): Meaning {
  const lower = name.toLowerCase();
  const plain = lower.replace(SINCE, '');
  const kind = KINDS.find(([, pattern]) => pattern.test(plain))?.[0] ?? '';
  const said = contentWords(plain).filter((word) => kind === '' || !KIND_WORDS.test(word));
  // "Get" is not a content word of a name.
  if (kind === 'not' && said.length > 0 && GETS.test(plain)) said.push(GET);
  const parts = said.filter((word) => !PART_NOUNS.has(word));
  const told = parts.length > (kind === 'not' ? 1 : 0) ? parts : said;
  const verbs = told.map(nearOf);
  const isObject = (word: string): boolean =>
    verbs.some((verb) => DEFAULT_OBJECTS.get(verb)?.has(word) ?? DEFAULT_OBJECTS.get(verb)?.has(conceptOf(word)));
  const alike = told.filter((word) => !isObject(word)).map(nearOf);
  const words = [...new Set(alike)].sort();
  const isBare = words.length === 1 && WITH_THINGS.has(words[0] ?? '');
  const isConnectionLost = kind === 'lost' && words.join() === 'connect';
  const other = isConnectionLost ? 'disconnects' : kind === 'not' && DENIED_WORDS.get(said.join());
  if (other) return { ...ownMeaningOf(other), since: plain !== lower };
  // Photos that are gone are lost, and a button that is gone is missing.
  const isContent = told.some((word) => NOT_LACKED.has(word));
  return asAction(told, {
    kind: kind === 'gone' ? (isContent ? 'lost' : 'no') : kind,
    words: isBare ? said.map(conceptOf) : words.length ? words : [plain],
    since: plain !== lower,
    isWorking: NOT_WORKING.test(plain) && words.length > 1,
    isHard: HARD.test(plain),
  });
}

/** The failing verb that a name means: "No search bar" is "Cannot search", and "Calling does not show" is "Cannot call". */
function asAction(told: readonly string[], meaning: Meaning): Meaning {
  const { kind, words } = meaning;
  if ((kind === 'bad' || kind === 'few') && told.some((word) => ASSORTMENT_NOUNS.has(word)))
    return { ...meaning, kind: 'few', words: [ASSORTMENT] };
  const [word = ''] = told;
  const isAction = VERBS_ALONE.has(word) && !NOUN_VERBS.has(word) && !OWN_VERBS.has(nearOf(word));
  if (kind === 'no' && words.length === 1 && isAction) return { ...meaning, kind: 'not' };
  const isSeen = kind === 'not' && words.length === 2 && words.includes(SEEN);
  if (isSeen && told.some((one) => /..ing$/.test(one) && VERBS_ALONE.has(knownBaseOf(one) ?? '')))
    return { ...meaning, words: words.filter((one) => one !== SEEN) };
  return meaning;
}

/** The common word for similar words in the names of problems. */
export const nearOf = (word: string): string => NEAR_WORDS.get(word) ?? NEAR_WORDS.get(stemWord(word)) ?? alikeOf(word);

/** One key for all names of a problem. `thing` is the thing that the product is about. */
export function keyOf({ kind, words, since }: Meaning, thing: string | undefined): string {
  const [verb] = kind === 'not' && words.length === 2 ? words.filter((word) => word !== thing) : [];
  const isOfThing = verb !== undefined && words.includes(thing ?? '') && !OWN_VERBS.has(verb);
  return `${kind} ${isOfThing ? verb : words.join(' ')} ${since}`;
}

/** The meanings of names that say the same as another one, by their keys. */
const EQUAL_MEANINGS: ReadonlyMap<string, Meaning> = new Map(
  [...EQUAL_NAMES].map(([name, equal]): [string, Meaning] => [
    keyOf(ownMeaningOf(name), undefined),
    ownMeaningOf(equal),
  ]),
);
