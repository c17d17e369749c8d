/** A product by name; where several bear one name, the most reviewed comes first. */
export interface NamedProduct {
  id: string;
  name: string;
}

interface Entry {
  product: NamedProduct;
  /** One everyday word such as "Things" only means the product where it is spelled like it. */
  exactCase: boolean;
}

const WORD = /[\p{L}\p{N}]+/gu;
const WORD_CHARACTER = /[\p{L}\p{N}]/u;
const SHORTEST_NAME = 3;

/**
 * Finds product names in texts with one look-up a word, however many products there are. Names are looked for as whole
 * words; a name of one word must be spelled as the product spells it, with a capital letter or a digit.
 */
export class ProductGazetteer {
  private readonly byFirstWord = new Map<string, Entry[]>();
  private readonly byName = new Map<string, NamedProduct>();

  constructor(products: Iterable<NamedProduct>) {
    for (const product of products) this.add(product);
  }

  /** The product of this name, whatever its case. */
  named(name: string): NamedProduct | undefined {
    return this.byName.get(name.trim().toLowerCase());
  }

  /** Names that stand in any of the texts, each once. */
  namesIn(texts: Iterable<string>): string[] {
    const found = new Set<string>();
    for (const text of texts) {
      for (const match of text.matchAll(WORD)) {
        for (const entry of this.byFirstWord.get(match[0].toLowerCase()) ?? []) {
          if (standsAt(text, match.index, entry)) found.add(entry.product.name);
        }
      }
    }
    return [...found];
  }

  private add(product: NamedProduct): void {
    const name = product.name.trim();
    const key = name.toLowerCase();
    if (this.byName.has(key)) return;
    this.byName.set(key, product);
    const words = name.match(WORD) ?? [];
    const [first] = words;
    const exactCase = words.length === 1;
    if (first === undefined || name.length < SHORTEST_NAME || !name.startsWith(first)) return;
    if (exactCase && name === key && !/\d/.test(name)) return;
    const entries = this.byFirstWord.get(first.toLowerCase());
    if (entries) entries.push({ product, exactCase });
    else this.byFirstWord.set(first.toLowerCase(), [{ product, exactCase }]);
  }
}

function standsAt(text: string, index: number, { product, exactCase }: Entry): boolean {
  const name = product.name.trim();
  const slice = text.slice(index, index + name.length);
  if (exactCase ? slice !== name : slice.toLowerCase() !== name.toLowerCase()) return false;
  return !WORD_CHARACTER.test(text.charAt(index + name.length));
}
