import { Injectable } from '@nestjs/common';
import { feedOf } from '#workspace/opportunities/feed/feed.selection.js';
import { type Matchable, OpportunityMatching } from '#workspace/opportunities/opportunity-matching.service.js';
import { WatchlistService } from '#workspace/watchlist/watchlist.service.js';
import { type MatcherRow, MatchesQueries } from './matches.queries.js';
import { readFilters } from './saved-search.dto.js';
import { type FoundMatch, type IndexedSearch, IndexedSearches } from './indexed-searches.js';

/** Finds the enabled searches of all teams that fit opportunities, in memory. */
@Injectable()
export class SearchMatcher {
  private readonly index = new IndexedSearches();
  private fingerprint = '';
  private reading: Promise<void> = Promise.resolve();

  constructor(
    private readonly queries: MatchesQueries,
    private readonly watchlist: WatchlistService,
    private readonly matching: OpportunityMatching,
  ) {}

  /** The matches of opportunities, given when each was stored. Equals the result of a listing. */
  async find(opportunities: readonly Matchable[], storedAt: ReadonlyMap<string, Date>): Promise<FoundMatch[]> {
    await this.readChanges();
    const productIds = [...new Set(opportunities.flatMap(({ product_id }) => product_id ?? []))];
    const followers = await this.watchlist.followersOfEach(productIds);
    return this.matching.withFittingState(this.index.find(opportunities, followers, storedAt));
  }

  /**
   * Reads the searches that have changed since the last time. Reads are serialized, so that an older read never
   * replaces a newer one.
   */
  private readChanges(): Promise<void> {
    const read = this.reading.then(() => this.readChanged());
    this.reading = read.catch(() => undefined);
    return read;
  }

  private async readChanged(): Promise<void> {
    const fingerprint = await this.queries.fingerprint();
    if (fingerprint === this.fingerprint) return;
    const versions = new Map((await this.queries.versions()).map(({ id, version }) => [id, version]));
    for (const id of this.index.ids()) if (!versions.has(id)) this.index.remove(id);
    const changed = [...versions].filter(([id, version]) => this.index.versionOf(id) !== version).map(([id]) => id);
    if (changed.length > 0) {
      for (const row of await this.queries.findForMatching(changed)) this.index.put(indexed(row));
    }
    // A search that changed after the fingerprint was read changes the fingerprint again, so the next time reads it.
    this.fingerprint = fingerprint;
  }
}

/** The form in which a search is matched. */
function indexed({ id, team_id, filters: sent, version, active_since }: MatcherRow): IndexedSearch {
  return { id, version, selection: feedOf(team_id, readFilters(sent), null), activeSince: active_since.getTime() };
}
