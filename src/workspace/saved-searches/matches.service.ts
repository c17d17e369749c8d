import { Injectable } from '@nestjs/common';
import type { TeamCaller } from '#platform/caller/caller.js';
import { notFound } from '#platform/errors/application-error.js';
import { CursorPage, Cursors } from '#platform/operations/cursors.js';
import type { CursorQuery } from '#platform/operations/pagination.dto.js';
import { OpportunitiesService } from '#workspace/opportunities/opportunities.service.js';
import { listMatches, type MatchView } from './matches.operations.js';
import { type MatchRow, MatchesQueries } from './matches.queries.js';
import { SavedSearchesService } from './saved-searches.service.js';

/** The matches of saved searches. */
@Injectable()
export class MatchesService {
  constructor(
    private readonly queries: MatchesQueries,
    private readonly searches: SavedSearchesService,
    private readonly opportunities: OpportunitiesService,
    private readonly cursors: Cursors,
  ) {}

  /** The matches of a search, the newest first. @throws 400 `cursor_…`; 404 */
  async list(caller: TeamCaller, searchId: string, query: CursorQuery): Promise<CursorPage<MatchView>> {
    const scope = { list: `${listMatches.id} ${searchId}`, teamId: caller.team.id, filters: {} };
    const position = await this.cursors.read(query, scope);
    await this.searches.demand(caller, searchId);
    const after = position && { matchedAt: String(position[0]), opportunityId: String(position[1]) };
    const rows = await this.queries.list(searchId, { after, limit: query.page_size + 1 });
    const page = await this.cursors.pageOf(rows, query, {
      ...scope,
      positionOf: ({ matched_at, opportunity_id }) => [matched_at.toISOString(), opportunity_id],
    });
    return new CursorPage(await this.viewsOf(caller, page.data), page.pagination);
  }

  /** Marks a match as relevant or not; null removes the mark. @throws 404 */
  async mark(
    caller: TeamCaller,
    searchId: string,
    opportunityId: string,
    relevant: boolean | null,
  ): Promise<MatchView> {
    await this.searches.demand(caller, searchId);
    const row = await this.queries.mark(searchId, opportunityId, relevant);
    const [view] = row ? await this.viewsOf(caller, [row]) : [];
    if (!view) throw notFound();
    return view;
  }

  private async viewsOf({ team }: TeamCaller, rows: readonly MatchRow[]): Promise<MatchView[]> {
    const ids = rows.map(({ opportunity_id }) => opportunity_id);
    const shown = new Map((await this.opportunities.present(team.id, ids)).map((each) => [each.id, each]));
    return rows.flatMap(({ opportunity_id, matched_at, updated, relevant }) => {
      const opportunity = shown.get(opportunity_id);
      return opportunity ? [{ matched_at: matched_at.toISOString(), updated, relevant, opportunity }] : [];
    });
  }
}
