import { Injectable, Logger } from '@nestjs/common';
import { inModeOf } from '#platform/caller/test-mode.js';
import { Database } from '#platform/database/database.js';
import { EncryptionService } from '#platform/encryption/encryption.service.js';
import { eachAlone } from '#platform/queues/each-alone.js';
import { OnDue } from '#platform/queues/on-due.decorator.js';
import { OpportunitiesService } from '#workspace/opportunities/opportunities.service.js';
import type { OpportunityStatus } from '#workspace/opportunities/opportunity.vocabulary.js';
import { DestinationDisabling } from './destination-disabling.service.js';
import { DESTINATIONS_TABLE } from './destination.senders.js';
import { type DestinationRow, DestinationsQueries } from './destinations.queries.js';
import { type HandOverRow, HandOversQueries } from './hand-overs.queries.js';
import { HubspotFailed } from './hubspot.client.js';
import { HubspotRecords, type Stage } from './hubspot.records.js';

/** HubSpot reads so many deals with their history in one request. */
const AT_ONCE = 50;
const DESTINATIONS_AT_ONCE = 100;
const BY = { kind: 'system', id: null, name: 'HubSpot' } as const;

/** Brings the stages of deals back to the statuses of opportunities, once a day. */
@Injectable()
export class DealStages {
  private readonly log = new Logger(DealStages.name);

  constructor(
    private readonly database: Database,
    private readonly destinations: DestinationsQueries,
    private readonly handOvers: HandOversQueries,
    private readonly records: HubspotRecords,
    private readonly opportunities: OpportunitiesService,
    private readonly encryption: EncryptionService,
    private readonly disabling: DestinationDisabling,
  ) {}

  /** Reads the stages of deals that were not read for a day. @returns the number of destinations */
  @OnDue({ name: 'read-deal-stages', everySeconds: 900 })
  async read(): Promise<number> {
    const due = await this.handOvers.destinationsToRead(DESTINATIONS_AT_ONCE);
    return eachAlone(
      due,
      ({ team_id: teamId, id }) => inModeOf(teamId, () => this.readAll(teamId, id)),
      (error, { id }) => this.log.warn({ error, destinationId: id }, 'stages of deals not read'),
    );
  }

  private async readAll(teamId: string, id: string): Promise<void> {
    const destination = await this.destinations.find(teamId, id);
    if (!destination?.secret_encrypted) return;
    const token = this.encryption.decrypt(DESTINATIONS_TABLE, id, destination.secret_encrypted);
    try {
      const stages = new Map((await this.records.stages(token)).map((stage) => [stage.id, stage]));
      for (;;) {
        const rows = await this.handOvers.toRead(id, AT_ONCE);
        if (rows.length === 0) return;
        const ids = rows.flatMap(({ deal_id }) => deal_id ?? []);
        const found = await this.records.dealStages(token, ids);
        for (const row of rows) await this.apply(row, found.get(row.deal_id ?? ''), stages);
      }
    } catch (error) {
      if (!(error instanceof HubspotFailed) || error.result.end !== 'refused') throw error;
      await this.disable(destination, error.result.detail);
    }
  }

  /** Follows a stage that has changed since it was last read, unless a person changed the status later. */
  private async apply(
    row: HandOverRow,
    found: { stage: string; since: Date } | undefined,
    stages: ReadonlyMap<string, Stage>,
  ): Promise<void> {
    await this.database.transaction(async () => {
      await this.handOvers.noteStage(row.id, found?.stage ?? null);
      const stage = stages.get(found?.stage ?? '');
      if (!found || !stage || found.stage === row.stage) return;
      const { team_id: teamId, opportunity_id: id } = row;
      const next = (status: OpportunityStatus): OpportunityStatus => statusAt(stage, status);
      await this.opportunities.follow(teamId, id, { next, since: found.since }, BY);
    });
  }

  private async disable(destination: DestinationRow, detail: string | null): Promise<void> {
    await this.database.transaction(async () => {
      const locked = await this.destinations.lock(destination.team_id, destination.id);
      if (locked?.status !== 'enabled') return;
      await this.destinations.noteOutcome(locked.id, detail);
      await this.disabling.disable(locked.team_id, [locked], 'refused', detail);
    });
  }
}

/** The status of an opportunity whose deal is at a stage: a deal that was opened again is qualified. */
function statusAt({ end }: Stage, status: OpportunityStatus): OpportunityStatus {
  if (end === 'won') return 'converted';
  if (end === 'lost') return 'lost';
  return status === 'converted' || status === 'lost' ? 'qualified' : status;
}
