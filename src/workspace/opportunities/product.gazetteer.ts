/** A product by name; where several bear one name, the most reviewed comes first. */
export interface NamedProduct {
  id: string;
  name: string;
}

const WORD = /[\p{L}\p{N}]+/gu;
const WORD_CHARACTER = /[\p{L}\p{N}]/u;
/** Before the first word of a sentence, where any word has a capital letter. */
const SENTENCE_START = /(?:^|[.!?:;\n"'(*-])\s*$/;
const SHORTEST_NAME = 3;
const LONGEST_PAUSE = 10;

/**
 * Finds product names in texts with one look-up a word, however many products there are. A name counts where it stands as
 * whole words, spelled as the product spells it: "Keep" and "File Manager" are products, "keep" and a "file manager" are
 * not. A plain word at the start of a sentence is taken for what it is.
 */
export class ProductGazetteer {
  private readonly byFirstWord = new Map<string, string[]>();
  private readonly byName = new Map<string, NamedProduct>();

  constructor(products: Iterable<NamedProduct>) {
    for (const product of products) this.add(product);
  }

  /** The product of this name, whatever its case. */
  named(name: string): NamedProduct | undefined {
    return this.byName.get(name.trim().toLowerCase());
  }

  /** Names that stand in the text, each once, in the order of their first mention. */
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
    // A name without a capital letter or digit is an everyday word wherever it stands.
    if (first === undefined || name.length < SHORTEST_NAME || !name.startsWith(first) || !/[\p{Lu}\d]/u.test(name))
      return;
    const names = this.byFirstWord.get(first);
    if (names) names.push(name);
    else this.byFirstWord.set(first, [name]);
  }
}

function standsAt(text: string, index: number, name: string): boolean {
  if (!text.startsWith(name, index) || WORD_CHARACTER.test(text.charAt(index + name.length))) return false;
  const isPlainWord = /^\p{Lu}\p{Ll}+$/u.test(name);
  return !isPlainWord || !SENTENCE_START.test(text.slice(Math.max(0, index - LONGEST_PAUSE), index));
}
