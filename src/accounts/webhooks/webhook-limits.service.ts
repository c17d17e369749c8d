import { Injectable } from '@nestjs/common';
import { TeamLimits } from '#accounts/teams/team.limits.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import { Database } from '#platform/database/database.js';
import { WebhookDisabling } from './webhook-disabling.service.js';
import { type EndpointRow, WebhookEndpointsQueries } from './webhook-endpoints.queries.js';

/** The limits of a team's plan on endpoints. */
@Injectable()
export class WebhookLimits extends TeamLimits<EndpointRow> {
  constructor(
    database: Database,
    teams: TeamsService,
    queries: WebhookEndpointsQueries,
    private readonly disabling: WebhookDisabling,
  ) {
    super(database, teams, queries, { live: 'webhook_endpoints', test: 'test_webhook_endpoints' });
  }

  protected disable(teamId: string, endpoints: EndpointRow[]): Promise<void> {
    return this.disabling.disable(teamId, endpoints, 'plan');
  }
}
