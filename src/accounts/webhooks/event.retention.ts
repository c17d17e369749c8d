import { Inject, Injectable, Logger } from '@nestjs/common';
import { TeamEvents } from '#accounts/events/team-events.service.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import { ENV, type Env, PLAN_TIERS, type PlanTier } from '#config/env.js';
import { eachAlone } from '#platform/queues/each-alone.js';
import { OnDue } from '#platform/queues/on-due.decorator.js';
import { WebhookDeliveriesQueries } from './webhook-deliveries.queries.js';

/** Deletes events and deliveries that are older than the plan of the team allows. */
@Injectable()
export class EventRetention {
  private readonly log = new Logger(EventRetention.name);

  constructor(
    private readonly teams: TeamsService,
    private readonly events: TeamEvents,
    private readonly deliveries: WebhookDeliveriesQueries,
    @Inject(ENV) private readonly env: Env,
  ) {}

  @OnDue({ name: 'purge-team-events', everySeconds: 3_600 })
  async purge(): Promise<{ events: number; deliveries: number }> {
    const purged = { events: 0, deliveries: 0 };
    await this.deliveries.purgeEndpoints();
    const purgeTier = async (tier: PlanTier): Promise<void> => {
      const teamIds = await this.teams.findIdsByTier(tier);
      const days = this.env.EVENT_DAYS_BY_PLAN[tier];
      purged.events += await this.events.purge(teamIds, days);
      purged.deliveries += await this.deliveries.purge(teamIds, days);
    };
    await eachAlone(PLAN_TIERS, purgeTier, (error, tier) =>
      this.log.error({ error, tier }, 'events of a plan not purged'),
    );
    return purged;
  }
}
