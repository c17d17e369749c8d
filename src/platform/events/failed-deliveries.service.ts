import { Injectable } from '@nestjs/common';
import { type FailedDelivery, EventsQueries } from './events.queries.js';
import { RelayNotifier } from './relay.notifier.js';

const MOST_LISTED = 1_000;

/** Deliveries that were parked after their last attempt. */
@Injectable()
export class FailedDeliveries {
  constructor(
    private readonly queries: EventsQueries,
    private readonly notifier: RelayNotifier,
  ) {}

  /** The oldest thousand, oldest event first. */
  list(): Promise<FailedDelivery[]> {
    return this.queries.listFailed(MOST_LISTED);
  }

  /** How many there are, by subscriber. */
  count(): Promise<{ subscriber: string; failed: number }[]> {
    return this.queries.countFailed();
  }

  /** Has them delivered again with all their attempts: those of one event, or all. @returns how many. */
  async retry(eventId: string | null): Promise<number> {
    const retried = await this.queries.retryFailed(eventId);
    if (retried > 0) this.notifier.notify();
    return retried;
  }
}
