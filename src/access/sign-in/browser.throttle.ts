import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { limitExceeded, ThrottlingService } from '#access/throttling/throttling.service.js';

/** Limits the pages that a person may load in all their browsers together, and those that visitors of one address may load. */
@Injectable()
export class BrowserThrottle {
  constructor(private readonly throttling: ThrottlingService) {}

  /** Counts a page of a person, by their id, or of an address. @throws 429 */
  async demand(subject: string, response: Response): Promise<void> {
    const [state] = await this.throttling.hit([{ throttler: 'browser', tracker: subject }]);
    if (state?.isExceeded) throw limitExceeded(state, response);
  }
}
