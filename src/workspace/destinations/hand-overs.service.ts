import { Injectable } from '@nestjs/common';
import { Facts } from '#accounts/facts/facts.service.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import { Database } from '#platform/database/database.js';
import { notFound } from '#platform/errors/application-error.js';
import { DueWork } from '#platform/queues/due-work.js';
import { OpportunitiesService } from '#workspace/opportunities/opportunities.service.js';
import { DestinationDeliveriesQueries } from './destination-deliveries.queries.js';
import { destinationDisabled, noDestination } from './destinations.failures.js';
import { SEND_TO_DESTINATIONS } from './destinations.jobs.js';
import { type DestinationRow, DestinationsQueries } from './destinations.queries.js';
import type { HandOverView } from './hand-overs.operations.js';
import { HandOversQueries, type ListedHandOver } from './hand-overs.queries.js';
import { dealUrlOf } from './hubspot.sender.js';

/** The opportunities that a team hands over to its CRM. */
@Injectable()
export class HandOvers {
  constructor(
    private readonly database: Database,
    private readonly queries: HandOversQueries,
    private readonly destinations: DestinationsQueries,
    private readonly deliveries: DestinationDeliveriesQueries,
    private readonly opportunities: OpportunitiesService,
    private readonly facts: Facts,
    private readonly dueWork: DueWork,
  ) {}

  /**
   * Hands an opportunity over, once for a destination. @throws 403 `no_destination` or `destination_disabled`; 404 for the opportunity or the
   * destination
   */
  async handOver(caller: TeamCaller, opportunityId: string, destinationId: string | undefined): Promise<HandOverView> {
    const teamId = caller.team.id;
    const { id } = await this.opportunities.get(caller, opportunityId);
    const chosen = await this.choose(teamId, destinationId);
    await this.database.transaction(async () => {
      const destination = await this.destinations.lock(teamId, chosen.id);
      if (!destination) throw notFound();
      if (destination.status === 'disabled') throw destinationDisabled();
      await this.queries.findOrInsert(teamId, destination.id, id);
      const delivery = { team_id: teamId, destination_id: destination.id, news: 'hand_over', subject: id } as const;
      if (await this.deliveries.insert({ ...delivery, content: { opportunity_ids: [id] } })) {
        const changes = { destination: [null, destination.name] } as const;
        await this.facts.record('opportunity.handed_over', { teamId, id }, { changes });
      } else {
        const known = await this.deliveries.lockSubject(destination.id, 'hand_over', id);
        if (known) await this.deliveries.renew(teamId, known.id);
      }
      await this.database.afterCommit(() => this.dueWork.notify(SEND_TO_DESTINATIONS));
    });
    const made = (await this.queries.list(teamId, id)).find(({ destination_id }) => destination_id === chosen.id);
    if (!made) throw notFound();
    return viewOf(made);
  }

  /** Where an opportunity was handed over, the newest first. @throws 404 */
  async list(caller: TeamCaller, opportunityId: string): Promise<HandOverView[]> {
    const { id } = await this.opportunities.get(caller, opportunityId);
    return this.of(caller.team.id, id);
  }

  /** The same for an opportunity that was read. */
  async of(teamId: string, opportunityId: string): Promise<HandOverView[]> {
    return (await this.queries.list(teamId, opportunityId)).map(viewOf);
  }

  private async choose(teamId: string, id: string | undefined): Promise<DestinationRow> {
    const all = await this.destinations.ofKind(teamId, 'hubspot');
    if (id !== undefined) {
      const named = all.find((each) => each.id === id);
      if (!named) throw notFound();
      return named;
    }
    const chosen = all.find(({ status }) => status === 'enabled') ?? all[0];
    if (!chosen) throw noDestination();
    return chosen;
  }
}

function viewOf(row: ListedHandOver): HandOverView {
  const { id, opportunity_id, destination_id, destination_name, status, detail, completed_at } = row;
  return {
    ...{ id, opportunity_id, destination_id, destination_name, status, detail },
    record_url: dealUrlOf(row.account_url, row.deal_id),
    handed_over_at: completed_at && completed_at.toISOString(),
  };
}
