import { Inject, Injectable } from '@nestjs/common';
import { TeamEvents } from '#accounts/events/team-events.service.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import { ENV, type Env, PLAN_TIERS } from '#config/env.js';
import { OnDue } from '#platform/queues/on-due.decorator.js';
import { WebhookDeliveriesQueries } from './webhook-deliveries.queries.js';

/** Deletes events and deliveries that are older than the plan of the team allows. */
@Injectable()
export class EventRetention {
  constructor(
    private readonly teams: TeamsService,
    private readonly events: TeamEvents,
    private readonly deliveries: WebhookDeliveriesQueries,
    @Inject(ENV) private readonly env: Env,
  ) {}

  @OnDue({ name: 'purge-team-events', everySeconds: 3_600 })
  async purge(): Promise<{ events: number; deliveries: number }> {
    const purged = { events: 0, deliveries: 0 };
    for (const tier of PLAN_TIERS) {
      const teamIds = await this.teams.findIdsByTier(tier);
      const days = this.env.EVENT_DAYS_BY_PLAN[tier];
      purged.events += await this.events.purge(teamIds, days);
      purged.deliveries += await this.deliveries.purge(teamIds, days);
    }
    await this.deliveries.purgeEndpoints();
    return purged;
  }
}
