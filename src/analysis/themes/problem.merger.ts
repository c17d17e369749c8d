import {
  DEFAULT_OBJECTS,
  DENIED_WORDS,
  EQUAL_NAMES,
  NEAR_WORDS,
  NOT_LACKED,
  OWN_VERBS,
  PART_NOUNS,
} from '../lexicon/problem.words.js';
import { stemWord } from '../text/word.stemmer.js';
import { alikeOf, conceptOf } from './noun.reader.js';
import { type ProblemGroup } from './problem.grouper.js';
import { contentWords } from './problem.namer.js';
import { KEY_SEPARATOR } from './problem.notes.js';

/** Kinds of problems by the words of their names. The first that fits decides. */
const KINDS: readonly (readonly [string, RegExp])[] = [
  ['few', /^(?:not enough|limited)\b/],
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
const SEEN = 'seen';
/** Alike only with a thing: "Does not count steps" and "Does not track steps". */
const WITH_THINGS = new Set([SEEN, 'tracked', 'changed', 'sync']);
/** The verbs of a thing that "does not work". */
const WORKING = new Set([SEEN, 'play', 'open']);
const NOT_WORKING = / not work$/;
const GET = 'get';
const GETS = /\bget(?:s|ting)?\b/;
/** The share of the mentions of failing verbs with a thing that are about the thing of the product, such as videos. */
const THING_SHARE = 0.2;

/** A verb and the verb with a thing are one problem if this share of the sentences of the verb names the thing. */
const MIN_SAID = 0.5;
/** So many sentences show what most of them name. */
const MOST_READ = 100;

/** The kind of a problem, and its words without what does not tell it from another. */
interface Meaning {
  kind: string;
  words: readonly string[];
  since: boolean;
  /** True for "Notifications do not work". */
  isWorking: boolean;
}

interface Ranked {
  group: ProblemGroup;
  meaning: Meaning;
}

/**
 * Joins groups that a reader would call the same problem: names that differ in words that are alike ("Freezes", "Hangs"), or in a
 * part of the interface ("Search icon disappears", "Search button disappeared"); a thing that cannot be seen or does not work
 * ("Cannot get notifications", "Notifications do not work"); a failing verb with and without the thing that the product is about
 * ("Does not play", "Cannot play videos"). The larger group has the name.
 */
export class ProblemMerger {
  private readonly kept: Ranked[] = [];
  private readonly byKey = new Map<string, ProblemGroup>();
  private readonly thing: string | undefined;
  private readonly merged = new Map<ProblemGroup, ProblemGroup>();

  /** `sliceOf` gives the text of a sentence of the groups. */
  constructor(
    private readonly all: readonly ProblemGroup[],
    private readonly sliceOf: (sentence: number) => string = () => '',
  ) {
    const ranked = all.map((group) => ({ group, meaning: meaningOf(group.name) })).sort(bySize);
    this.thing = thingOf(ranked);
    for (const { group, meaning } of ranked) this.add(group, meaning);
    for (const bare of this.kept.filter(({ meaning }) => isBareVerb(meaning))) this.addThing(bare);
  }

  /** The groups that remain, in their order. */
  get groups(): ProblemGroup[] {
    return this.all.flatMap((group) => this.merged.get(group) ?? []).filter(({ sentences }) => sentences.length > 0);
  }

  /** The group for a problem with this name; undefined if there is none. */
  groupOf(name: string): ProblemGroup | undefined {
    return this.byKey.get(keyOf(meaningOf(name), this.thing));
  }

  private add(group: ProblemGroup, meaning: Meaning): void {
    const key = keyOf(meaning, this.thing);
    const same = this.byKey.get(key) ?? this.kept.find((other) => isNear(meaning, other.meaning))?.group;
    if (same) same.sentences.push(...group.sentences);
    else {
      const copy = { ...group, sentences: [...group.sentences] };
      this.kept.push({ group: copy, meaning });
      this.merged.set(group, copy);
    }
    if (!this.byKey.has(key)) this.byKey.set(key, same ?? this.merged.get(group) ?? group);
  }

  /** Joins a failing verb and the verb with a thing, if most sentences of the verb name this thing: "Cannot skip", "Cannot skip ads". */
  private addThing({ group, meaning }: Ranked): void {
    const verb = nearOf(meaning.words[0] ?? '');
    for (const other of this.kept) {
      const { words, since, kind } = other.meaning;
      const [thing = ''] = words.filter((word) => word !== verb);
      if (kind !== 'not' || words.length !== 2 || !words.includes(verb) || since !== meaning.since) continue;
      const read = group.sentences.slice(0, MOST_READ);
      const said = read.filter((at) => contentWords(this.sliceOf(at)).some((word) => nearOf(word) === thing));
      if (said.length < MIN_SAID * read.length) continue;
      group.sentences.push(...other.group.sentences);
      group.name = other.group.name;
      other.group.sentences = [];
    }
  }
}

/** True for a failing verb without a thing: "Cannot skip". */
const isBareVerb = ({ kind, words }: Meaning): boolean => kind === 'not' && words.length === 1;

function bySize({ group: one }: Ranked, { group: other }: Ranked): number {
  return other.sentences.length - one.sentences.length || (one.name < other.name ? -1 : 1);
}

/** The kind and the words of a name, or those of a name that means the same: "No sound" for "Audio does not play". */
function meaningOf(name: string): Meaning {
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
  // "Get" is no content word of a name.
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
  return {
    kind: kind === 'gone' ? (isContent ? 'lost' : 'no') : kind,
    words: isBare ? said.map(conceptOf) : words.length ? words : [plain],
    since: plain !== lower,
    isWorking: NOT_WORKING.test(plain) && words.length > 1,
  };
}

const nearOf = (word: string): string => NEAR_WORDS.get(word) ?? NEAR_WORDS.get(stemWord(word)) ?? alikeOf(word);

/** One key for all names of a problem. */
function keyOf({ kind, words, since }: Meaning, thing: string | undefined): string {
  const [verb] = kind === 'not' && words.length === 2 ? words.filter((word) => word !== thing) : [];
  const isOfThing = verb !== undefined && words.includes(thing ?? '') && !OWN_VERBS.has(verb);
  return `${kind} ${isOfThing ? verb : words.join(' ')} ${since}`;
}

/** True for "Notifications do not work" and "Cannot get notifications", and for "No notifications" and the latter. */
function isNear(one: Meaning, other: Meaning): boolean {
  if (one.since !== other.since) return false;
  const nounsOf = ({ words, kind }: Meaning): string =>
    words.filter((word) => kind === 'no' || (word !== 'work' && !WORKING.has(word))).join(' ');
  const isSeen = ({ kind, words }: Meaning): boolean => kind === 'not' && words.length > 1 && words.includes(SEEN);
  const isVerb = ({ kind, words }: Meaning): boolean =>
    kind === 'not' && words.length > 1 && words.some((word) => WORKING.has(word));
  const isMissing = (meaning: Meaning): boolean => isSeen(meaning) || meaning.isWorking;
  const isPair =
    (one.isWorking && isVerb(other)) ||
    (other.isWorking && isSeen(one)) ||
    (isMissing(one) && other.kind === 'no') ||
    (isMissing(other) && one.kind === 'no');
  return isPair && nounsOf(one) === nounsOf(other);
}

/** The meanings of names that say the same as another one, by their keys. */
const EQUAL_MEANINGS: ReadonlyMap<string, Meaning> = new Map(
  [...EQUAL_NAMES].map(([name, equal]): [string, Meaning] => [
    keyOf(ownMeaningOf(name), undefined),
    ownMeaningOf(equal),
  ]),
);

/** The thing that the product is about: the noun of most mentions of failing verbs. */
function thingOf(ranked: readonly Ranked[]): string | undefined {
  const counts = new Map<string, number>();
  let total = 0;
  for (const { group, meaning } of ranked) {
    const noun = group.key.split(KEY_SEPARATOR)[1];
    if (noun === undefined || meaning.kind !== 'not') continue;
    const near = NEAR_WORDS.get(noun) ?? noun;
    counts.set(near, (counts.get(near) ?? 0) + group.sentences.length);
    total += group.sentences.length;
  }
  const [most] = [...counts].sort(([a, some], [b, others]) => others - some || (a < b ? -1 : 1));
  return most && most[1] >= THING_SHARE * total ? most[0] : undefined;
}
