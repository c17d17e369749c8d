import { group } from 'd3-array';
import { categoryNameIn, FAMILIES, type Family, type NameLanguage } from '../lexicon/families.js';
import { BLANK_WORDS } from '../lexicon/problem.words.js';
import { lowerFirst } from '#platform/text/first.letter.js';
import { stemWord } from '../text/word.stemmer.js';
import {
  type ComplaintSentence,
  kindOfProduct,
  readSentences,
  wordsOfProduct,
} from './families/complaint.sentences.js';
import { familyAmong, groupFamilies, isRead } from './families/family.grouper.js';
import { type ThemeSentence } from './families/mention.judge.js';
import { mentionsOf } from './families/mention.lister.js';
import { discoverThemes } from './families/theme.discoverer.js';
import { compareMeanings } from './families/theme.meanings.js';
import { countReviews, PART, saysFailure, sizeThemes, type SizedTheme } from './families/theme.sizes.js';
import { listVariants, NAMING_SHARE, WORDING_SHARE } from './families/variant.lister.js';
import { headingOf } from './problems/problem.heading.js';
import { isPlural } from './problems/noun.reader.js';
import { spelled } from './problems/problem.notes.js';
import { type ProblemGroup, ProblemGrouper } from './problems/problem.grouper.js';
import { contentStems, formOf } from './problems/problem.namer.js';
import { REST, type ReviewRecord, type ThemeGroup, type VariantGroup } from './theme.types.js';

/** The minimum number of reviews that name a problem, and the minimum share of the reviews with a complaint. */
const MIN_REVIEWS = { few: 2, some: 3, share: 0.001 };
/** From this many reviews with a complaint, a problem needs more than two. */
const SOME_REVIEWS = 30;
/** From this many reviews with a complaint, a problem with a noun needs more than two as well. */
const MANY_REVIEWS = 200;
/** A complaint that names no problem is kept from this pain on (log-odds). */
const MIN_OTHER_PAIN = 1.5;
const BLANK_STEMS = new Set([...BLANK_WORDS].map(stemWord));
const REST_NAMES: Readonly<Record<NameLanguage, string>> = { en: 'Other problems', fr: 'Autres problèmes' };
const DISCOVERED: Readonly<Record<NameLanguage, (phrase: string) => string>> = {
  en: (phrase) => `Problems with ${isPlural(phrase) || /\p{Lu}/u.test(phrase) ? phrase : `the ${phrase}`}`,
  fr: (phrase) => `Problèmes : ${phrase}`,
};

interface Forming {
  language: NameLanguage;
  complaining: number;
}

/**
 * Groups complaints into themes: families of problems, and things that many of the other complaints share. The reviews of which no
 * theme has a mention are one theme, last: their problems are in themes that are too small, or they say only that something is wrong.
 */
export function formThemes(records: readonly ReviewRecord[], productName: string | undefined): ThemeGroup[] {
  const banned = wordsOfProduct(productName, records);
  const kind = kindOfProduct(records, banned);
  const sentences = readSentences(records, { banned, kind });
  const complaining = records.filter(({ complaints }) => complaints.length).length;
  const forming = { language: languageOf(records), complaining };
  const { families, problems, rest, weak } = groupFamilies(sentences, groupProblems(sentences, complaining), {
    product: kind,
    isEmpty: (sentence) => isEmpty(sentence, banned),
  });
  const found = discoverThemes(sentences, [...rest, ...weak], { banned, complaining });
  const taken = new Set(found.flatMap(({ members }) => members));
  for (const own of families.values()) for (const at of taken) own.delete(at);
  const memberOf = (at: number, problem?: ProblemGroup): ThemeSentence[] => {
    const sentence = sentences[at];
    return sentence ? [{ sentence, problem }] : [];
  };
  const ofFamilies = [...families].map(([family, own]) => ({
    key: FAMILIES[family]?.key ?? '',
    family,
    members: [...own].flatMap(([at, problem]) => memberOf(at, problem)),
  }));
  const general = generalOf(ofFamilies);
  const all: SizedTheme[] = ofFamilies.filter((theme) => !general.includes(theme));
  for (const problem of problems)
    all.push({
      key: formOf(problem.name),
      family: null,
      name: headingOf(problem.name),
      members: problem.sentences.flatMap((at) => memberOf(at, problem)),
    });
  for (const { key, phrase, members } of found)
    all.push({
      key,
      family: null,
      name: DISCOVERED[forming.language](spelled(phrase)),
      members: members.flatMap((at) => memberOf(at)),
    });
  compareMeanings(all);
  const { themes, rest: tooSmall } = sizeThemes(all, complaining);
  const small = rejoin(tooSmall, themes);
  const others = rest.filter((at) => !taken.has(at)).flatMap((at) => memberOf(at));
  const unnamed = [...small, ...others.filter(({ sentence }) => isOther(sentence))];
  const named = new Set(themes.flatMap(({ members }) => members.map(({ sentence }) => sentence.record.id)));
  const { language } = forming;
  const open = [
    ...general.flatMap(({ family, members }) =>
      members.map((member) => ({ member, variant: FAMILIES[family]?.names[language] ?? '' })),
    ),
    ...unnamed.map((member) => ({ member, variant: categoryNameIn(language, categoryOf(member)) })),
  ].filter(({ member }) => !named.has(member.sentence.record.id));
  return [...themes.map((theme) => themeOf(theme, forming)), ...restOf(open, forming)];
}

/**
 * The families that say only that something is wrong. One with more reviews than any other is a theme all the same: it is what hurts
 * most, as while a service is down.
 */
function generalOf<Theme extends { family: number; members: readonly ThemeSentence[] }>(
  families: readonly Theme[],
): Theme[] {
  const isLast = ({ family }: Theme): boolean => FAMILIES[family]?.rank === 'last';
  const most = Math.max(0, ...families.filter((one) => !isLast(one)).map(({ members }) => countReviews(members)));
  return families.filter((one) => isLast(one) && countReviews(one.members) <= most);
}

/** Puts the sentences of themes that are too small into others that they name, too. @returns those that name none */
function rejoin(small: readonly ThemeSentence[], themes: readonly SizedTheme[]): ThemeSentence[] {
  const byFamily = new Map(themes.filter(({ key }) => !key.includes(PART)).map((theme) => [theme.family, theme]));
  return small.filter(({ sentence }) => {
    const family = familyAmong(sentence, (one) => byFamily.has(one));
    if (family !== undefined) byFamily.get(family)?.members.push({ sentence });
    return family === undefined;
  });
}

/** The language of most of the texts that were read, if themes have names in it; else English. */
function languageOf(records: readonly ReviewRecord[]): NameLanguage {
  const read = records.filter(({ skipped }) => skipped === undefined);
  return read.filter(({ language }) => language === 'fr').length * 2 > read.length ? 'fr' : 'en';
}

/** The problems that several sentences name. */
function groupProblems(sentences: readonly ComplaintSentence[], complaining: number): ProblemGroup[] {
  const few = complaining < SOME_REVIEWS ? MIN_REVIEWS.few : MIN_REVIEWS.some;
  const minReviews = Math.max(few, MIN_REVIEWS.share * complaining);
  const index = new ProblemGrouper(sentences, MIN_REVIEWS.few);
  const specific = index.take('specific', complaining < MANY_REVIEWS ? MIN_REVIEWS.few : minReviews);
  const failures = index.take('failure', minReviews);
  const groups = mergeNames([...specific, ...failures]);
  index.addPartial(groups);
  return groups;
}

/** Joins groups whose names differ at most in number, articles and auxiliaries; the larger group has the name. */
function mergeNames(groups: readonly ProblemGroup[]): ProblemGroup[] {
  const byForm = new Map<string, ProblemGroup>();
  for (const group of groups) {
    // "Deleted files" is not "Cannot delete files".
    const form = `${formOf(group.name)} ${/not\b/.test(group.name) ? 'not' : ''}`;
    const known = byForm.get(form);
    if (!known) byForm.set(form, { ...group, sentences: [...group.sentences] });
    else {
      if (group.sentences.length > known.sentences.length) known.name = group.name;
      known.sentences.push(...group.sentences);
    }
  }
  return [...byForm.values()];
}

/** True for a sentence that denies complaints, or fits every one ("please fix this terrible bug"). `banned` are the words of the product's name. */
function isEmpty({ complaints, frames, problems }: ComplaintSentence, banned: ReadonlySet<string>): boolean {
  if (problems.some(({ depth }) => depth === 'specific' || depth === 'failure')) return false;
  if (frames.denies) return true;
  return [...contentStems(complaints[0]?.slice ?? '')].every((stem) => BLANK_STEMS.has(stem) || banned.has(stem));
}

/** True for a complaint of no theme that names a problem or is clear. */
function isOther({ record, complaints, problems }: ComplaintSentence): boolean {
  const [complaint] = complaints;
  if (complaint?.isFurther || (complaint?.categoryId === 'other' && isRead(record.language))) return false;
  if (problems.some(({ depth }) => depth !== 'partial')) return true;
  return record.language !== 'en' || (complaint?.pain ?? 0) >= MIN_OTHER_PAIN;
}

const minVariant = (complaining: number): number => (complaining < MANY_REVIEWS ? MIN_REVIEWS.few : MIN_REVIEWS.some);

function themeOf(theme: SizedTheme, { language, complaining }: Forming): ThemeGroup {
  const { key, family, name, members } = theme;
  const own = family === null ? undefined : FAMILIES[family];
  const mentions = mentionsOf(members, family, (member) => saysFailure(theme, member));
  const variants = listVariants({ key, family, members, mentions }, { language, minMentions: minVariant(complaining) });
  const shareOf = ({ kind }: VariantGroup): number => (kind === 'wording' ? WORDING_SHARE : NAMING_SHARE);
  const frequent = variants.filter(
    (variant) => variant.kind !== 'circumstance' && variant.mentions.length >= shareOf(variant) * mentions.length,
  );
  // The name of a subfamily says more than a verb without its thing.
  const naming = frequent.find(isThing) ?? frequent.find(({ isSubfamily }) => isSubfamily) ?? frequent[0];
  // A part of a family is about one thing, which the name of the family would hide.
  const part = key.includes(PART) ? variants.find(isThing) : undefined;
  const place = (naming ?? part) ? undefined : placeOf(own, variants, mentions.length);
  const given = name ?? (naming ?? part)?.name ?? place?.named ?? own?.names[language] ?? key;
  return {
    family: key,
    name: given,
    categoryId: own?.homes[0] ?? mostFrequentCategory(members),
    isTelling: own === undefined || own.rank === 'first' || (own.rank === 'weak' && naming !== undefined),
    mentions,
    variants: variants.filter((variant) => variant.name !== given && variant !== place?.variant),
    naming: variants.find((variant) => variant.name === given),
  };
}

/** True for a problem with a thing. */
const isThing = ({ kind, isSubfamily }: VariantGroup): boolean => kind === 'object' && !isSubfamily;

/** The place that most mentions of a family name, and the name that it gives the theme: "Does not work well on the iPad". */
function placeOf(
  family: Family | undefined,
  variants: readonly VariantGroup[],
  mentions: number,
): { variant: VariantGroup; named: string } | undefined {
  const variant = variants.find(
    ({ name, kind, mentions: own }) =>
      kind === 'circumstance' && name.startsWith('On ') && own.length >= NAMING_SHARE * mentions,
  );
  return variant && family?.beforePlace
    ? { variant, named: `${family.beforePlace} ${lowerFirst(variant.name)}` }
    : undefined;
}

/** The complaints of no theme. Their variants are the general families and the categories of the others. */
function restOf(
  open: readonly { member: ThemeSentence; variant: string }[],
  { language, complaining }: Forming,
): ThemeGroup[] {
  const membersOf = (own: typeof open): ThemeSentence[] => own.map(({ member }) => member);
  const mentions = mentionsOf(membersOf(open), null);
  if (!mentions.length) return [];
  const variants = [...group(open, ({ variant }) => variant)]
    .map(([name, own]): VariantGroup => ({ name, kind: 'wording', mentions: mentionsOf(membersOf(own), null) }))
    .filter(
      ({ name, mentions }) => name !== categoryNameIn(language, 'other') && mentions.length >= minVariant(complaining),
    )
    .sort((one, other) => other.mentions.length - one.mentions.length || (one.name < other.name ? -1 : 1))
    .slice(0, MAX_REST_VARIANTS);
  return [
    {
      family: REST,
      name: REST_NAMES[language],
      categoryId: 'other',
      isTelling: false,
      mentions,
      variants,
    },
  ];
}

const MAX_REST_VARIANTS = 8;

/** The category in which most sentences of a theme are. */
function mostFrequentCategory(members: readonly ThemeSentence[]): string {
  const counts = new Map<string, number>();
  for (const member of members) counts.set(categoryOf(member), (counts.get(categoryOf(member)) ?? 0) + 1);
  return [...counts].sort(([a, some], [b, others]) => others - some || (a < b ? -1 : 1))[0]?.[0] ?? 'other';
}

const categoryOf = ({ sentence }: ThemeSentence): string => sentence.complaints[0]?.categoryId ?? 'other';
