import { Processor, WorkerHost } from '@nestjs/bullmq';
import { Injectable } from '@nestjs/common';
import { WAITING } from '#platform/queues/waiting.js';
import { TeamEventNumbering } from './team-event.numbering.js';
import { TEAM_EVENTS_QUEUE } from './team-events.notifier.js';

/** Numbers events after a notification. */
@Injectable()
@Processor(TEAM_EVENTS_QUEUE, WAITING)
export class TeamEventsProcessor extends WorkerHost {
  constructor(private readonly numbering: TeamEventNumbering) {
    super();
  }

  override process(): Promise<number> {
    return this.numbering.number();
  }
}
