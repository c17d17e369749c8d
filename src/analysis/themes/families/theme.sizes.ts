import { FAMILIES } from '../../lexicon/families.js';
import { KEY_SEPARATOR } from '../problems/problem.notes.js';
import { toProbability } from '../../model/linear.model.js';
import { judgeMention, type ThemeSentence } from './mention.judge.js';

/** A theme needs this share of the reviews that complain, and at least this many reviews. */
const MIN_SHARE = 0.005;
const MIN_REVIEWS = { few: 2, some: 3 };
/** So many reviews of a theme must say its failure near its aspect; where fewer do, most of the others mean something else. */
const MIN_SAYING = 2;
/** A theme whose English sentences are less surely about it on average shows mostly other things (docs/analysis.md). */
const MIN_SURENESS = { few: 0.5, more: 0.4 };
/** Fewer sentences are few. */
const MORE_SENTENCES = 5;
/** So many sentences of a theme are judged. */
const MAX_JUDGED = 200;
/** From this many complaining reviews, two are too few. */
const SOME_REVIEWS = 100;
/** From this many complaining reviews, a report has so many themes. */
const MANY_REVIEWS = 200;
const THEMES = { least: 8, most: 20 };
/** A theme with a greater share of the mentions is split by things. */
const MAX_SHARE = 0.35;

/** In the key of a part of a theme, before its thing. */
export const PART = '/';

/** A theme of a report, before it has a name. */
export interface SizedTheme {
  key: string;
  family: number | null;
  /** The name of a theme that no family has. */
  name?: string;
  members: ThemeSentence[];
}

/** The themes of a report, and the sentences of those that are too small. */
export interface SizedThemes {
  themes: SizedTheme[];
  rest: ThemeSentence[];
}

/** The number of reviews of some sentences. */
export const countReviews = (members: readonly ThemeSentence[]): number =>
  new Set(members.map(({ sentence }) => sentence.record.id)).size;

/** Whether a sentence names a problem of the theme or says its failure near its aspect. Without a family, every sentence does. */
export const saysFailure = ({ family }: SizedTheme, { sentence, problem }: ThemeSentence): boolean =>
  family === null || problem !== undefined || sentence.frames.close.includes(family);

/** The sentences that say the failure, and those that need not: of a whole category, or in another language than English. */
const sureMembers = (theme: SizedTheme): ThemeSentence[] =>
  theme.members.filter(
    (member) =>
      saysFailure(theme, member) ||
      member.sentence.record.language !== 'en' ||
      (theme.family !== null && FAMILIES[theme.family]?.whole !== undefined),
  );

/** Whether the sentences are about the theme for the most part. How surely, is known of English ones only. */
function isAboutItself({ family, members }: SizedTheme): boolean {
  const english = members.filter(({ sentence }) => sentence.record.language === 'en').slice(0, MAX_JUDGED);
  const sum = english.reduce((total, member) => total + toProbability(judgeMention(member, family)), 0);
  const least = english.length < MORE_SENTENCES ? MIN_SURENESS.few : MIN_SURENESS.more;
  return sum >= least * english.length;
}

/** Splits themes that are too large, and keeps 8 to 20 themes where enough reviews complain. */
export function sizeThemes(all: readonly SizedTheme[], complaining: number): SizedThemes {
  const total = all.reduce((sum, { members }) => sum + countReviews(members), 0);
  const fewest = complaining < SOME_REVIEWS ? MIN_REVIEWS.few : MIN_REVIEWS.some;
  const least = Math.max(fewest, MIN_SHARE * complaining);
  const most = complaining < MANY_REVIEWS ? Infinity : MAX_SHARE * total;
  const ranked = all
    .flatMap((theme) => splitTheme(theme, { least, most }))
    .map((theme) => ({ theme, reviews: countReviews(theme.members) }))
    .sort((one, other) => other.reviews - one.reviews || (one.theme.key < other.theme.key ? -1 : 1));
  const possible = ranked.filter(
    ({ reviews, theme }) => reviews >= fewest && countReviews(sureMembers(theme)) >= MIN_SAYING && isAboutItself(theme),
  );
  const large = possible.filter(({ reviews }) => reviews >= least).length;
  const wanted = complaining >= MANY_REVIEWS ? Math.max(large, THEMES.least) : large;
  const kept = possible.slice(0, Math.min(wanted, THEMES.most));
  const keys = new Set(kept.map(({ theme }) => theme.key));
  const rest = ranked.filter(({ theme }) => !keys.has(theme.key)).flatMap(({ theme }) => theme.members);
  return { themes: kept.map(({ theme }) => theme), rest };
}

/**
 * Takes things with at least `least` reviews out of a theme with more than `most`, largest first. The thing that most of its problems have stays: two
 * themes about it would be the same to a reader.
 */
function splitTheme(theme: SizedTheme, { least, most }: { least: number; most: number }): SizedTheme[] {
  const parts: SizedTheme[] = [];
  let { members } = theme;
  const ranked = thingsOf(members).slice(1);
  for (const { thing, own } of ranked) {
    if (countReviews(members) <= most || countReviews(own) < least) break;
    const taken = new Set(own);
    parts.push({ ...theme, key: `${theme.key}${PART}${thing}`, members: own });
    members = members.filter((member) => !taken.has(member));
  }
  return [{ ...theme, members }, ...parts];
}

/** The things of the problems of a theme with their sentences, those of most reviews first. */
function thingsOf(members: readonly ThemeSentence[]): { thing: string; own: ThemeSentence[] }[] {
  const byThing = new Map<string, ThemeSentence[]>();
  for (const member of members) {
    const thing = member.problem?.key.split(KEY_SEPARATOR)[1];
    if (thing !== undefined) byThing.set(thing, [...(byThing.get(thing) ?? []), member]);
  }
  return [...byThing]
    .map(([thing, own]) => ({ thing, own }))
    .sort((one, other) => countReviews(other.own) - countReviews(one.own) || (one.thing < other.thing ? -1 : 1));
}
