import { Inject, Injectable } from '@nestjs/common';
import { ENV, type Env } from '#config/env.js';
import { Database } from '#platform/database/database.js';
import { DestinationDeliveriesQueries, type NewsRow } from './destination-deliveries.queries.js';
import { DestinationDisabling } from './destination-disabling.service.js';
import type { AttemptResult, NewsStatus } from './destination.types.js';
import { DestinationsQueries } from './destinations.queries.js';

const JITTER = 0.1;
const MAX_WAIT_SECONDS = 86_400;

/** Records the outcome of an attempt and its consequences, in one transaction. */
@Injectable()
export class DestinationOutcomes {
  constructor(
    private readonly database: Database,
    private readonly deliveries: DestinationDeliveriesQueries,
    private readonly destinations: DestinationsQueries,
    private readonly disabling: DestinationDisabling,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** @returns false if another attempt has taken over the delivery, or the delivery has ended. */
  record(claimed: NewsRow, result: AttemptResult): Promise<boolean> {
    return this.database.transaction(async () => {
      const destination = await this.destinations.lockAny(claimed.destination_id);
      const delivery = await this.deliveries.lockClaimed(claimed);
      if (!destination || !delivery) return false;
      await this.deliveries.endAttempt(delivery.id, result, this.nextOf(delivery, result));
      if (destination.deleted_at || result.end === 'canceled') return true;
      await this.destinations.noteOutcome(destination.id, result.end === 'succeeded' ? null : result.detail);
      // A test tells its outcome to the person who made it, and disables nothing.
      if (result.end === 'refused' && destination.status === 'enabled' && delivery.news !== 'test') {
        await this.disabling.disable(destination.team_id, [destination], 'refused', result.detail);
      }
      return true;
    });
  }

  private nextOf(
    delivery: NewsRow,
    { end, waitSeconds }: AttemptResult,
  ): { status: NewsStatus; nextInSeconds: number } {
    if (end === 'succeeded' || end === 'unknown' || end === 'canceled') return { status: end, nextInSeconds: 0 };
    if (delivery.status === 'canceled') return { status: 'canceled', nextInSeconds: 0 };
    const delay = this.env.DESTINATION_RETRY_SECONDS[delivery.attempts_made + 1];
    if (end !== 'retry' || delivery.news === 'test' || delay === undefined)
      return { status: 'failed', nextInSeconds: 0 };
    const varied = delay * (1 + JITTER * (2 * Math.random() - 1));
    return { status: 'pending', nextInSeconds: Math.max(varied, Math.min(waitSeconds ?? 0, MAX_WAIT_SECONDS)) };
  }
}
