import { Injectable } from '@nestjs/common';
import { OnDue } from '#platform/queues/on-due.decorator.js';
import { TrackingService } from './tracking.service.js';

/** Removes sources that nobody has. */
@Injectable()
export class TrackingPurge {
  constructor(private readonly tracking: TrackingService) {}

  /** @returns how many sources of teams that are gone are removed */
  @OnDue({ name: 'remove-unwanted-sources', everySeconds: 3_600 })
  purge(): Promise<number> {
    return this.tracking.removeUnwanted();
  }
}
