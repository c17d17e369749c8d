import { CATEGORIES, categoryName, GENERAL_CATEGORIES } from '../lexicon/taxonomy.js';
import { tokenizeWords } from '../text/word.tokenizer.js';
import { stemWord } from '../text/word.stemmer.js';
import { ASPECTS, findAspects } from './aspect.finder.js';
import { commonSurface, isNounLike, minePhrases, type PhraseCount } from './phrase.miner.js';
import { type Mention, type ReviewRecord, type ThemeGroup } from './theme.types.js';

const ASPECT_MENTIONS = 5;
/** Of the category's mentions; less in a large category, where a smaller share is still many voices. */
const ASPECT_SHARES = [
  { mentions: 600, share: 0.025 },
  { mentions: 150, share: 0.06 },
  { mentions: 0, share: 0.15 },
];
const MOST_ASPECTS = 5;
/** An aspect that this share of all complaints names is the product itself, not a theme of it. */
const TOO_COMMON = 0.6;
/** An aspect that a category names less often than complaints at large do says nothing about it. */
const LEAST_LIFT = 0.99;
/** Of two categories that name an aspect equally often, the specific one takes it. */
const GENERAL_SHARE = 0.8;
const SAME_THING = 0.5;
/** A phrase that was found in the texts is trusted less than an aspect of the lists, a single word least. */
const TRUST = { aspect: 1, phrase: 0.9, word: 0.6 };
/** Below one, so that being named more than elsewhere counts beside being named often. */
const SHARE_POWER = 0.8;

const PROPER_NAMES = new Map(
  'iPad iPads Kindle Chromebook Windows Linux Firefox Safari Chrome Chromecast Spotify Google Facebook Instagram WhatsApp LinkedIn Salesforce HubSpot Slack Excel Outlook Gmail Amazon PayPal Strava Fitbit Alexa Siri Galaxy Samsung Huawei Xiaomi'
    .split(' ')
    .map((name) => [name.toLowerCase(), name]),
);

/** One candidate aspect of a category: which of its mentions name it. */
interface Candidate {
  name: string;
  mentions: Set<number>;
  score: number;
}

/** Groups complaints by category and, inside each, by the aspects named often enough; one aspect names one theme only. */
export function formThemes(records: readonly ReviewRecord[], productName: string | undefined): ThemeGroup[] {
  const banned = bannedWords(productName);
  const byCategory = groupMentions(records);
  const terms = new Map(
    [...byCategory].map(([id, mentions]) => [id, mentions.map((mention) => readTerms(mention, banned))]),
  );
  const everywhere = countEverywhere([...terms.values()].flat());
  const candidates = [...byCategory.keys()].flatMap((id) =>
    rankCandidates(id, terms.get(id) ?? [], everywhere, banned).map((candidate) => ({ id, candidate })),
  );
  const shareOf = (id: string, candidate: Candidate): number =>
    (candidate.mentions.size / (byCategory.get(id)?.length ?? 1)) * (GENERAL_CATEGORIES.has(id) ? GENERAL_SHARE : 1);
  candidates.sort(
    (left, right) =>
      shareOf(right.id, right.candidate) - shareOf(left.id, left.candidate) ||
      compare(left.candidate.name, right.candidate.name),
  );
  const taken = new Map<string, string>();
  for (const { id, candidate } of candidates) if (!taken.has(candidate.name)) taken.set(candidate.name, id);
  return [...byCategory].flatMap(([id, mentions]) => {
    const own = candidates.filter((entry) => entry.id === id && taken.get(entry.candidate.name) === id);
    return splitCategory(
      id,
      mentions,
      own.map(({ candidate }) => candidate),
    );
  });
}

function groupMentions(records: readonly ReviewRecord[]): Map<string, Mention[]> {
  const groups = new Map<string, Mention[]>(CATEGORIES.map(({ id }) => [id, []]));
  for (const record of records) {
    for (const complaint of record.complaints) groups.get(complaint.categoryId)?.push({ record, complaint });
  }
  for (const [id, mentions] of groups) if (!mentions.length) groups.delete(id);
  return groups;
}

interface Terms {
  aspects: number[];
  phrases: { key: string; surface: string; afterDeterminer: boolean }[];
}

function readTerms({ complaint }: Mention, banned: ReadonlySet<string>): Terms {
  const words = tokenizeWords(complaint.slice);
  const others = words.map((word) => (banned.has(word) || banned.has(stemWord(word)) ? '.' : word));
  return { aspects: [...findAspects(others).keys()], phrases: minePhrases(words, banned) };
}

/** In how many complaints of all categories each term stands. */
function countEverywhere(all: readonly Terms[]): { total: number; counts: Map<string, number> } {
  const counts = new Map<string, number>();
  for (const { aspects, phrases } of all) {
    const keys = new Set([...aspects.map((aspect) => `#${aspect}`), ...phrases.map(({ key }) => key)]);
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return { total: all.length, counts };
}

/** The aspects and phrases of one category that are named often enough and more than elsewhere, best first. */
function rankCandidates(
  categoryId: string,
  terms: readonly Terms[],
  everywhere: { total: number; counts: Map<string, number> },
  banned: ReadonlySet<string>,
): Candidate[] {
  const least = leastMentions(terms.length);
  const judged = (name: string, key: string, mentions: Set<number>, trust: number): Candidate[] => {
    const all = everywhere.counts.get(key) ?? 1;
    if (mentions.size < least || all / everywhere.total > TOO_COMMON) return [];
    const lift = mentions.size / terms.length / (all / everywhere.total);
    if (lift < LEAST_LIFT) return [];
    return [
      { name, mentions, score: trust * Math.pow(mentions.size / terms.length, SHARE_POWER) * Math.log(1 + lift) },
    ];
  };
  const candidates = [
    ...[...countAspects(terms)].flatMap(([aspect, mentions]) => {
      const { name = '', home, quiet } = ASPECTS[aspect] ?? {};
      const own = name.split(' ').some((word) => banned.has(word.toLowerCase()));
      return quiet || own || home !== undefined ? [] : judged(name, `#${aspect}`, mentions, TRUST.aspect);
    }),
    ...[...countPhrases(terms)].flatMap(([key, count]) => {
      const surface = commonSurface(count);
      const free = isNounLike(count) && !isKnown(surface) && !echoes(surface, categoryId);
      return free
        ? judged(properName(surface), key, count.mentions, key.includes(' ') ? TRUST.phrase : TRUST.word)
        : [];
    }),
  ];
  return candidates.sort((left, right) => right.score - left.score || compare(left.name, right.name));
}

function countAspects(terms: readonly Terms[]): Map<number, Set<number>> {
  const counts = new Map<number, Set<number>>();
  terms.forEach(({ aspects }, index) => {
    for (const aspect of aspects) counts.set(aspect, (counts.get(aspect) ?? new Set<number>()).add(index));
  });
  return counts;
}

function countPhrases(terms: readonly Terms[]): Map<string, PhraseCount> {
  const counts = new Map<string, PhraseCount>();
  terms.forEach(({ phrases }, index) => {
    for (const { key, surface, afterDeterminer } of phrases) {
      let count = counts.get(key);
      if (!count) counts.set(key, (count = { mentions: new Set(), surfaces: new Map(), afterDeterminer: 0, seen: 0 }));
      count.mentions.add(index);
      count.surfaces.set(surface, (count.surfaces.get(surface) ?? 0) + 1);
      count.seen++;
      if (afterDeterminer) count.afterDeterminer++;
    }
  });
  return counts;
}

/** Splits a category by its aspects, best first; a mention goes to the first aspect it names, the rest stays together. */
function splitCategory(categoryId: string, mentions: readonly Mention[], ranked: readonly Candidate[]): ThemeGroup[] {
  const left = new Set(mentions.keys());
  const least = leastMentions(mentions.length);
  const groups: ThemeGroup[] = [];
  const order = [...ranked].sort((one, other) => other.score - one.score || compare(one.name, other.name));
  for (const { name, mentions: named } of order) {
    if (groups.length >= MOST_ASPECTS) break;
    const free = [...named].filter((index) => left.has(index));
    if (free.length < least || free.length < SAME_THING * named.size) continue;
    for (const index of free) left.delete(index);
    groups.push({ categoryId, aspect: name, mentions: pick(mentions, free) });
  }
  if (left.size) groups.push({ categoryId, aspect: null, mentions: pick(mentions, [...left]) });
  return groups;
}

/** How many mentions make an aspect of a category of this size. */
function leastMentions(size: number): number {
  const share = ASPECT_SHARES.find(({ mentions }) => size >= mentions)?.share ?? 1;
  return Math.max(ASPECT_MENTIONS, size * share);
}

function pick(mentions: readonly Mention[], indices: readonly number[]): Mention[] {
  return indices.flatMap((index) => mentions[index] ?? []);
}

/** Words of the product's own name name no theme of it. */
function bannedWords(productName: string | undefined): ReadonlySet<string> {
  return new Set(tokenizeWords(productName ?? '').flatMap((word) => [word, stemWord(word)]));
}

/** True where an aspect of the lists already speaks of this phrase. */
function isKnown(surface: string): boolean {
  return findAspects(surface.split(' ')).size > 0;
}

/** Spells what is spelled in its own way. */
function properName(surface: string): string {
  return surface
    .split(' ')
    .map((word) => PROPER_NAMES.get(word) ?? word)
    .join(' ');
}

function echoes(surface: string, categoryId: string): boolean {
  const own = tokenizeWords(categoryName(categoryId)).map(stemWord);
  return surface.split(' ').some((word) => own.includes(stemWord(word)));
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
