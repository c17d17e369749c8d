import { InjectQueue } from '@nestjs/bullmq';
import { Injectable } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { DueWorkNotifier } from '#platform/queues/due-work.notifier.js';

export const TEAM_EVENTS_QUEUE = 'team-events';

/**
 * Several subscribers write events about one batch. Each numbering costs some forty statements, even for a few
 * events.
 */
const MERGE_MS = 150;

/** Notifies a worker of events that have no sequence. */
@Injectable()
export class TeamEventsNotifier extends DueWorkNotifier {
  constructor(@InjectQueue(TEAM_EVENTS_QUEUE) queue: Queue) {
    super(queue, 'number-team-events', MERGE_MS);
  }
}
