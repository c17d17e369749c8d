import { v5 as uuidv5 } from 'uuid';
import { isWord } from '#analysis/text/parsed.text.js';
import { stemWord } from '#analysis/text/word.stemmer.js';
import { tokenizeWords } from '#analysis/text/word.tokenizer.js';

const NAMESPACE = '5f0c1c1e-6f0b-5b8e-9d5c-3c1f6f3a7f11';
/** A theme keeps its id under another name if more than this share of its mentions are the same reviews. */
const SAME_MENTIONS = 0.5;
const MIN_SHARED = 2;

/** Phrases that deny something: "cannot open files" and "does not open files" are the same problem. */
const DENIAL =
  /\b(?:can(?: ?not|['’]t)|(?:do|does|did|will|would|is|are)(?:n['’]t| not)|won['’]t|unable to|fails? to)\b/g;
/** Words that change no meaning. */
const EMPTY = new Set(
  'a an the to of with in on at for from by and or is are be been when while my your our their its it this that'.split(
    ' ',
  ),
);

/** Identifies a theme. Themes of a product with the same key mean the same. */
export interface ThemeIdentity {
  theme_id: string;
  meaning_key: string;
}

/** A theme of the last report, with the reviews that name it. The reviews are unknown for reports without mentions. */
export interface KnownTheme extends ThemeIdentity {
  reviewIds: ReadonlySet<string>;
}

/** A theme of a new report. */
export interface NamedTheme {
  name: string;
  /** A key that is the same whatever the name is; empty if only the name is known. */
  family: string;
  reviewIds: readonly string[];
}

/** The product of a report, and the themes of its last report. */
export interface ThemeHistory {
  productId: string;
  known: readonly KnownTheme[];
}

/**
 * The key of a name: the stems of its words without order, so that singular and plural, another word order and other
 * words for "not" have the same key.
 */
export function meaningKeyOf(name: string): string {
  const words = tokenizeWords(name.toLowerCase().replace(DENIAL, ' not ')).filter(isWord);
  const stems = words.filter((word) => !EMPTY.has(word)).map(stemWord);
  return [...new Set(stems)].sort().join(' ') || name.trim().toLowerCase();
}

/**
 * The identities of the themes of a report, in their order. The key of a theme is its family, without one it follows from the
 * name. A theme has the id of the known theme with the same key, else of the known theme that mostly the same reviews name, else an id that follows from product and key. No two
 * themes of a report have the same id.
 */
export function identifyThemes(themes: readonly NamedTheme[], { productId, known }: ThemeHistory): ThemeIdentity[] {
  const keys = themes.map(({ name, family }) => (family === '' ? meaningKeyOf(name) : family));
  const keyAt = (index: number): string => keys[index] ?? '';
  const ids = new Map<number, string>();
  const open = new Set(known);
  const keep = (index: number, theme: KnownTheme): void => {
    ids.set(index, theme.theme_id);
    open.delete(theme);
  };
  // A report that was made before themes had families knows them by their names.
  for (const keyOf of [keyAt, (index: number) => meaningKeyOf(themes[index]?.name ?? '')])
    themes.forEach((_theme, index) => {
      const same = ids.has(index) ? undefined : [...open].find(({ meaning_key }) => meaning_key === keyOf(index));
      if (same) keep(index, same);
    });
  for (const { index, theme } of matchesOf(themes, [...open]))
    if (!ids.has(index) && open.has(theme)) keep(index, theme);
  const used = new Set([...ids.values(), ...[...open].map(({ theme_id }) => theme_id)]);
  return keys.map((meaning_key, index) => {
    const theme_id = ids.get(index) ?? newId(productId, meaning_key, used);
    used.add(theme_id);
    return { theme_id, meaning_key };
  });
}

/** An id that is not in use: a theme that lost its name to another one keeps its id. */
function newId(productId: string, key: string, used: ReadonlySet<string>): string {
  for (let copy = 0; ; copy++) {
    const id = uuidv5([productId, key, ...(copy > 0 ? [copy] : [])].join('/'), NAMESPACE);
    if (!used.has(id)) return id;
  }
}

/**
 * Pairs of new and known themes that the same reviews name, those with the most shared reviews first. For the new
 * theme, only reviews that the last report mentions count: a theme may grow.
 */
function matchesOf(themes: readonly NamedTheme[], known: readonly KnownTheme[]) {
  const mentioned = new Set(known.flatMap(({ reviewIds }) => [...reviewIds]));
  const pairs = themes.flatMap(({ reviewIds }, index) => {
    const before = reviewIds.filter((id) => mentioned.has(id));
    return known.flatMap((theme) => {
      const shared = before.filter((id) => theme.reviewIds.has(id)).length;
      const isSame = shared >= MIN_SHARED && shared > SAME_MENTIONS * Math.max(before.length, theme.reviewIds.size);
      return isSame ? [{ index, theme, shared }] : [];
    });
  });
  return pairs.sort((one, other) => other.shared - one.shared);
}
