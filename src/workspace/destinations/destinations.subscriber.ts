import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { PLAN_CHANGED } from '#accounts/credits/credits.events.js';
import { TeamEventNumbering } from '#accounts/events/team-event.numbering.js';
import { ENV, type Env } from '#config/env.js';
import { TEAM_REPORT_COMPLETED } from '#market/reports/reports.events.js';
import { Database } from '#platform/database/database.js';
import type { ReceivedEvent } from '#platform/events/event.definition.js';
import { HandlesEvent } from '#platform/events/event-handler.decorator.js';
import { DueWork } from '#platform/queues/due-work.js';
import { OnDue } from '#platform/queues/on-due.decorator.js';
import { OPPORTUNITY_STATUS_CHANGED } from '#workspace/opportunities/opportunities.events.js';
import { type FoundMatches, NewMatches } from '#workspace/saved-searches/new.matches.js';
import { lastDueWeek } from '#workspace/weekly-digest/digest.week.js';
import { DestinationDeliveriesQueries } from './destination-deliveries.queries.js';
import { DestinationLimits } from './destination-limits.service.js';
import { SEND_TO_DESTINATIONS } from './destinations.jobs.js';
import { DestinationsQueries } from './destinations.queries.js';

/** Creates the deliveries of news in the transaction of the news, and applies changed plans. */
@Injectable()
export class DestinationsSubscriber implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly numbering: TeamEventNumbering,
    private readonly matches: NewMatches,
    private readonly deliveries: DestinationDeliveriesQueries,
    private readonly destinations: DestinationsQueries,
    private readonly limits: DestinationLimits,
    private readonly dueWork: DueWork,
    @Inject(ENV) private readonly env: Env,
  ) {}

  onModuleInit(): void {
    this.numbering.handTo((eventIds) => this.tellEvents(eventIds));
    this.matches.handTo((found) => this.tellMatches(found));
  }

  @HandlesEvent(PLAN_CHANGED, 'destination-limits')
  async planChanged({ teamId }: ReceivedEvent<object>): Promise<void> {
    if (teamId !== null) await this.limits.enforce(teamId);
  }

  /** Creates the deliveries of the last week that is due. @returns their number */
  @OnDue({ name: 'tell-week', everySeconds: 300 })
  async tellWeek(): Promise<number> {
    const { name, dueAt } = lastDueWeek(await this.database.now());
    const created = await this.deliveries.insertWeek(name, dueAt);
    if (created > 0) this.dueWork.notify(SEND_TO_DESTINATIONS);
    return created;
  }

  /** Deletes deliveries after 90 days. @returns their number */
  @OnDue({ name: 'purge-destinations', everySeconds: 86_400 })
  async purge(): Promise<number> {
    const purged = await this.deliveries.purge();
    await this.destinations.purgeDeleted();
    return purged;
  }

  private async tellMatches(found: readonly FoundMatches[]): Promise<void> {
    await this.deliveries.addMatches(
      found.map(({ teamId, searchId, opportunityIds }) => ({
        ...{ team_id: teamId, search_id: searchId, opportunity_ids: opportunityIds },
      })),
      this.env.DESTINATION_BATCH_SECONDS,
    );
    await this.database.afterCommit(() =>
      this.dueWork.notify(SEND_TO_DESTINATIONS, this.env.DESTINATION_BATCH_SECONDS * 1_000),
    );
  }

  private async tellEvents(eventIds: readonly string[]): Promise<void> {
    const reports = await this.deliveries.insertReports(eventIds, TEAM_REPORT_COMPLETED.type);
    const created = reports + (await this.deliveries.insertQualified(eventIds, OPPORTUNITY_STATUS_CHANGED.type));
    if (created > 0) await this.database.afterCommit(() => this.dueWork.notify(SEND_TO_DESTINATIONS));
  }
}
