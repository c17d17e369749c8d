import { Inject, Injectable } from '@nestjs/common';
import { ApiKeysService } from '#access/api-keys/api-keys.service.js';
import type { ThrottlerName } from '#access/throttling/throttlers.js';
import { ThrottlingService } from '#access/throttling/throttling.service.js';
import { TeamEvents } from '#accounts/events/team-events.service.js';
import { RunsService } from '#accounts/runs/runs.service.js';
import { ShadowTeams } from '#accounts/shadow-teams/shadow-teams.service.js';
import { SenderProfilesService, UNKNOWN_SENDER } from '#accounts/teams/sender-profiles.service.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import { ENV, type Env } from '#config/env.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import { isTestTeam } from '#platform/caller/test-mode.js';
import { Database } from '#platform/database/database.js';
import { rateLimited } from '#platform/errors/application-error.js';
import { testModeOnly } from './test-mode.failures.js';
import type { TestEvent, TestReset } from './test-mode.operations.js';

/** The parts of test mode that live mode lacks. */
@Injectable()
export class TestModeService {
  constructor(
    private readonly database: Database,
    private readonly throttling: ThrottlingService,
    private readonly teams: TeamsService,
    private readonly shadows: ShadowTeams,
    private readonly runs: RunsService,
    private readonly keys: ApiKeysService,
    private readonly events: TeamEvents,
    private readonly senders: SenderProfilesService,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** Resets the shadow team to its initial state. @throws 403 `test_mode_only`; 429 */
  async reset({ team: { id } }: TeamCaller): Promise<TestReset> {
    await this.demand(id, 'test-reset', this.env.TEST_RESETS_PER_HOUR);
    return this.database.transaction(async () => {
      await this.teams.lock(id);
      await this.runs.failOpenOf(id, 'test mode was reset');
      const credits_balance = await this.shadows.reset(id);
      await this.keys.renewBudgets(id);
      await this.senders.update(id, UNKNOWN_SENDER);
      await this.events.purge([id], 0);
      return { credits_balance };
    });
  }

  /** Writes the example of a type as an event of the shadow team. @throws 403 `test_mode_only`; 429 */
  async createEvent({ team: { id: teamId } }: TeamCaller, type: string): Promise<TestEvent> {
    await this.demand(teamId, 'test-events', this.env.TEST_EVENTS_PER_MINUTE);
    const id = await this.database.transaction(() => this.events.appendExample(type, teamId));
    return { id, type };
  }

  private async demand(teamId: string, throttler: ThrottlerName, limit: number): Promise<void> {
    if (!isTestTeam(teamId)) throw testModeOnly();
    const retry_after_seconds = await this.throttling.wait({ throttler, tracker: teamId });
    if (retry_after_seconds > 0) throw rateLimited({ retry_after_seconds, limit, remaining: 0 });
  }
}
