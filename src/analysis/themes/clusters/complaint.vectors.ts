import { STOP_WORDS } from '../../lexicon/stop.words.js';
import { rarityOfAspect, rarityOfWord } from '../../model/rarity.file.js';
import { VECTOR_SIZE } from '../../model/meaning.products.js';
import { MAX_GRAM_LENGTH, MIN_GRAM_LENGTH } from '../../model/sparse.vector.js';
import { meaningOf } from '../../text.vectors.js';
import { tokenizeWords } from '../../text/word.tokenizer.js';
import { stemWord } from '../../text/word.stemmer.js';
import { ASPECTS, findAspects } from './aspect.finder.js';
import { detectLanguage } from '../../text/language.detector.js';
import { FAMILIES } from '../../lexicon/families.js';
import { readFrames } from '../families/frame.reader.js';
import { WordTranslator } from '../../text/word.translator.js';

// The words of the dictionary make the groups worse (decision 42).
const translator = new WordTranslator(['glossary.txt']);

const MAX_DISTINCT_WORDS = 160;
const MAX_WORD_LENGTH = 24;
/** The share of aspects in the squared length of a vector, if the complaint names any. */
const ASPECT_SHARE = 0.5;
/** The share of the families in the squared length of a vector, if the complaint has any, and the weight of each against the one before. */
const FAMILY_SHARE = 0.2;
const FAMILY_DECAY = 0.7;
/** The exponent of the rarity among the given complaints. */
const LOCAL_POWER = 0.5;
/** The weight of repeated mentions of an aspect, per logarithm of the count. */
const REPEAT_WEIGHT = 0.3;
const MAX_CHARACTERS = 4000;

/** The English content words of a complaint, their character grams with their background rarity, its aspects with their counts, and its families. */
export interface ComplaintTerms {
  words: readonly string[];
  grams: Map<string, number>;
  aspects: Map<number, number>;
  /** The families of its frames, most specific first. */
  families: readonly number[];
}

export type TermVector = Map<string, number>;

/**
 * Extracts the terms of a complaint. The text must be normalized. In a language with a glossary, the grams are those of
 * the English words, and the aspects those of both languages.
 */
export function readTerms(text: string): ComplaintTerms {
  const read = text.slice(0, MAX_CHARACTERS);
  const words = tokenizeWords(read);
  const grams = new Map<string, number>();
  const seen = new Map<string, string>();
  const language = detectLanguage(read, words);
  const english = translator.translate(language, words);
  for (const word of english) {
    if (word.length < MIN_GRAM_LENGTH || STOP_WORDS.has(word) || !/^\p{L}/u.test(word)) continue;
    const stem = stemWord(word);
    if (seen.has(stem)) continue;
    seen.set(stem, word);
    if (seen.size > MAX_DISTINCT_WORDS) break;
    addGrams(grams, stem.slice(0, MAX_WORD_LENGTH), rarityOfWord(stem));
  }
  const { families, hinted } = readFrames(words, language);
  return {
    words: [...seen.values()],
    grams,
    aspects: english === words ? findAspects(words) : new Map([...findAspects(english), ...findAspects(words)]),
    families: [...families, ...hinted]
      .sort((one, other) => one - other)
      .filter((family) => FAMILIES[family]?.rank === 'first'),
  };
}

function addGrams(grams: Map<string, number>, word: string, rarity: number): void {
  const padded = `_${word}_`;
  for (let length = MIN_GRAM_LENGTH; length <= MAX_GRAM_LENGTH; length++) {
    for (let start = 0; start + length <= padded.length; start++) {
      const gram = padded.slice(start, start + length);
      grams.set(gram, (grams.get(gram) ?? 0) + rarity);
    }
  }
}

/**
 * For each complaint, the direction in which its meaning differs from that of all of them; null if most of its words have no vector.
 * All complaints about a product have much of their meaning in common, which says nothing about their groups.
 */
export function ownMeanings(complaints: readonly ComplaintTerms[]): (Float64Array | null)[] {
  const meanings = complaints.map(({ words }) => meaningOf(words));
  const mean = new Float64Array(VECTOR_SIZE);
  for (const meaning of meanings)
    meaning?.forEach((value, at) => (mean[at] = (mean[at] ?? 0) + value / complaints.length));
  return meanings.map((meaning) => {
    const own = meaning?.map((value, at) => value - (mean[at] ?? 0));
    const length = own ? Math.hypot(...own) : 0;
    return own && length > 0 ? own.map((value) => value / length) : null;
  });
}

/** Converts terms to vectors of length one, with weights by their rarity among the given complaints. */
export class VectorSpace {
  private readonly gramCounts = new Map<string, number>();
  private readonly size: number;

  constructor(complaints: readonly ComplaintTerms[]) {
    this.size = complaints.length;
    for (const { grams } of complaints) {
      for (const gram of grams.keys()) this.gramCounts.set(gram, (this.gramCounts.get(gram) ?? 0) + 1);
    }
  }

  vectorOf({ grams, aspects, families }: ComplaintTerms): TermVector {
    const words = new Map<string, number>();
    for (const [gram, weight] of grams) {
      const count = this.gramCounts.get(gram) ?? 0;
      if (count >= 2) words.set(gram, weight * Math.pow(this.localRarity(count), LOCAL_POWER));
    }
    const named = new Map<string, number>();
    for (const [aspect, count] of aspects) {
      const name = ASPECTS[aspect] ?? '';
      named.set(`#${name}`, rarityOfAspect(name) * (1 + REPEAT_WEIGHT * Math.log(count)));
    }
    const framed = new Map(families.map((family, place): [string, number] => [`@${family}`, FAMILY_DECAY ** place]));
    const others = framed.size ? 1 - FAMILY_SHARE : 1;
    const vector: TermVector = new Map();
    addScaled(vector, words, Math.sqrt(others * (named.size ? 1 - ASPECT_SHARE : 1)));
    addScaled(vector, named, Math.sqrt(others * ASPECT_SHARE));
    addScaled(vector, framed, Math.sqrt(FAMILY_SHARE));
    return vector;
  }

  private localRarity(count: number): number {
    return Math.max(0, Math.log((this.size + 1) / (count + 0.5)));
  }
}

function addScaled(vector: TermVector, part: ReadonlyMap<string, number>, length: number): void {
  let squares = 0;
  for (const value of part.values()) squares += value * value;
  const scale = length / (Math.sqrt(squares) || 1);
  for (const [term, value] of part) vector.set(term, value * scale);
}
