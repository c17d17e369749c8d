import {
  CIRCUMSTANCES,
  FAMILIES,
  FAMILY_PHRASES,
  type Frame,
  FRAMES,
  type FamilyPhrases,
} from '../../lexicon/families.js';
import { PhraseBook } from '../../text/phrase.book.js';
import { isBreak } from '../../text/word.tokenizer.js';
import { type Language } from '../../text/language.detector.js';

/** The words between the aspect and the failure of a frame, and those between them if the frame is close. */
const NEAR = 5;
const CLOSE = 3;
const MAX_FRAMES = 3;
/** Words that begin another clause. */
const CLAUSE_STARTS = new Set('but however although though because whereas mais car sinon cependant'.split(' '));

/** What a sentence says in the words of `families.txt`. */
export interface SentenceFrames {
  /** The families of its frames, by their indices, most specific first. */
  families: readonly number[];
  /** Those of the families whose failure is close to its aspect: nearly all such sentences are about the family. */
  close: readonly number[];
  /** Families of hints only. */
  hinted: readonly number[];
  /** Families of which it names only the aspect. */
  aspects: readonly number[];
  /** Families that need no aspect, of whose kinds of failure it has one. */
  whole: readonly number[];
  /** The subfamilies of its frames, by their indices. */
  subfamilies: readonly number[];
  /** A bit for each circumstance. */
  circumstances: number;
  /** Whether it denies a complaint and names no family. */
  denies: boolean;
}

interface Hit {
  start: number;
  end: number;
}

interface Clause {
  kinds: ReadonlyMap<string, Hit[]>;
  aspects: readonly (Hit & Frame)[];
  /** A bit for each circumstance. */
  circumstances: number;
}

/** Kinds without which the words of an aspect say nothing. */
const TELLING_KINDS: ReadonlySet<string> = new Set(['lost', 'forced']);
const NO_WORDS: ReadonlySet<string> = new Set();
const NOTHING: SentenceFrames = {
  families: [],
  close: [],
  hinted: [],
  aspects: [],
  whole: [],
  subfamilies: [],
  circumstances: 0,
  denies: false,
};
/** The families that need no aspect, with the kind of words that they need. */
const WHOLE = FAMILIES.flatMap(({ whole }, family) => (whole === undefined ? [] : [{ family, kind: whole }]));

/** The meaning of each list of a phrase book. */
interface Book {
  book: PhraseBook;
  lists: readonly { kind?: string; circumstance?: number; frame?: Frame }[];
}

const BOOKS: ReadonlyMap<string, Book> = new Map(FAMILY_PHRASES.map((each) => [each.language, bookOf(each)]));

/**
 * Reads the families and circumstances that a sentence names. A clause that praises or denies names none. `product` are the
 * words for the product, without which a family of one kind of product is left out.
 */
export function readFrames(
  words: readonly string[],
  language: Language,
  product: ReadonlySet<string> = NO_WORDS,
): SentenceFrames {
  if (language === 'und') {
    const english = readFrames(words, 'en', product);
    return english.families.length || english.aspects.length ? english : readFrames(words, 'fr', product);
  }
  const known = BOOKS.get(language);
  if (!known) return NOTHING;
  const found = new Map<number, boolean>();
  const close = new Set<number>();
  const hinted = new Set<number>();
  const whole = new Set<number>();
  const subfamilies = new Set<number>();
  let circumstances = 0;
  let denies = false;
  for (const [from, to] of clausesOf(words)) {
    const { kinds, aspects, ...clause } = readClause(known, words, from, to);
    circumstances |= clause.circumstances;
    for (const { family, kind } of WHOLE) if (kinds.has(kind)) whole.add(family);
    denies ||= kinds.has('denied');
    if (kinds.has('denied') || (kinds.has('praise') && !kinds.has('pain') && !kinds.has('wish'))) continue;
    const excused = kinds.get('excused') ?? [];
    for (const aspect of aspects) {
      if (excused.some((hit) => excuses(hit, aspect)) || product.has(aspect.except ?? '')) continue;
      const within = (words: number): boolean =>
        !aspect.kinds.length || aspect.kinds.some((kind) => isNear(kinds.get(kind), aspect, words));
      if (aspect.isHint && within(NEAR)) hinted.add(aspect.family);
      const isFrame = !aspect.isHint && within(NEAR);
      if (isFrame && within(CLOSE)) close.add(aspect.family);
      if (isFrame && aspect.subfamily !== undefined) subfamilies.add(aspect.subfamily);
      // Without a loss or a demand, a thing such as "photos" or "premium" shows no family.
      if (isFrame || !aspect.kinds.some((kind) => TELLING_KINDS.has(kind)))
        found.set(aspect.family, isFrame || found.get(aspect.family) === true);
    }
  }
  const all = [...found].filter(([family]) => isOfProduct(family, product)).sort(([left], [right]) => left - right);
  const families = all
    .filter(([, isFrame]) => isFrame)
    .map(([family]) => family)
    .slice(0, MAX_FRAMES);
  return {
    families,
    close: families.filter((family) => close.has(family)),
    hinted: [...hinted].filter((family) => !families.includes(family)),
    aspects: all
      .filter(([family, isFrame]) => !isFrame && FAMILIES[family]?.rank === 'first')
      .map(([family]) => family),
    whole: [...whole],
    subfamilies: [...subfamilies],
    circumstances,
    denies: denies && families.length === 0,
  };
}

/** The kinds of failure, aspects and circumstances that some words name. */
function readClause({ book, lists }: Book, words: readonly string[], from: number, to: number): Clause {
  const kinds = new Map<string, Hit[]>();
  const aspects: (Hit & Frame)[] = [];
  let circumstances = 0;
  for (const { list, start, end } of book.find(words, from, to)) {
    const { kind, circumstance, frame } = lists[list] ?? {};
    if (kind !== undefined) {
      const known = kinds.get(kind);
      if (known) known.push({ start, end });
      else kinds.set(kind, [{ start, end }]);
    }
    if (circumstance !== undefined) circumstances |= 1 << circumstance;
    else if (frame) aspects.push({ ...frame, start, end });
  }
  return { kinds, aspects, circumstances };
}

/** False for a family of another kind of product. */
function isOfProduct(family: number, product: ReadonlySet<string>): boolean {
  const { product: kind } = FAMILIES[family] ?? {};
  return kind === undefined || product.has(kind);
}

/** True for an English word that alone is the aspect of a family. */
export function isAspect(word: string): boolean {
  const { families, aspects } = readFrames([word], 'en');
  return families.length > 0 || aspects.length > 0;
}

/** True for a phrase with another meaning that shares words with an aspect, unless both are the same words. */
const excuses = ({ start, end }: Hit, aspect: Hit): boolean =>
  start < aspect.end && aspect.start < end && (start !== aspect.start || end !== aspect.end);

/** True if a kind of failure is in an aspect, or fewer than so many words away from it. */
function isNear(kinds: readonly Hit[] | undefined, { start, end }: Hit, words: number): boolean {
  return (kinds ?? []).some((kind) => kind.start < end + words && start < kind.end + words);
}

/** The clauses of a sentence, as positions of words (end exclusive). */
function* clausesOf(words: readonly string[]): Generator<[from: number, to: number]> {
  let from = 0;
  for (let at = 0; at <= words.length; at++) {
    const word = words[at];
    if (word !== undefined && !isBreak(word) && !CLAUSE_STARTS.has(word)) continue;
    if (at > from) yield [from, at];
    from = at + 1;
  }
}

function bookOf({ phrases }: FamilyPhrases): Book {
  const book = new PhraseBook(phrases);
  const lists = book.listNames.map((name) => {
    const [type, key = ''] = name.split(' ');
    if (type === 'kind') return { kind: key };
    if (type === 'circumstance') return { circumstance: CIRCUMSTANCES.findIndex((one) => one.key === key) };
    return { frame: FRAMES.get(name) };
  });
  return { book, lists };
}
