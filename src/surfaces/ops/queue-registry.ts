import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { Queue } from 'bullmq';

/** Finds every queue that a feature has registered. */
@Injectable()
export class QueueRegistry {
  constructor(private readonly discovery: DiscoveryService) {}

  /** All queues, each name once. */
  queues(): Queue[] {
    const found = this.discovery.getProviders().map(({ instance }) => instance as unknown);
    const queues = found.filter((instance): instance is Queue => instance instanceof Queue);
    return [...new Map(queues.map((queue) => [queue.name, queue])).values()];
  }
}
