import { FAMILIES, familyIndex } from '../../lexicon/families.js';
import { GENERAL_CATEGORIES } from '../../lexicon/taxonomy.js';
import { tokenizeWords } from '../../text/word.tokenizer.js';
import { type ProblemGroup } from '../problems/problem.grouper.js';
import { type ComplaintSentence } from './complaint.sentences.js';
import { agrees, familyOfFrames, type FramedSentence, isFirst } from './family.chooser.js';
import { readFrames } from './frame.reader.js';

/** A group without a family by its name has the one that this share of its sentences name. */
const MIN_NAMED = 0.4;
const UPDATE = familyIndex('update');
const FEATURES = familyIndex('features');
/** An English sentence that does not say the failure of its theme, or has only a last one, belongs to it from this pain on (log-odds). */
export const MIN_UNSAID_PAIN = 1;
/** The keys of things that a product lacks. */
const LACK = /^(?:no|few|gone) /;
/** The first category of each family, if it is narrow: there, the aspect is enough. */
const HOMES: ReadonlyMap<number, string> = new Map(
  FAMILIES.flatMap(({ homes: [home = ''] }, index): [number, string][] =>
    GENERAL_CATEGORIES.has(home) ? [] : [[index, home]],
  ),
);

/** The sentences of a family, each with the problem that it names, if its name is one of a variant. */
export type FamilySentences = Map<number, ProblemGroup | undefined>;

/** The families of a report with their sentences, and the sentences and problems of no family. */
export interface FamilyGroups {
  families: Map<number, FamilySentences>;
  problems: ProblemGroup[];
  rest: number[];
  /** The sentences of weak families that name no frequent problem. A theme of their own is better. */
  weak: number[];
}

/**
 * Puts sentences into families: those of a named problem into the family of its name, and the others into that of
 * their frame if their category agrees. A sentence that names no more than a weak or a last family joins a better one
 * if it has a frame of it. A sentence that names no problem and says nothing is left out.
 */
export function groupFamilies(
  sentences: readonly ComplaintSentence[],
  groups: readonly ProblemGroup[],
  { product, isEmpty }: { product: ReadonlySet<string>; isEmpty: (sentence: ComplaintSentence) => boolean },
): FamilyGroups {
  const families = new Map<number, FamilySentences>();
  const problems: ProblemGroup[] = [];
  const rest: number[] = [];
  const put = (family: number, at: number, group?: ProblemGroup): void => {
    const known = families.get(family);
    if (known) known.set(at, group);
    else families.set(family, new Map([[at, group]]));
  };
  const named = new Set<number>();
  for (const group of groups) {
    const family = familyOfGroup(group, sentences, product);
    if (family === undefined) problems.push(group);
    for (const at of group.sentences) {
      named.add(at);
      const sentence = sentences[at];
      if (family === undefined || !sentence) continue;
      const better = isFirst(family) ? undefined : familyOfFrames(framed(sentence));
      if (better !== undefined) put(better, at);
      else if (FAMILIES[family]?.rank === 'last' && isMild(sentence, family)) rest.push(at);
      else put(family, at, group);
    }
  }
  const weak: number[] = [];
  sentences.forEach((sentence, at) => {
    if (named.has(at) || isEmpty(sentence)) return;
    const family = familyOfSentence(sentence);
    if (family === undefined) rest.push(at);
    else put(family, at);
    if (family !== undefined && FAMILIES[family]?.rank === 'weak') weak.push(at);
  });
  return { families, problems, rest, weak };
}

/** The family of a problem: that of its name, else the one that its sentences mostly name. */
function familyOfGroup(
  { name, key, sentences: own }: ProblemGroup,
  sentences: readonly ComplaintSentence[],
  product: ReadonlySet<string>,
): number | undefined {
  const { families } = readFrames(tokenizeWords(name), 'en', product);
  const first = families.find(isFirst);
  if (first !== undefined) return first;
  const counts = new Map<number, number>();
  for (const at of own) {
    const said = sentences[at]?.frames.families.find(isFirst);
    if (said !== undefined) counts.set(said, (counts.get(said) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([a, some], [b, others]) => others - some || a - b);
  // "Does not work" is a last family by its name, and its sentences join others one by one.
  if (families.length) return families[0];
  if (most && most[1] >= MIN_NAMED * own.length) return most[0];
  return LACK.test(key) ? FEATURES : undefined;
}

/** The family of a sentence that names no frequent problem; undefined if none is sure enough. */
function familyOfSentence(sentence: ComplaintSentence): number | undefined {
  const family = likelyFamilyOf(sentence);
  return family === undefined || isMild(sentence, family) ? undefined : family;
}

/** The most specific of some families that a sentence names, if it is sure enough. */
export function familyAmong(sentence: ComplaintSentence, isOpen: (family: number) => boolean): number | undefined {
  const family = sentence.frames.families.find(
    (one) => isOpen(one) && (!isFirst(one) || FAMILIES[one]?.isSure || agrees(framed(sentence), one)),
  );
  return family === undefined || isMild(sentence, family) ? undefined : family;
}

/**
 * True for an English sentence without clear pain that does not say the failure of a family. The words of a last one, such as "bug", are in
 * praise too, but not a failure such as "does not work".
 */
function isMild({ complaints, frames, problems, record }: ComplaintSentence, family: number): boolean {
  if (record.language !== 'en' || (complaints[0]?.pain ?? 0) >= MIN_UNSAID_PAIN) return false;
  if (FAMILIES[family]?.rank === 'last') return !problems.some(({ depth }) => depth === 'failure');
  return !frames.close.includes(family);
}

function likelyFamilyOf(sentence: ComplaintSentence): number | undefined {
  const { complaints, frames, problems } = sentence;
  const isHome = (family: number): boolean => HOMES.get(family) === complaints[0]?.categoryId;
  return (
    familyOfFrames(framed(sentence)) ??
    frames.aspects.find(isHome) ??
    frames.families.find((family) => agrees(framed(sentence), family)) ??
    (problems.some(({ depth }) => depth === 'update') ? UPDATE : undefined) ??
    familyWithoutFrame(sentence)
  );
}

/** The families that say no more than their category, if the first one of the category says more. */
const WIDEST: Readonly<Record<string, number>> = {
  data: familyIndex('accuracy'),
  performance: familyIndex('slow'),
  privacy: familyIndex('privacy'),
  updates: familyIndex('update'),
};

/** The family of a narrow category in languages without phrases of families; elsewhere only that of a category that is one problem. */
function familyWithoutFrame({ complaints, frames, record }: ComplaintSentence): number | undefined {
  const category = complaints[0]?.categoryId;
  if (isRead(record.language)) return frames.whole.find((family) => FAMILIES[family]?.homes[0] === category);
  if (category === undefined || category === 'other' || GENERAL_CATEGORIES.has(category)) return undefined;
  const family = WIDEST[category] ?? FAMILIES.findIndex(({ homes }) => homes[0] === category);
  return family < 0 ? undefined : family;
}

/** True for a language with phrases of families. */
export const isRead = (language: string): boolean => language === 'en' || language === 'fr' || language === 'und';

const framed = ({ frames, complaints, record }: ComplaintSentence): FramedSentence => ({
  frames,
  categories: complaints.map(({ categoryId }) => categoryId),
  language: record.language,
});
