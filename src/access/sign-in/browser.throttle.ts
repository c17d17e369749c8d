import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { limitExceeded, ThrottlingService } from '#access/throttling/throttling.service.js';

/** Limits the page loads of a person in all browsers together, and those of the visitors of one address. */
@Injectable()
export class BrowserThrottle {
  constructor(private readonly throttling: ThrottlingService) {}

  /** Counts a page of a person, by their id, or of an address. @throws 429 */
  demand(subject: string, response: Response): Promise<void> {
    return this.count('browser', subject, response);
  }

  /** Counts a read of the progress of a report, by the address of the browser. @throws 429 */
  demandProgress(subject: string, response: Response): Promise<void> {
    return this.count('progress', subject, response);
  }

  private async count(throttler: 'browser' | 'progress', tracker: string, response: Response): Promise<void> {
    const [state] = await this.throttling.hit([{ throttler, tracker }]);
    if (state?.isExceeded) throw limitExceeded(state, response);
  }
}
