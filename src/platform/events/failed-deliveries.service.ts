import { Injectable, Optional } from '@nestjs/common';
import { DueWork } from '#platform/queues/due-work.js';
import { RELAY_EVENTS } from './event-log.js';
import { type FailedDelivery, EventsQueries, type Undelivered } from './events.queries.js';

const LIST_LIMIT = 1_000;

/** Deliveries that were parked after their last attempt. */
@Injectable()
export class FailedDeliveries {
  constructor(
    private readonly queries: EventsQueries,
    @Optional() private readonly dueWork?: DueWork,
  ) {}

  /** The oldest thousand parked deliveries, with the oldest event first. */
  list(): Promise<FailedDelivery[]> {
    return this.queries.listFailed(LIST_LIMIT);
  }

  /** The number of parked deliveries by subscriber. */
  count(): Promise<{ subscriber: string; failed: number }[]> {
    return this.queries.countFailed();
  }

  /** The number of events that wait for a subscriber, without parked ones, and the age of the oldest. */
  undelivered(): Promise<Undelivered> {
    return this.queries.countUndelivered();
  }

  /**
   * Makes the parked deliveries of one event, or all, due again with ten new attempts. @returns the number of
   * deliveries.
   */
  async retry(eventId: string | null): Promise<number> {
    const retried = await this.queries.retryFailed(eventId);
    if (retried > 0) this.dueWork?.notify(RELAY_EVENTS);
    return retried;
  }
}
