import { ALL_FILTERS, type Matchable } from '#workspace/opportunities/feed/feed.filters.js';
import { matcherOf, type Selection } from '#workspace/opportunities/feed/feed.selection.js';
import { RUN, TextPieces } from './text-pieces.js';

/** A search in the index. */
export interface IndexedSearch {
  id: string;
  version: number;
  /** With `watchlist`, only products that the team follows at the time of the match. */
  selection: Selection;
  /** In milliseconds. */
  activeSince: number;
}

/** A search that fits the content of an opportunity. */
export interface FoundMatch {
  search: IndexedSearch;
  selection: Selection;
  opportunity: Matchable;
}

/** The teams that follow each product. */
export type Followers = ReadonlyMap<string, ReadonlySet<string>>;

/** A search, the keys under which it is filed, and its decision. */
interface Filed {
  search: IndexedSearch;
  keys: readonly string[];
  fits: (opportunity: Matchable) => boolean;
}

const NO_TEAMS: ReadonlySet<string> = new Set();
/** The key of a search without any part. */
const ALL = 'all';

const PARTS = ALL_FILTERS.flatMap(([name, { part }]) => (part ? [{ name, ...part }] : [])).sort(
  (a, b) => a.rank - b.rank,
);

const followedKey = (teamId: string): string => `followed ${teamId}`;

/**
 * Enabled searches, each filed under the values of its most selective filter that has a part, under its team if it reads the
 * watchlist, or else under all. An opportunity is compared only with the searches under its own values.
 */
export class IndexedSearches {
  private readonly filedById = new Map<string, Filed>();
  private readonly byKey = new Map<string, Set<Filed>>();
  /** The filed values of each part that is a text. */
  private readonly texts = new Map(PARTS.filter(({ isText }) => isText).map(({ name }) => [name, new TextPieces()]));

  /** The version of a search; undefined if it is not in the index. */
  versionOf(id: string): number | undefined {
    return this.filedById.get(id)?.search.version;
  }

  /** The ids of all searches. */
  ids(): string[] {
    return [...this.filedById.keys()];
  }

  /** Adds a search, or replaces it. */
  put(search: IndexedSearch): void {
    this.remove(search.id);
    const filed = { search, keys: keysOf(search.selection), fits: matcherOf(search.selection) };
    this.filedById.set(search.id, filed);
    for (const key of filed.keys) {
      const others = this.byKey.get(key);
      if (others) others.add(filed);
      else this.byKey.set(key, new Set([filed]));
      this.inText(key, (pieces, piece) => pieces.add(piece));
    }
  }

  remove(id: string): void {
    const filed = this.filedById.get(id);
    if (!filed) return;
    this.filedById.delete(id);
    for (const key of filed.keys) {
      const others = this.byKey.get(key);
      others?.delete(filed);
      if (others?.size !== 0) continue;
      this.byKey.delete(key);
      this.inText(key, (pieces, piece) => pieces.remove(piece));
    }
  }

  /** The searches that fit the content of each opportunity and were active when it was stored. */
  find(opportunities: readonly Matchable[], followers: Followers, storedAt: ReadonlyMap<string, Date>): FoundMatch[] {
    const found: FoundMatch[] = [];
    for (const opportunity of opportunities) {
      const stored = storedAt.get(opportunity.id)?.getTime() ?? 0;
      const teams = (opportunity.product_id !== null && followers.get(opportunity.product_id)) || NO_TEAMS;
      for (const { search, fits } of this.candidatesFor(opportunity, teams)) {
        const { selection, activeSince } = search;
        if (activeSince > stored || (selection.watchlist && !teams.has(selection.teamId))) continue;
        if (fits(opportunity)) found.push({ search, selection, opportunity });
      }
    }
    return found;
  }

  private candidatesFor(opportunity: Matchable, teams: ReadonlySet<string>): Set<Filed> {
    const candidates = new Set<Filed>();
    const take = (key: string): void => {
      for (const filed of this.byKey.get(key) ?? []) candidates.add(filed);
    };
    take(ALL);
    for (const team of teams) take(followedKey(team));
    for (const part of PARTS) {
      const value = part.in(opportunity);
      if (value === null) continue;
      const values = this.texts.get(part.name)?.foundIn(value) ?? [value];
      for (const each of values) take(`${part.name} ${each}`);
    }
    return candidates;
  }

  /** Changes the pieces of the text to which a key belongs, if it belongs to one. */
  private inText(key: string, change: (pieces: TextPieces, piece: string) => void): void {
    const at = key.indexOf(' ');
    const pieces = this.texts.get(key.slice(0, at) as (typeof PARTS)[number]['name']);
    if (pieces) change(pieces, key.slice(at + 1));
  }
}

/** The keys under which a search is filed. A watchlist has fewer products than any other filter but `product_id` selects. */
function keysOf(selection: Selection): readonly string[] {
  if (selection.watchlist && !selection.product_id) return [followedKey(selection.teamId)];
  for (const { name, isText, ...part } of PARTS) {
    const values = selection[name] === null ? null : part.of(selection[name]);
    // A shorter text cannot be looked for.
    if (values && !(isText && values.some(({ length }) => length < RUN)))
      return values.map((value) => `${name} ${value}`);
  }
  return [ALL];
}
