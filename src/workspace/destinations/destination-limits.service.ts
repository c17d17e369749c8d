import { Injectable } from '@nestjs/common';
import { TeamLimits } from '#accounts/teams/team.limits.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import { Database } from '#platform/database/database.js';
import { DestinationDisabling } from './destination-disabling.service.js';
import { type DestinationRow, DestinationsQueries } from './destinations.queries.js';

/** The limits of a team's plan on destinations. */
@Injectable()
export class DestinationLimits extends TeamLimits<DestinationRow> {
  constructor(
    database: Database,
    teams: TeamsService,
    queries: DestinationsQueries,
    private readonly disabling: DestinationDisabling,
  ) {
    super(database, teams, queries, { live: 'destinations', test: 'test_destinations' });
  }

  protected disable(teamId: string, destinations: DestinationRow[]): Promise<void> {
    return this.disabling.disable(teamId, destinations, 'plan', null);
  }
}
