import { Injectable } from '@nestjs/common';
import { OnDue } from '#platform/queues/on-due.decorator.js';
import { TrackingService } from './tracking.service.js';

/** Removes sources that nobody has, and fetches others as often as those want who are left. */
@Injectable()
export class TrackingPurge {
  constructor(private readonly tracking: TrackingService) {}

  /** @returns how many sources of teams that are gone are removed */
  @OnDue({ name: 'remove-unwanted-sources', everySeconds: 3_600 })
  async purge(): Promise<number> {
    await this.tracking.relaxLeft();
    return this.tracking.removeUnwanted();
  }
}
