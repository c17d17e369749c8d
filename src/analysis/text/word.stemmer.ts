const ENDINGS = [
  'issements',
  'issement',
  'ements',
  'ement',
  'ations',
  'ation',
  'ingly',
  'ically',
  'ments',
  'ment',
  'ness',
  'ings',
  'ing',
  'edly',
  'ies',
  'ied',
  'eurs',
  'euses',
  'ées',
  'és',
  'ée',
  'er',
  'ed',
  'es',
  'ly',
  's',
  'e',
  'é',
  'y',
];
const MIN_LENGTH = 3;
const MAX_CACHED_WORDS = 40_000;
const cache = new Map<string, string>();

/**
 * A rough stem: the word without a common English or French ending, at least three letters long. For comparison only,
 * never for display.
 */
export function stemWord(word: string): string {
  let stem = cache.get(word);
  if (stem !== undefined) return stem;
  stem = word;
  for (const ending of ENDINGS) {
    if (word.length - ending.length < MIN_LENGTH || !word.endsWith(ending)) continue;
    stem = word.slice(0, word.length - ending.length);
    break;
  }
  if (stem.length > MIN_LENGTH && stem.at(-1) === stem.at(-2)) stem = stem.slice(0, -1);
  if (cache.size >= MAX_CACHED_WORDS) cache.clear();
  cache.set(word, stem);
  return stem;
}
