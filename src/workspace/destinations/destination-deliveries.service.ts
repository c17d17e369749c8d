import { Injectable } from '@nestjs/common';
import { TeamsService } from '#accounts/teams/teams.service.js';
import { inModeOf } from '#platform/caller/test-mode.js';
import { Database } from '#platform/database/database.js';
import { notFound, rateLimited } from '#platform/errors/application-error.js';
import { CursorPage, Cursors } from '#platform/operations/cursors.js';
import { DueWork } from '#platform/queues/due-work.js';
import { DestinationDeliveriesQueries, type NewsRow } from './destination-deliveries.queries.js';
import { DestinationOutcomes } from './destination-outcomes.service.js';
import { DestinationSenders } from './destination.senders.js';
import { destinationDisabled } from './destinations.failures.js';
import { SEND_TO_DESTINATIONS } from './destinations.jobs.js';
import {
  type DestinationDeliveriesQuery,
  type DestinationDeliveryView,
  listDestinationDeliveries,
} from './destinations.operations.js';
import { DestinationsQueries } from './destinations.queries.js';

const TESTS_A_MINUTE = 10;

/** The log of deliveries to destinations, tests and repetitions. */
@Injectable()
export class DestinationDeliveries {
  constructor(
    private readonly database: Database,
    private readonly queries: DestinationDeliveriesQueries,
    private readonly destinations: DestinationsQueries,
    private readonly senders: DestinationSenders,
    private readonly outcomes: DestinationOutcomes,
    private readonly teams: TeamsService,
    private readonly dueWork: DueWork,
    private readonly cursors: Cursors,
  ) {}

  /** A page of the deliveries to a destination, the newest first. @throws 400 for the cursor; 404 */
  async list(
    teamId: string,
    destinationId: string,
    query: DestinationDeliveriesQuery,
  ): Promise<CursorPage<DestinationDeliveryView>> {
    const filters = { destinationId, status: query.status };
    const scope = { list: listDestinationDeliveries.id, teamId, filters };
    const position = await this.cursors.read(query, scope);
    await this.demand(teamId, destinationId);
    const before = position && { createdAt: String(position[0]), id: String(position[1]) };
    const rows = await this.queries.list(destinationId, query.status, { before, limit: query.page_size + 1 });
    const page = await this.cursors.pageOf(rows, query, { ...scope, positionOf: (row) => [row.position, row.id] });
    return new CursorPage(page.data.map(viewOfDelivery), page.pagination);
  }

  /** Sends a test and waits for its outcome. @throws 404; 429 after ten tests of a team in a minute */
  async test(teamId: string, destinationId: string): Promise<DestinationDeliveryView> {
    await this.demand(teamId, destinationId);
    const row = await this.insertTest(teamId, destinationId);
    await this.outcomes.record(row, await inModeOf(teamId, () => this.senders.send(row)));
    return viewOfDelivery((await this.queries.find(teamId, row.id)) ?? row);
  }

  /** Makes a delivery due again that ended without success. @throws 403 `destination_disabled`; 404 */
  async retry(teamId: string, id: string): Promise<DestinationDeliveryView> {
    return this.database.transaction(async () => {
      const delivery = await this.queries.find(teamId, id);
      const destination = delivery && (await this.destinations.lock(teamId, delivery.destination_id));
      if (!delivery || !destination) throw notFound();
      if (destination.status === 'disabled') throw destinationDisabled();
      const renewed = await this.queries.renew(teamId, id);
      if (renewed) await this.database.afterCommit(() => this.dueWork.notify(SEND_TO_DESTINATIONS));
      return viewOfDelivery(renewed ?? delivery);
    });
  }

  /** Counts and inserts under the lock of the team, so that parallel requests are counted, too. @throws 429 */
  private insertTest(teamId: string, destinationId: string): Promise<NewsRow> {
    return this.database.transaction(async () => {
      await this.teams.lock(teamId);
      const { count, oldest_seconds } = await this.queries.countTests(teamId);
      if (count >= TESTS_A_MINUTE) {
        throw rateLimited({ retry_after_seconds: oldest_seconds, limit: TESTS_A_MINUTE, remaining: 0 });
      }
      return this.queries.insertTest(teamId, destinationId);
    });
  }

  private async demand(teamId: string, id: string): Promise<void> {
    if (!(await this.destinations.find(teamId, id))) throw notFound();
  }
}

/** A delivery as the API shows it. */
function viewOfDelivery(row: NewsRow): DestinationDeliveryView {
  const { id, destination_id, news, status, failure, detail, response_status } = row;
  return {
    ...{ id, destination_id, news, status, failure, detail, response_status },
    opportunity_ids: row.content.opportunity_ids ?? [],
    attempts: row.attempts_made,
    attempted_at: row.attempted_at && row.attempted_at.toISOString(),
    next_attempt_at: row.next_attempt_at && row.next_attempt_at.toISOString(),
    created_at: row.created_at.toISOString(),
  };
}
