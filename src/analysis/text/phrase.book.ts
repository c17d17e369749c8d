import { isBreak } from './word.tokenizer.js';

/** The members of each word class: words, stems and other classes. */
export type WordClasses = Readonly<Record<string, readonly string[]>>;

/**
 * A named list of phrases.
 *
 * A phrase is a sequence of slots: `word`, `stem*` (prefix), `a/b*` (alternatives), `[a/b]` (optional),
 * `~2` (up to two other words), `@name` (a word class given to the constructor). A phrase never spans punctuation.
 */
export interface PhraseList {
  name: string;
  phrases: readonly string[];
}

/** A match of a phrase of a list, as word positions (end exclusive). */
export interface PhraseHit {
  list: number;
  start: number;
  end: number;
}

interface Node {
  /** The nodes that follow, by the slot between. */
  next: Map<number, Node>;
  /** A bit for each slot of `next`, see `bitOf`. */
  bits: number;
  gaps: { max: number; node: Node }[];
  /** The lists with a phrase that ends here. */
  ends: number[];
}

interface WordSlots {
  /** The slots that the word matches. */
  slots: readonly number[];
  /** A bit for each of the slots. */
  bits: number;
  /** The nodes after the first slot of phrases that begin with this word. */
  roots: readonly Node[];
}

/** One object for all the words that match no slot, which most do. */
const NO_SLOTS: WordSlots = { slots: [], bits: 0, roots: [] };

/** A search in the words of one range. `slots[0]` are those of its first word. */
interface Search {
  words: readonly string[];
  slots: readonly WordSlots[];
  from: number;
  to: number;
  hits: PhraseHit[];
  /** The first hit that begins with the present word. */
  first: number;
}

const MAX_CACHED_WORDS = 40_000;
/** The slots of words in each book, by its number. One map for all books: most words are looked up in several, one after the other. */
const wordCache = new Map<string, (WordSlots | undefined)[]>();
let bookCount = 0;

/**
 * Finds phrases in texts. All lists are compiled into one trie, so that one pass over a text finds the phrases of all
 * lists.
 */
export class PhraseBook {
  readonly listNames: readonly string[];
  private readonly root: Node = newNode();
  private readonly slots = new Map<string, number>();
  private readonly literals = new Map<string, number[]>();
  private readonly prefixes = new Map<string, number[]>();
  private readonly number = bookCount++;
  private readonly lastEnd: Int32Array;

  constructor(
    lists: readonly PhraseList[],
    private readonly classes: WordClasses = {},
  ) {
    this.listNames = [...new Set(lists.map((list) => list.name))];
    this.lastEnd = new Int32Array(this.listNames.length);
    for (const list of lists) {
      const index = this.listNames.indexOf(list.name);
      for (const phrase of list.phrases) {
        this.insert(this.root, slotsIn(phrase), 0, index);
      }
    }
  }

  /** The index of a list. @throws Error for an unknown name. */
  indexOf(name: string): number {
    const index = this.listNames.indexOf(name);
    if (index < 0) throw new Error(`Unknown phrase list ${name}`);
    return index;
  }

  /** All hits in reading order. A list has at most one hit per first word, the longest, and its hits do not overlap. */
  find(words: readonly string[], from = 0, to = words.length): PhraseHit[] {
    this.lastEnd.fill(0);
    const slots: WordSlots[] = [];
    for (let at = from; at < to; at++) slots.push(this.slotsOf(words[at] ?? ''));
    const search: Search = { words, slots, from, to, hits: [], first: 0 };
    const { hits } = search;
    for (let start = from; start < to; start++) {
      const roots = slots[start - from]?.roots ?? [];
      search.first = hits.length;
      for (const node of roots) this.walk(node, search, start, start + 1);
      for (let index = search.first; index < hits.length; index++) {
        const hit = hits[index];
        if (hit) this.lastEnd[hit.list] = hit.end;
      }
    }
    return hits;
  }

  private walk(node: Node, search: Search, start: number, at: number): void {
    for (const list of node.ends) this.keep({ list, start, end: at }, search);
    if (at >= search.to) return;
    const word = search.slots[at - search.from];
    // Most words continue no phrase, which the bits show without a look-up.
    if (word && (word.bits & node.bits) !== 0) {
      for (const slot of word.slots) {
        const after = node.next.get(slot);
        if (after) this.walk(after, search, start, at + 1);
      }
    }
    for (const { max, node: after } of node.gaps) {
      for (let skipped = 0; skipped <= max && at + skipped < search.to; skipped++) {
        this.walk(after, search, start, at + skipped);
        if (isBreak(search.words[at + skipped] ?? '')) break;
      }
    }
  }

  private keep(hit: PhraseHit, { hits, first }: Search): void {
    if (hit.start < (this.lastEnd[hit.list] ?? 0)) return;
    for (let index = first; index < hits.length; index++) {
      const other = hits[index];
      if (other?.list !== hit.list) continue;
      if (hit.end > other.end) hits[index] = hit;
      return;
    }
    hits.push(hit);
  }

  private insert(node: Node, parts: readonly string[], at: number, list: number): void {
    const part = parts[at];
    if (part === undefined) {
      node.ends.push(list);
      return;
    }
    const gap = /^~(\d)$/.exec(part)?.[1];
    if (gap) {
      const max = Number(gap);
      let after = node.gaps.find((known) => known.max === max)?.node;
      if (!after) node.gaps.push({ max, node: (after = newNode()) });
      this.insert(after, parts, at + 1, list);
      return;
    }
    const optional = part.startsWith('[') && part.endsWith(']');
    if (optional) this.insert(node, parts, at + 1, list);
    const slot = this.slotFor(optional ? part.slice(1, -1) : part);
    let after = node.next.get(slot);
    if (!after) node.next.set(slot, (after = newNode()));
    node.bits |= bitOf(slot);
    this.insert(after, parts, at + 1, list);
  }

  private slotFor(text: string): number {
    const known = this.slots.get(text);
    if (known !== undefined) return known;
    const slot = this.slots.size;
    this.slots.set(text, slot);
    for (const word of this.expand(text)) {
      const [map, key] = word.endsWith('*') ? [this.prefixes, word.slice(0, -1)] : [this.literals, word];
      const list = map.get(key);
      if (list) list.push(slot);
      else map.set(key, [slot]);
    }
    return slot;
  }

  private expand(text: string): string[] {
    return text.split('/').flatMap((word) => {
      if (!word.startsWith('@')) return [word];
      const members = this.classes[word.slice(1)];
      if (!members) throw new Error(`Unknown word class ${word}`);
      return this.expand(members.join('/'));
    });
  }

  private slotsOf(word: string): WordSlots {
    let found = wordCache.get(word);
    if (!found) {
      if (wordCache.size >= MAX_CACHED_WORDS) wordCache.clear();
      wordCache.set(word, (found = new Array<WordSlots | undefined>(bookCount)));
    }
    return (found[this.number] ??= this.findSlots(word));
  }

  private findSlots(word: string): WordSlots {
    const found = new Set(this.literals.get(word));
    for (let length = 2; length <= word.length; length++)
      for (const slot of this.prefixes.get(word.slice(0, length)) ?? []) found.add(slot);
    if (!found.size) return NO_SLOTS;
    const slots = [...found];
    const roots = slots.flatMap((slot) => this.root.next.get(slot) ?? []);
    return { slots, bits: slots.reduce((bits, slot) => bits | bitOf(slot), 0), roots };
  }
}

/** One of 32 bits. Slots share them. */
const bitOf = (slot: number): number => 1 << (slot & 31);

const slotsIn = (phrase: string): string[] => phrase.split(/\s+/).filter(Boolean);

/** The reason why a phrase is invalid, or null. The constructor of `PhraseBook` does not validate its phrases. */
export function phraseProblem(phrase: string, classes: WordClasses): string | null {
  const slots = slotsIn(phrase);
  if (slots.every((slot) => slot.startsWith('~') || slot.startsWith('['))) return `"${phrase}" contains no word`;
  for (const slot of slots) {
    const words = /^\[(.+)\]$/.exec(slot)?.[1] ?? slot;
    if (/^~\d$/.test(words)) continue;
    if (/[[\]~;]/.test(words)) return `"${slot}" is not a valid slot`;
    for (const word of words.split('/')) {
      if (!word || /.\*./.test(word)) return `"${slot}" has an alternative that is not a word`;
      if (word.startsWith('@') && !classes[word.slice(1)]) return `unknown word class ${word}`;
    }
  }
  return null;
}

function newNode(): Node {
  return { next: new Map(), bits: 0, gaps: [], ends: [] };
}
