import { Injectable, Logger } from '@nestjs/common';
import type { Response } from 'express';
import type { Caller } from '#platform/caller/caller.js';
import { CreditsService } from './credits.service.js';

/** The headers with the credits that a request has spent, and the remaining ones. */
@Injectable()
export class CreditHeaders {
  private readonly log = new Logger(CreditHeaders.name);

  constructor(private readonly credits: CreditsService) {}

  /** Never rejects: the answer of a purchase matters more than its headers. */
  async set(caller: Caller, response: Response): Promise<void> {
    if (caller.lane === 'anonymous') return;
    try {
      const { charged, remaining, cap_remaining: cap } = await this.credits.receiptOf(caller);
      response.setHeader('X-Credits-Charged', charged);
      response.setHeader('X-Credits-Remaining', remaining);
      if (cap !== null) response.setHeader('X-Credits-Cap-Remaining', cap);
    } catch (error) {
      this.log.warn({ error }, 'the headers about credits could not be read');
    }
  }
}
