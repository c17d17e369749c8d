import { Injectable, Logger } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';
import { inModeOf } from '#platform/caller/test-mode.js';
import { type Lease, LeaseLost } from '#platform/database/lease.js';
import { OnDue } from '#platform/queues/on-due.decorator.js';
import { DestinationDeliveriesQueries, type NewsRow } from './destination-deliveries.queries.js';
import { DestinationOutcomes } from './destination-outcomes.service.js';
import { DestinationSenders } from './destination.senders.js';
import { type AttemptResult, NEWS_FAILURES } from './destination.types.js';
import { SEND_TO_DESTINATIONS } from './destinations.jobs.js';

const POLL_SECONDS = 3;
const AT_ONCE = 20;
/** A destination that hangs delays a round of others, so several rounds run at the same time. */
const ROUNDS_AT_ONCE = 4;

const BROKEN: AttemptResult = {
  ...{ end: 'retry', failure: 'internal_error', detail: 'A fault of Qualm', responseStatus: null, waitSeconds: null },
};

/** Sends the deliveries that are due, many at the same time, one at a time for a destination. */
@Injectable()
export class DestinationDispatcher {
  private readonly log = new Logger(DestinationDispatcher.name);
  private readonly attempts: Counter<'outcome'>;

  constructor(
    private readonly deliveries: DestinationDeliveriesQueries,
    private readonly senders: DestinationSenders,
    private readonly outcomes: DestinationOutcomes,
    registry: Registry,
  ) {
    this.attempts = new Counter({
      name: 'qualm_destination_attempts_total',
      help: `Attempts of deliveries to Slack and HubSpot by outcome (succeeded, or the reason of the failure: ${NEWS_FAILURES.join(', ')})`,
      labelNames: ['outcome'],
      registers: [registry],
    });
  }

  /** Makes one attempt of each of the next deliveries. @returns whether more may be due */
  @OnDue({ name: SEND_TO_DESTINATIONS, everySeconds: POLL_SECONDS, notified: true, atOnce: ROUNDS_AT_ONCE })
  async dispatch(): Promise<boolean> {
    const leases = await this.deliveries.claim(AT_ONCE);
    await Promise.all(leases.map((lease) => this.attempt(lease)));
    return leases.length > 0;
  }

  private async attempt(lease: Lease<NewsRow>): Promise<void> {
    const { row } = lease;
    try {
      const result = await this.resultOf(lease);
      // If the outcome cannot be stored, the next claim of the row decides: a message that was sent is not sent again.
      if (result) await this.end(row, result);
    } catch (error) {
      this.log.error({ error, deliveryId: row.id }, 'outcome of a delivery to a destination not stored');
    }
  }

  /** @returns null if another worker has claimed the delivery */
  private async resultOf(lease: Lease<NewsRow>): Promise<AttemptResult | null> {
    const { row } = lease;
    try {
      return await inModeOf(row.team_id, () => this.deliveries.leases.hold(lease, () => this.senders.send(row)));
    } catch (error) {
      if (error instanceof LeaseLost) return null;
      this.log.error({ error, deliveryId: row.id }, 'delivery to a destination not made');
      return BROKEN;
    }
  }

  private async end(row: NewsRow, result: AttemptResult): Promise<void> {
    await this.outcomes.record(row, result);
    this.attempts.inc({ outcome: result.failure ?? 'succeeded' });
  }
}
