import type { LimitName } from '#config/env.js';
import { isTestTeam, testTeamIdOf } from '#platform/caller/test-mode.js';
import type { Database } from '#platform/database/database.js';
import { effectiveTier } from './plans.js';
import { limitReached } from './teams.failures.js';
import type { Team, TeamsService } from './teams.service.js';

/** The rows of a team that a plan limits. */
interface LimitedRows<Row> {
  /** The number of a team's rows, or of the enabled ones. */
  count(teamId: string, isEnabledOnly?: boolean): Promise<number>;
  /** The enabled rows of a team except the oldest ones, locked. */
  lockEnabledAfter(teamId: string, oldest: number): Promise<Row[]>;
}

/** The limits of a team's plan on rows that it adds and may disable. A team without a paid plan has none in live mode. */
export abstract class TeamLimits<Row> {
  protected constructor(
    private readonly database: Database,
    private readonly teams: TeamsService,
    private readonly rows: LimitedRows<Row>,
    private readonly names: { live: LimitName; test: LimitName },
  ) {}

  /** Disables rows that the plan does not allow. */
  protected abstract disable(teamId: string, rows: Row[]): Promise<void>;

  /** @throws 403 `limit_reached` if the team has as many rows as its plan allows */
  async demandRoom(team: Team): Promise<void> {
    this.demandBelow(team, await this.rows.count(team.id));
  }

  /** @throws 403 `limit_reached` if as many rows are enabled as the plan allows */
  async demandRoomToEnable(teamId: string): Promise<void> {
    this.demandBelow(await this.teams.get(teamId), await this.rows.count(teamId, true));
  }

  /** Disables the newest rows that the plan of a live team does not allow, in both modes. A team that was deleted meanwhile is left alone. */
  async enforce(liveTeamId: string): Promise<void> {
    if (!(await this.teams.exists(liveTeamId))) return;
    await this.database.transaction(async () => {
      const team = await this.teams.lock(liveTeamId);
      for (const teamId of [liveTeamId, testTeamIdOf(liveTeamId)]) {
        const { limit } = this.limitOf({ ...team, id: teamId }, 0);
        await this.disable(teamId, await this.rows.lockEnabledAfter(teamId, limit));
      }
    });
  }

  private demandBelow(team: Team, current: number): void {
    const limit = this.limitOf(team, current);
    if (limit.current >= limit.limit) throw limitReached(limit);
  }

  private limitOf(team: Team, current: number) {
    return isTestTeam(team.id)
      ? this.teams.limitOf(team.tier, this.names.test, current)
      : this.teams.limitOf(effectiveTier(team), this.names.live, current);
  }
}
