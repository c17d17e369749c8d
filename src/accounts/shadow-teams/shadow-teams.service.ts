import { Inject, Injectable } from '@nestjs/common';
import { CreditsService } from '#accounts/credits/credits.service.js';
import { type Team, TeamsService } from '#accounts/teams/teams.service.js';
import { ENV, type Env } from '#config/env.js';
import { SYSTEM } from '#platform/caller/caller.js';
import { testTeamIdOf } from '#platform/caller/test-mode.js';
import { Database } from '#platform/database/database.js';
import { SandboxCatalogue } from './sandbox.catalogue.js';
import { TestResets } from './test-resets.js';

/** The shadow teams of teams, which own all data of test mode. */
@Injectable()
export class ShadowTeams {
  constructor(
    private readonly database: Database,
    private readonly teams: TeamsService,
    private readonly credits: CreditsService,
    private readonly catalogue: SandboxCatalogue,
    private readonly resets: TestResets,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** The id of the team's shadow team, which is created if there is none. */
  async ensure(live: Team): Promise<string> {
    const id = testTeamIdOf(live.id);
    await this.database.transaction(async () => {
      await this.catalogue.ensure();
      if (!(await this.teams.createShadow(live))) return;
      await this.credits.grant(id, this.env.TEST_MODE_CREDITS, 'test mode', SYSTEM);
      await this.catalogue.open(id);
    });
    return id;
  }

  /** Resets a shadow team to its initial state, in the open transaction. @returns the balance */
  async reset(teamId: string): Promise<number> {
    await this.catalogue.reset(teamId);
    await this.resets.run(teamId);
    return this.credits.restore(teamId, this.env.TEST_MODE_CREDITS, 'test mode was reset');
  }
}
