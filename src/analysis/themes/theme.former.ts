import { CATEGORIES, categoryName, GENERAL_CATEGORIES } from '../lexicon/taxonomy.js';
import { tokenizeWords } from '../text/word.tokenizer.js';
import { stemWord } from '../text/word.stemmer.js';
import { ASPECTS, findAspects } from './aspect.finder.js';
import { commonSurface, isNounLike, minePhrases, type PhraseCount } from './phrase.miner.js';
import { type Mention, type ReviewRecord, type ThemeGroup } from './theme.types.js';

/** The least number of mentions that an aspect needs. */
const MIN_ASPECT_MENTIONS = 5;
/** The share of a category's mentions that an aspect needs, by the category's number of mentions. */
const ASPECT_SHARES = [
  { mentions: 600, share: 0.025 },
  { mentions: 150, share: 0.06 },
  { mentions: 0, share: 0.15 },
];
const MAX_ASPECTS = 5;
/** An aspect named by a larger share of all complaints is the product itself, not a theme. */
const TOO_COMMON = 0.6;
/** An aspect that is less frequent in a category than in all complaints is not a theme of the category. */
const MIN_LIFT = 0.99;
/** Lowers the share of a general category, so that a specific one is preferred for an aspect that both name. */
const GENERAL_SHARE = 0.8;
/** An aspect needs this share of its mentions after better aspects took theirs. */
const MIN_FREE_SHARE = 0.5;
/** Weights of a candidate by its source: an aspect of the lists, a phrase found in the texts, or a single word. */
const TRUST = { aspect: 1, phrase: 0.9, word: 0.6 };
/** The exponent of the share of mentions. Below one, so that the lift has more influence. */
const SHARE_POWER = 0.8;

const PROPER_NAMES = new Map(
  'iPad iPads Kindle Chromebook Windows Linux Firefox Safari Chrome Chromecast Spotify Google Facebook Instagram WhatsApp LinkedIn Salesforce HubSpot Slack Excel Outlook Gmail Amazon PayPal Strava Fitbit Alexa Siri Galaxy Samsung Huawei Xiaomi'
    .split(' ')
    .map((name) => [name.toLowerCase(), name]),
);

/** A candidate aspect of a category, with the indices of the mentions that name it. */
interface Candidate {
  name: string;
  mentions: Set<number>;
  score: number;
}

/** Groups complaints by category and, within a category, by frequent aspects. An aspect names only one theme. */
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

/** Counts the complaints of all categories that contain each term. */
function countEverywhere(all: readonly Terms[]): { total: number; counts: Map<string, number> } {
  const counts = new Map<string, number>();
  for (const { aspects, phrases } of all) {
    const keys = new Set([...aspects.map((aspect) => `#${aspect}`), ...phrases.map(({ key }) => key)]);
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return { total: all.length, counts };
}

/** The aspects and phrases that are frequent in a category and not more frequent elsewhere, best first. */
function rankCandidates(
  categoryId: string,
  terms: readonly Terms[],
  everywhere: { total: number; counts: Map<string, number> },
  banned: ReadonlySet<string>,
): Candidate[] {
  const needed = minMentions(terms.length);
  const candidateOf = (name: string, key: string, mentions: Set<number>, trust: number): Candidate[] => {
    const all = everywhere.counts.get(key) ?? 1;
    if (mentions.size < needed || all / everywhere.total > TOO_COMMON) return [];
    const lift = mentions.size / terms.length / (all / everywhere.total);
    if (lift < MIN_LIFT) return [];
    return [
      { name, mentions, score: trust * Math.pow(mentions.size / terms.length, SHARE_POWER) * Math.log(1 + lift) },
    ];
  };
  const candidates = [
    ...[...countAspects(terms)].flatMap(([aspect, mentions]) => {
      const { name = '', home, quiet } = ASPECTS[aspect] ?? {};
      const own = name.split(' ').some((word) => banned.has(word.toLowerCase()));
      return quiet || own || home !== undefined ? [] : candidateOf(name, `#${aspect}`, mentions, TRUST.aspect);
    }),
    ...[...countPhrases(terms)].flatMap(([key, count]) => {
      const surface = commonSurface(count);
      const free = isNounLike(count) && !isListedAspect(surface) && !repeatsCategoryName(surface, categoryId);
      return free
        ? candidateOf(properName(surface), key, count.mentions, key.includes(' ') ? TRUST.phrase : TRUST.word)
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

/**
 * Splits a category by its aspects, best first. A mention belongs to the first aspect that it names; the others form
 * one group.
 */
function splitCategory(categoryId: string, mentions: readonly Mention[], ranked: readonly Candidate[]): ThemeGroup[] {
  const left = new Set(mentions.keys());
  const needed = minMentions(mentions.length);
  const groups: ThemeGroup[] = [];
  const order = [...ranked].sort((one, other) => other.score - one.score || compare(one.name, other.name));
  for (const { name, mentions: named } of order) {
    if (groups.length >= MAX_ASPECTS) break;
    const free = [...named].filter((index) => left.has(index));
    if (free.length < needed || free.length < MIN_FREE_SHARE * named.size) continue;
    for (const index of free) left.delete(index);
    groups.push({ categoryId, aspect: name, mentions: pick(mentions, free) });
  }
  if (left.size) groups.push({ categoryId, aspect: null, mentions: pick(mentions, [...left]) });
  return groups;
}

/** The number of mentions that an aspect needs in a category of the given size. */
function minMentions(size: number): number {
  const share = ASPECT_SHARES.find(({ mentions }) => size >= mentions)?.share ?? 1;
  return Math.max(MIN_ASPECT_MENTIONS, size * share);
}

function pick(mentions: readonly Mention[], indices: readonly number[]): Mention[] {
  return indices.flatMap((index) => mentions[index] ?? []);
}

/** The words of the product's name, which cannot name a theme. */
function bannedWords(productName: string | undefined): ReadonlySet<string> {
  return new Set(tokenizeWords(productName ?? '').flatMap((word) => [word, stemWord(word)]));
}

/** True if the phrase names an aspect of the lists. */
function isListedAspect(surface: string): boolean {
  return findAspects(surface.split(' ')).size > 0;
}

/** Applies the spelling of proper names. */
function properName(surface: string): string {
  return surface
    .split(' ')
    .map((word) => PROPER_NAMES.get(word) ?? word)
    .join(' ');
}

function repeatsCategoryName(surface: string, categoryId: string): boolean {
  const own = tokenizeWords(categoryName(categoryId)).map(stemWord);
  return surface.split(' ').some((word) => own.includes(stemWord(word)));
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
