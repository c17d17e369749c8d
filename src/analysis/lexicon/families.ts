import { type PhraseList } from '../text/phrase.book.js';
import { LexiconError, type LexiconLanguage, type LexiconSection, readLexicon } from './lexicon.files.js';
import { phraseLists } from './phrase.lists.js';
import { CATEGORIES, categoryName } from './taxonomy.js';

/** The languages in which themes have names. */
export const NAME_LANGUAGES = ['en', 'fr'] as const;
export type NameLanguage = (typeof NAME_LANGUAGES)[number];

type Names = Readonly<Record<NameLanguage, string>>;

/** A family of problems: kinds of failure of one aspect, such as downloads that fail. */
export interface Family {
  key: string;
  names: Names;
  /** The beginning of its English name where most of its complaints name one place: "Does not work well on the iPad". */
  beforePlace?: string;
  /** The categories of its complaints, the one of the theme first. */
  homes: readonly string[];
  /** `weak` and `last` families take a sentence only if no other family does; `last` ones say nothing that a reader could act on. */
  rank: 'first' | 'weak' | 'last';
  /** Whether its frames are enough, whatever the category of the complaint is. */
  isSure: boolean;
  /** The kind of words that are enough for a complaint of its first category that has no frame: all of the category is one problem. */
  whole?: string;
  /** The word for the only kind of product that has the family. */
  product?: string;
}

/** What a complaint says about when or where a problem occurs, such as "Since the update". */
export interface Circumstance {
  key: string;
  names: Names;
}

/** A part of a family: those of its phrases that mean one of its failures, such as saving in editing. */
export interface Subfamily {
  family: number;
  /** A language without a name for it has only the family. */
  names: Readonly<Partial<Record<NameLanguage, string>>>;
}

/** A frame: words of an aspect that mean a family, near one of some kinds of failure. */
export interface Frame {
  family: number;
  /** The lists of which one must have a phrase near the aspect; empty if the aspect is enough. */
  kinds: readonly string[];
  /** True for words that only make two complaints more alike: a report needs surer ones for the family. */
  isHint: boolean;
  /** The word for the kind of product in which its words mean something else. */
  except?: string;
  /** The index of its subfamily, if it means only that part of the family. */
  subfamily?: number;
}

/** The phrases of one language. The names of the lists are keys of frames, kinds and circumstances. */
export interface FamilyPhrases {
  language: LexiconLanguage;
  phrases: PhraseList[];
}

const sections = readLexicon('families.txt');
const isEnglish = ({ language }: LexiconSection): boolean => language === 'en';
const withAttribute = (name: string): LexiconSection[] =>
  sections.filter((section) => isEnglish(section) && section.attributes.has(name));
const circumstanceKey = (section: LexiconSection): string | undefined => section.attributes.get('circumstance');

/** All families, most specific first. */
export const FAMILIES: readonly Family[] = withAttribute('home').map(familyOf);

/** All circumstances. A complaint has those of its bits. */
export const CIRCUMSTANCES: readonly Circumstance[] = withAttribute('circumstance').map((section) => {
  const key = circumstanceKey(section) ?? '';
  const french = sections.find((other) => !isEnglish(other) && circumstanceKey(other) === key)?.name;
  return { key, names: { en: section.name, fr: french ?? section.name } };
});

/** The names of the categories in other languages than English. */
const CATEGORY_NAMES: ReadonlyMap<string, string> = new Map(
  sections.flatMap(({ name, language, attributes }): [string, string][] => {
    const id = attributes.get('category');
    return id === undefined ? [] : [[`${language} ${id}`, name]];
  }),
);

/** The name of a category in a language of names. */
export function categoryNameIn(language: NameLanguage, id: string): string {
  return CATEGORY_NAMES.get(`${language} ${id}`) ?? categoryName(id);
}

const SUBFAMILY_SECTIONS = withAttribute('same').filter(({ attributes }) => attributes.has('name'));

/** All subfamilies. */
export const SUBFAMILIES: readonly Subfamily[] = SUBFAMILY_SECTIONS.map((section) => ({
  family: familyOfFrame(section),
  names: { en: section.attributes.get('name'), fr: frenchNameOf(section.name) },
}));

/** The frames by the names of their phrase lists, most specific first. */
export const FRAMES: ReadonlyMap<string, Frame> = new Map(
  sections
    .filter(
      (section) => isEnglish(section) && !section.attributes.has('kind') && !section.attributes.has('circumstance'),
    )
    .map((section): [string, Frame] => {
      const kinds = section.attributes.get('kinds')?.split(' ') ?? [];
      const subfamily = SUBFAMILY_SECTIONS.indexOf(section);
      return [
        section.name,
        {
          family: familyOfFrame(section),
          kinds,
          isHint: section.attributes.has('hint'),
          except: section.attributes.get('except'),
          subfamily: subfamily < 0 ? undefined : subfamily,
        },
      ];
    }),
);

/** The phrases of every language that has some. */
export const FAMILY_PHRASES: readonly FamilyPhrases[] = NAME_LANGUAGES.map((language) => ({
  language,
  phrases: phraseLists(
    sections.filter((section) => section.language === language && !section.attributes.has('category')),
    {},
    listNameOf,
  ),
}));

/** The index of a family. @throws Error for an unknown key */
export function familyIndex(key: string): number {
  const index = FAMILIES.findIndex((family) => family.key === key);
  if (index < 0) throw new Error(`Unknown family ${key}`);
  return index;
}

function familyOfFrame(section: LexiconSection): number {
  const key = section.attributes.get('same') ?? section.name;
  const family = FAMILIES.findIndex((one) => one.key === key);
  if (family < 0) throw new LexiconError(section, `unknown family ${key}`);
  return family;
}

function frenchNameOf(key: string): string | undefined {
  return sections
    .find(({ name, language, attributes }) => language === 'fr' && name === key && !attributes.has('kind'))
    ?.attributes.get('name');
}

function familyOf(section: LexiconSection): Family {
  const { name: key, attributes } = section;
  const homes = attributes.get('home')?.split(' ') ?? [];
  for (const home of homes)
    if (!CATEGORIES.some(({ id }) => id === home)) throw new LexiconError(section, `unknown category ${home}`);
  const english = attributes.get('name') ?? key;
  const rank = attributes.has('last') ? 'last' : attributes.has('weak') ? 'weak' : 'first';
  return {
    key,
    names: { en: english, fr: frenchNameOf(key) ?? english },
    beforePlace: attributes.get('place'),
    homes,
    rank,
    isSure: attributes.has('sure'),
    whole: attributes.get('whole'),
    product: attributes.get('product'),
  };
}

function listNameOf(section: LexiconSection): string | null {
  const { name, attributes } = section;
  if (attributes.has('kind')) return `kind ${name}`;
  const circumstance = circumstanceKey(section);
  if (circumstance !== undefined) return `circumstance ${circumstance}`;
  return FRAMES.has(name) ? name : null;
}
