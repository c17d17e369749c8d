import { FAMILIES } from '../../lexicon/families.js';
import { GENERAL_CATEGORIES } from '../../lexicon/taxonomy.js';
import { type Language } from '../../text/language.detector.js';
import { readFrames, type SentenceFrames } from './frame.reader.js';

/** What is known of a sentence when its family is chosen. `categories` are those of its complaints. */
export interface FramedSentence {
  frames: SentenceFrames;
  categories: readonly string[];
  language: Language;
}

/** The most specific family of the frames of a sentence with which its category agrees, else one that needs no category. */
export function familyOfFrames(sentence: FramedSentence): number | undefined {
  const first = sentence.frames.families.filter(isFirst);
  return first.find((family) => agrees(sentence, family)) ?? first.find((family) => FAMILIES[family]?.isSure);
}

/** True if a category of a sentence is one of a family. The broad categories of other languages than English say little. */
export function agrees({ categories, language }: FramedSentence, family: number): boolean {
  const isForeign = language !== 'en' && language !== 'und';
  return categories.some(
    (id) => id === 'other' || FAMILIES[family]?.homes.includes(id) || (isForeign && GENERAL_CATEGORIES.has(id)),
  );
}

/**
 * The first home of every family that an English sentence names, most specific first. It is independent of the category models. An
 * update says when something fails, not what.
 */
export const categoriesNamedIn = (words: readonly string[]): string[] =>
  readFrames(words, 'en')
    .families.flatMap((family) => FAMILIES[family]?.homes.slice(0, 1) ?? [])
    .filter((id) => id !== 'updates');

/** True for a family that takes a sentence before weak and last ones do. */
export const isFirst = (family: number): boolean => FAMILIES[family]?.rank === 'first';

/**
 * The category under which a report has a sentence: that of its family, else its own best one. If it names several families, the one of
 * its best category counts. `categories` are its own, best first; `other` without any.
 */
export function categoryOfSentence({ frames, categories, language }: FramedSentence): string {
  const own = categories.flatMap((id) =>
    frames.families.filter((family) => isFirst(family) && FAMILIES[family]?.homes.includes(id)),
  );
  const family = own[0] ?? familyOfFrames({ frames, categories, language });
  return (family === undefined ? undefined : FAMILIES[family]?.homes[0]) ?? categories[0] ?? 'other';
}
