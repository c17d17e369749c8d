import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { Queue } from 'bullmq';
import { DueWork } from '#platform/queues/due-work.js';

/** Finds every queue: those that features have registered, and those of background work. */
@Injectable()
export class QueueRegistry {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly dueWork: DueWork,
  ) {}

  /** All queues, each name once. */
  queues(): Queue[] {
    const found = this.discovery.getProviders().map(({ instance }) => instance as unknown);
    const queues = found.filter((instance): instance is Queue => instance instanceof Queue);
    return [...new Map([...queues, ...this.dueWork.queues()].map((queue) => [queue.name, queue])).values()];
  }
}
