import { Injectable } from '@nestjs/common';
import { Facts } from '#accounts/facts/facts.service.js';
import { effectiveTier } from '#accounts/teams/plans.js';
import { limitReached } from '#accounts/teams/teams.failures.js';
import { type Team, TeamsService } from '#accounts/teams/teams.service.js';
import { isTestTeam, testTeamIdOf } from '#platform/caller/test-mode.js';
import { Database } from '#platform/database/database.js';
import { leavesApp } from './saved-search.rules.js';
import type { Delivery } from './saved-search.types.js';
import { SavedSearchesQueries } from './saved-searches.queries.js';

/** The limits of a team's plan on saved searches. */
@Injectable()
export class SavedSearchLimits {
  constructor(
    private readonly database: Database,
    private readonly queries: SavedSearchesQueries,
    private readonly teams: TeamsService,
    private readonly facts: Facts,
  ) {}

  /**
   * @throws 403 `limit_reached` beyond the limit of searches, or of searches with delivery. `searchId` is null for a
   * new one
   */
  async demandRoom(team: Team, delivery: Delivery, searchId: string | null): Promise<void> {
    const counts = await this.queries.count(team.id, searchId);
    const limit = this.limitOf(team, 'saved_searches', counts.all);
    if (searchId === null && limit.current >= limit.limit) throw limitReached(limit);
    const delivering = this.limitOf(team, 'delivering_searches', counts.delivering);
    if (leavesApp(delivery) && delivering.current >= delivering.limit) throw limitReached(delivering);
  }

  /** @throws 403 `limit_reached` if as many searches are switched on as the plan allows */
  async demandRoomToEnable(team: Team, delivery: Delivery, searchId: string): Promise<void> {
    const counts = await this.queries.count(team.id, searchId);
    const limit = this.limitOf(team, 'saved_searches', counts.enabled);
    if (limit.current >= limit.limit) throw limitReached(limit);
    const delivering = this.limitOf(team, 'delivering_searches', counts.enabled_delivering);
    if (leavesApp(delivery) && delivering.current >= delivering.limit) throw limitReached(delivering);
  }

  /** Switches off the newest searches that the plan of a live team does not allow, in both modes. A team that was deleted meanwhile is left alone. */
  async enforce(liveTeamId: string): Promise<void> {
    if (!(await this.teams.exists(liveTeamId))) return;
    await this.database.transaction(async () => {
      const team = await this.teams.lock(liveTeamId);
      for (const id of [liveTeamId, testTeamIdOf(liveTeamId)]) {
        const { limit: all } = this.limitOf({ ...team, id }, 'saved_searches', 0);
        const { limit: delivering } = this.limitOf({ ...team, id }, 'delivering_searches', 0);
        for (const search of await this.queries.switchOffAfter(id, { all, delivering })) {
          const changes = { is_enabled: [true, false], disabled_reason: [null, 'plan'] } as const;
          await this.facts.record('saved_search.changed', { teamId: id, ...search }, { changes });
        }
      }
    });
  }

  private limitOf(team: Team, name: 'saved_searches' | 'delivering_searches', current: number) {
    return this.teams.limitOf(isTestTeam(team.id) ? team.tier : effectiveTier(team), name, current);
  }
}
