import { Inject, Injectable } from '@nestjs/common';
import { TEAM_EVENTS_NUMBERED, type TeamEventsNumbered } from '#accounts/events/team-events.events.js';
import { ENV, type Env } from '#config/env.js';
import { Database } from '#platform/database/database.js';
import type { ReceivedEvent } from '#platform/events/event.definition.js';
import { HandlesEvent } from '#platform/events/event-handler.decorator.js';
import { DueWork } from '#platform/queues/due-work.js';
import { WebhookDeliveriesQueries } from './webhook-deliveries.queries.js';
import { SEND_WEBHOOKS } from './webhooks.jobs.js';

/** Creates the deliveries of numbered events. */
@Injectable()
export class WebhooksSubscriber {
  constructor(
    private readonly database: Database,
    private readonly deliveries: WebhookDeliveriesQueries,
    private readonly dueWork: DueWork,
    @Inject(ENV) private readonly env: Env,
  ) {}

  @HandlesEvent(TEAM_EVENTS_NUMBERED, 'webhooks')
  async numbered({ payload }: ReceivedEvent<TeamEventsNumbered>): Promise<void> {
    const [delay = 0] = this.env.WEBHOOK_RETRY_SECONDS;
    const created = await this.deliveries.insertForEvents(payload.event_ids, delay);
    if (created > 0) await this.database.afterCommit(() => this.dueWork.notify(SEND_WEBHOOKS));
  }
}
