import { Injectable } from '@nestjs/common';
import { effectiveTier } from '#accounts/teams/plans.js';
import { limitReached } from '#accounts/teams/teams.failures.js';
import { type Team, TeamsService } from '#accounts/teams/teams.service.js';
import { isTestTeam, testTeamIdOf } from '#platform/caller/test-mode.js';
import { Database } from '#platform/database/database.js';
import { DestinationDisabling } from './destination-disabling.service.js';
import { DestinationsQueries } from './destinations.queries.js';

/** The limits of a team's plan on destinations. A team without a paid plan has none in live mode. */
@Injectable()
export class DestinationLimits {
  constructor(
    private readonly database: Database,
    private readonly queries: DestinationsQueries,
    private readonly disabling: DestinationDisabling,
    private readonly teams: TeamsService,
  ) {}

  /** @throws 403 `limit_reached` if the team has as many destinations as its plan allows */
  async demandRoom(team: Team): Promise<void> {
    this.demandBelow(team, await this.queries.count(team.id));
  }

  /** @throws 403 `limit_reached` if as many destinations are enabled as the plan allows */
  async demandRoomToEnable(teamId: string): Promise<void> {
    this.demandBelow(await this.teams.get(teamId), await this.queries.count(teamId, true));
  }

  /** Disables the newest destinations that the plan of a live team does not allow, in both modes. */
  async enforce(liveTeamId: string): Promise<void> {
    await this.database.transaction(async () => {
      const team = await this.teams.lock(liveTeamId);
      for (const teamId of [liveTeamId, testTeamIdOf(liveTeamId)]) {
        const { limit } = this.limitOf({ ...team, id: teamId }, 0);
        await this.disabling.disable(teamId, await this.queries.lockEnabledAfter(teamId, limit), 'plan', null);
      }
    });
  }

  private demandBelow(team: Team, current: number): void {
    const limit = this.limitOf(team, current);
    if (limit.current >= limit.limit) throw limitReached(limit);
  }

  private limitOf(team: Team, current: number) {
    return isTestTeam(team.id)
      ? this.teams.limitOf(team.tier, 'test_destinations', current)
      : this.teams.limitOf(effectiveTier(team), 'destinations', current);
  }
}
