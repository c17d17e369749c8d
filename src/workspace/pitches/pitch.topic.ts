import { scoreCategories, surelyNamedIn } from '#analysis/category.matcher.js';
import { categoryIdOf, GENERAL_CATEGORIES } from '#analysis/lexicon/taxonomy.js';
import { categoriesNamedIn } from '#analysis/themes/families/family.chooser.js';
import { tokenizeWords } from '#analysis/text/word.tokenizer.js';
import { SIGNS } from './pitch.patterns.js';

/** How surely a draft talks about the quote: with a feature that fits it, about what the person looks for, or as a question about it. */
export const CONFIDENCES = ['high', 'medium', 'low'] as const;
export type Confidence = (typeof CONFIDENCES)[number];

/**
 * The category that a draft about these words may talk about: that of the theme, else a narrow one. Two readings of the words must
 * agree on it, those of its words and of the kind of failure. One alone is often wrong: "explain that we wait" is about no
 * tutorial. Null if they do not agree, so that a draft cannot answer another complaint. Takes linear time.
 * @param theme the name of a category
 */
export function topicOf(words: string, theme: string | null): string | null {
  const tokens = tokenizeWords(words);
  const failing = categoriesNamedIn(tokens);
  const agreed = surelyNamedIn(tokens).filter((id) => failing.includes(id));
  const own = categoryIdOf(theme ?? '');
  return agreed.find((id) => id === own) ?? agreed.find((id) => !GENERAL_CATEGORIES.has(id)) ?? null;
}

/** The first five letters of each word of four letters or more, so that `exports` and `exporting` match. */
export function stemsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
  return new Set(words.filter((word) => !SIGNS.common.test(word)).map((word) => word.slice(0, 5)));
}

/** Whether two texts share a word that says something, or a category that both surely name. */
export function shareTopic(one: string, other: string): boolean {
  const stems = stemsOf(other);
  if ([...stemsOf(one)].some((stem) => stems.has(stem))) return true;
  const named = surelyNamedIn(tokenizeWords(other));
  return surelyNamedIn(tokenizeWords(one)).some((id) => named.includes(id));
}

/** Names inside a feature, such as the products that it works with. */
const NAMES = /(?<=\S )\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)*/gu;

/** Before what a wanted thing must do: "a help desk that groups mails". */
const REQUIREMENT = /\b(?:for|that|to|where|which|with)\b(.*)/s;

/**
 * Whether a feature of the seller answers a quote: it shares two words with the wanted thing of the quote, or one and a category, and one
 * of them with what the thing must do, if the quote says so. In a quote
 * that names no such thing, a word and the topic. A feature with names needs one of them in the quote.
 */
export function fitsQuote(feature: string, quote: string, wanted: string | null): boolean {
  const names = feature.match(NAMES) ?? [];
  if (names.length > 0 && !names.some((name) => quote.toLowerCase().includes(name.toLowerCase()))) return false;
  const own = stemsOf(feature);
  const shared = (text: string): number => [...stemsOf(text)].filter((stem) => own.has(stem)).length;
  if (wanted === null) return shared(quote) > 0 && isAbout(feature, topicOf(quote, null));
  const [, requirement = ''] = wanted.split(REQUIREMENT, 2);
  // Every help desk is a help desk: what it must do decides.
  if (requirement !== '' && shared(requirement) === 0) return false;
  const common = shared(wanted);
  if (common !== 1) return common > 1;
  return surelyNamedIn(tokenizeWords(wanted)).some((id) => isAbout(feature, id));
}

/** Whether a feature names a category. */
export const isAbout = (feature: string, category: string | null): boolean =>
  scoreCategories(tokenizeWords(feature)).some(({ id }) => id === category);

/** The features in a seller's description, each as a sentence. */
export const featuresIn = (description: string | null): string[] =>
  (description ?? '')
    .split(/\n+|(?<=[.!?;])\s+/)
    .map((each) => each.replace(/^[\s*•\-–—]+/, '').trim())
    .filter((each) => /\p{L}/u.test(each))
    .map((each) => (/[.!?]$/.test(each) ? each : `${each.replace(/[;,]$/, '')}.`));
