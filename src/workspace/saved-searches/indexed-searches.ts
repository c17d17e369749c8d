import type { Selection } from '#workspace/opportunities/feed/feed.filter.js';
import { isInFeed } from '#workspace/opportunities/feed/feed.matcher.js';
import type { Matchable } from '#workspace/opportunities/opportunity-matching.service.js';
import { RUN, TextPieces } from './text-pieces.js';

/** A search in the index. */
export interface IndexedSearch {
  id: string;
  version: number;
  /** Without the products that the team follows, which change. */
  selection: Selection;
  /** Only products that the team follows at the time of the match. */
  isFollowed: boolean;
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

const NONE: ReadonlySet<string> = new Set();
const TEXT = 'text ';

/**
 * Enabled searches, each filed under its most selective part: product, else its texts, else country, industry, tier or
 * source, else all. An opportunity is checked only against the searches under its own parts.
 */
export class IndexedSearches {
  private readonly searches = new Map<string, IndexedSearch>();
  private readonly partsById = new Map<string, readonly string[]>();
  private readonly byPart = new Map<string, Set<IndexedSearch>>();
  private readonly pieces = new TextPieces();

  /** The ids and versions of the searches. */
  versionOf(id: string): number | undefined {
    return this.searches.get(id)?.version;
  }

  /** The ids of all searches. */
  ids(): string[] {
    return [...this.searches.keys()];
  }

  /** Adds a search, or replaces it. */
  put(search: IndexedSearch): void {
    this.remove(search.id);
    const parts = this.partsOf(search);
    this.searches.set(search.id, search);
    this.partsById.set(search.id, parts);
    for (const part of parts) {
      const filed = this.byPart.get(part);
      if (filed) filed.add(search);
      else this.byPart.set(part, new Set([search]));
      if (part.startsWith(TEXT)) this.pieces.add(part.slice(TEXT.length));
    }
  }

  remove(id: string): void {
    const search = this.searches.get(id);
    if (!search) return;
    for (const part of this.partsById.get(id) ?? []) {
      const filed = this.byPart.get(part);
      filed?.delete(search);
      if (filed?.size !== 0) continue;
      this.byPart.delete(part);
      if (part.startsWith(TEXT)) this.pieces.remove(part.slice(TEXT.length));
    }
    this.searches.delete(id);
    this.partsById.delete(id);
  }

  /** The searches that fit the content of each opportunity and were active when it was stored. */
  find(opportunities: readonly Matchable[], followers: Followers, storedAt: ReadonlyMap<string, Date>): FoundMatch[] {
    const found: FoundMatch[] = [];
    for (const opportunity of opportunities) {
      const stored = storedAt.get(opportunity.id)?.getTime() ?? 0;
      const teams = (opportunity.product_id !== null && followers.get(opportunity.product_id)) || NONE;
      for (const search of this.candidatesFor(opportunity, teams)) {
        const { selection, isFollowed, activeSince } = search;
        if (activeSince > stored || (isFollowed && !teams.has(selection.teamId))) continue;
        if (isInFeed(selection, opportunity)) found.push({ search, selection, opportunity });
      }
    }
    return found;
  }

  private candidatesFor(opportunity: Matchable, teams: ReadonlySet<string>): Set<IndexedSearch> {
    const candidates = new Set<IndexedSearch>();
    const take = (part: string): void => {
      for (const search of this.byPart.get(part) ?? []) candidates.add(search);
    };
    const { product_id, country, industry, frustration_tier, source, search_text: text } = opportunity;
    for (const part of ['all', `tier ${frustration_tier}`, `source ${source}`]) take(part);
    if (product_id !== null) take(`product ${product_id}`);
    if (country !== null) take(`country ${country}`);
    if (industry !== null) take(`industry ${industry}`);
    for (const team of teams) take(`followed ${team}`);
    for (const piece of this.pieces.foundIn(text)) take(TEXT + piece);
    return candidates;
  }

  private partsOf({ selection, isFollowed }: IndexedSearch): readonly string[] {
    const { productIds, pieces, countries, industries, tiers, sources, teamId } = selection;
    if (productIds) return productIds.map((id) => `product ${id}`);
    if (isFollowed) return [`followed ${teamId}`];
    if (pieces?.every((piece) => piece.length >= RUN)) return pieces.map((piece) => TEXT + piece);
    if (countries) return countries.map((country) => `country ${country}`);
    if (industries) return industries.map((industry) => `industry ${industry}`);
    if (tiers) return tiers.map((tier) => `tier ${tier}`);
    if (sources) return sources.map((source) => `source ${source}`);
    return ['all'];
  }
}
