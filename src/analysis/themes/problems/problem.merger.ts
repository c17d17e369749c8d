import { NEAR_WORDS } from '../../lexicon/problem.words.js';
import { conceptOf } from './noun.reader.js';
import { type ProblemGroup } from './problem.grouper.js';
import { keyOf, type Meaning, nearOf, problemMeaning, SEEN, WORKING } from './problem.meaning.js';
import { contentWords } from './problem.namer.js';
import { KEY_SEPARATOR } from './problem.notes.js';

const AD = 'ad';
/** The symptom of things that keep popping up. */
const POPS_UP = 'pops up';
/** The share of the mentions of failing verbs with a thing that are about the thing of the product, such as videos. */
const THING_SHARE = 0.2;

/** A verb and the verb with a thing are one problem if this share of the sentences of the verb names the thing. */
const MIN_SAID = 0.5;
/** The minimum number of sentences that show what most of them name. */
const MAX_READ = 100;

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
    const ranked = all.map((group) => ({ group, meaning: problemMeaning(group.name) })).sort(bySize);
    this.thing = thingOf(ranked);
    for (const { group, meaning } of ranked) this.add(group, meaning);
    for (const bare of this.kept.filter(({ meaning }) => isBareVerb(meaning))) this.addThing(bare);
    this.addPopups();
  }

  /** The groups that remain, in their order. */
  get groups(): ProblemGroup[] {
    return this.all.flatMap((group) => this.merged.get(group) ?? []).filter(({ sentences }) => sentences.length > 0);
  }

  /** The group for a problem with this name; undefined if there is none. */
  groupOf(name: string): ProblemGroup | undefined {
    return this.byKey.get(keyOf(problemMeaning(name), this.thing));
  }

  private add(group: ProblemGroup, meaning: Meaning): void {
    const key = keyOf(meaning, this.thing);
    const same = this.byKey.get(key) ?? this.kept.find((other) => isNear(meaning, other.meaning))?.group;
    if (same) {
      same.sentences.push(...group.sentences);
      // A hard thing is bad, too.
      if (meaning.kind === 'bad' && problemMeaning(same.name).isHard) same.name = group.name;
    } else {
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
      if (this.shareOf(group, (word) => nearOf(word) === thing) < MIN_SAID) continue;
      group.sentences.push(...other.group.sentences);
      group.name = other.group.name;
      other.group.sentences = [];
    }
  }

  /** Joins the group that keeps popping up with the group of too many ads, if most sentences of the former name ads. */
  private addPopups(): void {
    const pops = this.kept.find(({ group }) => group.key === POPS_UP)?.group;
    const ads = this.kept.find(
      ({ meaning: { kind, words, since } }) => kind === 'many' && words.join() === AD && !since,
    )?.group;
    if (!pops || !ads || this.shareOf(pops, (word) => conceptOf(word) === AD) < MIN_SAID) return;
    ads.sentences.push(...pops.sentences);
    pops.sentences = [];
  }

  /** The share of the sentences of a group with a word that fits. */
  private shareOf({ sentences }: ProblemGroup, fits: (word: string) => boolean): number {
    const read = sentences.slice(0, MAX_READ);
    return read.filter((at) => contentWords(this.sliceOf(at)).some(fits)).length / read.length;
  }
}

/** True for a failing verb without a thing: "Cannot skip". */
const isBareVerb = ({ kind, words }: Meaning): boolean => kind === 'not' && words.length === 1;

function bySize({ group: one }: Ranked, { group: other }: Ranked): number {
  return other.sentences.length - one.sentences.length || (one.name < other.name ? -1 : 1);
}

/**
 * True for "Notifications do not work" and "Cannot get notifications", for "No notifications" and the latter, and for "Hard to search" and
 * "Search could be better".
 */
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
    (isMissing(other) && one.kind === 'no') ||
    (one.isHard && other.kind === 'bad') ||
    (other.isHard && one.kind === 'bad');
  return isPair && nounsOf(one) === nounsOf(other);
}

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
