import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { SessionService } from './session.service.js';

const EVERY_MS = 60 * 60 * 1_000;

/** Forgets sessions that ended: in the worker only. */
@Injectable()
export class SessionsPurge {
  private readonly log = new Logger(SessionsPurge.name);

  constructor(private readonly sessions: SessionService) {}

  @Interval(EVERY_MS)
  async purge(): Promise<void> {
    await this.sessions.purge().catch((error: unknown) => this.log.warn({ error }, 'ended sessions not forgotten'));
  }
}
