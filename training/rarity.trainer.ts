import { encodeRarities, RARITY_BUCKETS, rarityBucket } from '../src/analysis/model/rarity.file.js';
import { STOP_WORDS } from '../src/analysis/lexicon/stop.words.js';
import { ASPECTS, findAspects } from '../src/analysis/themes/clusters/aspect.finder.js';
import { stemWord } from '../src/analysis/text/word.stemmer.js';
import { tokenizeWords } from '../src/analysis/text/word.tokenizer.js';

/** Counts the texts that contain each word bucket and each aspect, and encodes the rarities. */
export function trainRarities(texts: Iterable<string>): Buffer {
  const words = new Int32Array(RARITY_BUCKETS);
  const aspects = new Map(ASPECTS.map((name) => [name, 0]));
  let total = 0;
  for (const text of texts) {
    total++;
    const tokens = tokenizeWords(text);
    const buckets = new Set(tokens.filter((word) => !STOP_WORDS.has(word)).map((word) => rarityBucket(stemWord(word))));
    for (const bucket of buckets) words[bucket] = (words[bucket] ?? 0) + 1;
    for (const aspect of findAspects(tokens).keys()) {
      const name = ASPECTS[aspect] ?? '';
      aspects.set(name, (aspects.get(name) ?? 0) + 1);
    }
  }
  return encodeRarities(total, words, aspects);
}
