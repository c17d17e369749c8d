import { Inject, Injectable, Logger } from '@nestjs/common';
import { Facts } from '#accounts/facts/facts.service.js';
import { RunsService } from '#accounts/runs/runs.service.js';
import { ENV, type Env } from '#config/env.js';
import { inModeOf } from '#platform/caller/test-mode.js';
import { Database } from '#platform/database/database.js';
import { eachAlone } from '#platform/queues/each-alone.js';
import { OnDue } from '#platform/queues/on-due.decorator.js';
import { TeamDeletionQueries } from './team-deletion.queries.js';

/** Ends the work of deleted teams, and deletes their data when they can no longer be restored. */
@Injectable()
export class TeamPurge {
  private readonly log = new Logger(TeamPurge.name);

  constructor(
    private readonly database: Database,
    private readonly queries: TeamDeletionQueries,
    private readonly runs: RunsService,
    private readonly facts: Facts,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** Refunds the open runs of deleted teams. @returns the number of teams */
  @OnDue({ name: 'end-runs-of-deleted-teams', everySeconds: 30 })
  async endRuns(): Promise<number> {
    const ids = await this.queries.findWithOpenRuns();
    return eachAlone(
      ids,
      (id) => inModeOf(id, () => this.runs.failOpenOf(id, 'the team was deleted')),
      (error, teamId) => this.log.error({ error, teamId }, 'runs of a deleted team not ended'),
    );
  }

  /** Deletes all rows of teams that were deleted TEAM_RESTORE_DAYS ago, but their ledger. @returns the number of teams */
  @OnDue({ name: 'purge-deleted-teams', everySeconds: 3_600 })
  async purge(): Promise<number> {
    const due = await this.queries.findDue(this.env.TEAM_RESTORE_DAYS);
    return eachAlone(
      due,
      ({ id, shadow_id }) => this.purgeTeam(id, shadow_id),
      (error, { id: teamId }) => this.log.error({ error, teamId }, 'deleted team not purged'),
    );
  }

  private async purgeTeam(id: string, shadowId: string | null): Promise<void> {
    const ids = [id, ...(shadowId === null ? [] : [shadowId])];
    await this.database.transaction(async () => {
      await this.database.liftTimeLimit();
      // An operator may have restored the team since.
      if (!(await this.queries.lockDeleted(id))) return;
      await this.queries.markPurged(ids);
      await this.queries.deleteRows(await this.queries.teamTables(), ids);
      await this.queries.deleteAudit(ids);
      await this.facts.record('team.purged', { teamId: null, id });
    });
  }
}
