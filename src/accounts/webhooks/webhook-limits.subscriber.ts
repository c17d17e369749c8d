import { Injectable } from '@nestjs/common';
import { SUBSCRIPTION_UPDATED } from '#accounts/credits/credits.events.js';
import { TEAM_EVENTS_NUMBERED, type TeamEventsNumbered } from '#accounts/events/team-events.events.js';
import { TeamEvents } from '#accounts/events/team-events.service.js';
import { isTestTeam } from '#platform/caller/test-mode.js';
import type { ReceivedEvent } from '#platform/events/event.definition.js';
import { HandlesEvent } from '#platform/events/event-handler.decorator.js';
import { WebhookLimits } from './webhook-limits.service.js';

/** Applies changed plans to the endpoints of their teams. */
@Injectable()
export class WebhookLimitsSubscriber {
  constructor(
    private readonly events: TeamEvents,
    private readonly limits: WebhookLimits,
  ) {}

  @HandlesEvent(TEAM_EVENTS_NUMBERED, 'webhook-limits')
  async numbered({ payload }: ReceivedEvent<TeamEventsNumbered>): Promise<void> {
    for (const teamId of await this.events.findTeamsOf(SUBSCRIPTION_UPDATED, payload.event_ids)) {
      if (!isTestTeam(teamId)) await this.limits.enforce(teamId);
    }
  }
}
