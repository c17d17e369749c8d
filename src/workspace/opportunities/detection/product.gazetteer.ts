/** A product with its name. */
export interface NamedProduct {
  id: string;
  name: string;
}

const WORD = /[\p{L}\p{N}]+/gu;
const WORD_CHARACTER = /[\p{L}\p{N}]/u;
/** Matches the text before the first word of a sentence, where every word has a capital letter. */
const SENTENCE_START = /(?:^|[.!?:;\n"'(*-])\s{0,10}$/;
const MIN_NAME_LENGTH = 3;
const SENTENCE_START_LENGTH = 10;

/**
 * Finds product names in texts with one look-up per word, regardless of the number of products. A name must match whole
 * words and case: "Keep" and "File Manager" are products, "keep" and "file manager" are not. A plain
 * capitalized word does not count at the start of a sentence, because every word has a capital letter there.
 */
export class ProductGazetteer {
  private readonly byFirstWord = new Map<string, string[]>();
  private readonly byName = new Map<string, NamedProduct>();

  constructor(products: Iterable<NamedProduct>) {
    for (const product of products) this.add(product);
  }

  /** The product with this name, case-insensitive. The first product of several with the same name. */
  findByName(name: string): NamedProduct | undefined {
    return this.byName.get(name.trim().toLowerCase());
  }

  /** The names in the text, without duplicates, in the order of their first mention. */
  namesIn(text: string): string[] {
    const found = new Set<string>();
    for (const { 0: word, index } of text.matchAll(WORD)) {
      for (const name of this.byFirstWord.get(word) ?? []) if (standsAt(text, index, name)) found.add(name);
    }
    return [...found];
  }

  private add(product: NamedProduct): void {
    const name = product.name.trim();
    const key = name.toLowerCase();
    if (this.byName.has(key)) return;
    this.byName.set(key, product);
    const [first] = name.match(WORD) ?? [];
    // A name without a capital letter or digit cannot be distinguished from a common word.
    if (first === undefined || name.length < MIN_NAME_LENGTH || !name.startsWith(first) || !/[\p{Lu}\d]/u.test(name))
      return;
    const names = this.byFirstWord.get(first);
    if (names) names.push(name);
    else this.byFirstWord.set(first, [name]);
  }
}

function standsAt(text: string, index: number, name: string): boolean {
  if (!text.startsWith(name, index) || WORD_CHARACTER.test(text.charAt(index + name.length))) return false;
  const isPlainWord = /^\p{Lu}\p{Ll}+$/u.test(name);
  return !isPlainWord || !SENTENCE_START.test(text.slice(Math.max(0, index - SENTENCE_START_LENGTH), index));
}
