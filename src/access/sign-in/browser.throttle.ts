import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { limitExceeded, ThrottlingService } from '#access/throttling/throttling.service.js';

/** Limits the pages that a person who is logged in may load, in all their browsers together. */
@Injectable()
export class BrowserThrottle {
  constructor(private readonly throttling: ThrottlingService) {}

  /** Counts a page of a person. @throws 429 */
  async demand(userId: string, response: Response): Promise<void> {
    const [state] = await this.throttling.hit([{ throttler: 'browser', tracker: userId }]);
    if (state?.isExceeded) throw limitExceeded(state, response);
  }
}
