import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { PLAN_CHANGED } from '#accounts/credits/credits.events.js';
import { TeamEventNumbering } from '#accounts/events/team-event.numbering.js';
import { ENV, type Env } from '#config/env.js';
import { Database } from '#platform/database/database.js';
import type { ReceivedEvent } from '#platform/events/event.definition.js';
import { HandlesEvent } from '#platform/events/event-handler.decorator.js';
import { DueWork } from '#platform/queues/due-work.js';
import { WebhookDeliveriesQueries } from './webhook-deliveries.queries.js';
import { WebhookLimits } from './webhook-limits.service.js';
import { SEND_WEBHOOKS } from './webhooks.jobs.js';

/** Creates the deliveries of numbered events, and applies changed plans to the endpoints of their teams. */
@Injectable()
export class WebhooksSubscriber implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly numbering: TeamEventNumbering,
    private readonly deliveries: WebhookDeliveriesQueries,
    private readonly limits: WebhookLimits,
    private readonly dueWork: DueWork,
    @Inject(ENV) private readonly env: Env,
  ) {}

  onModuleInit(): void {
    this.numbering.handTo((eventIds) => this.deliver(eventIds));
  }

  @HandlesEvent(PLAN_CHANGED, 'webhook-limits')
  async planChanged({ teamId }: ReceivedEvent<object>): Promise<void> {
    if (teamId !== null) await this.limits.enforce(teamId);
  }

  private async deliver(eventIds: readonly string[]): Promise<void> {
    const [delay = 0] = this.env.WEBHOOK_RETRY_SECONDS;
    const created = await this.deliveries.insertForEvents(eventIds, delay);
    if (created > 0) await this.database.afterCommit(() => this.dueWork.notify(SEND_WEBHOOKS));
  }
}
