import { WorkerHost } from '@nestjs/bullmq';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { Queue, type Worker } from 'bullmq';
import { ENV, type Env } from '#config/env.js';
import { DueWork } from './due-work.js';
import { DueWorkRunner } from './due-work.runner.js';

const providersOf = (discovery: DiscoveryService): unknown[] => [
  ...new Set(discovery.getProviders().map(({ instance }) => instance as unknown)),
];

/** The BullMQ workers of this process. */
export const workersOf = (discovery: DiscoveryService): Worker[] =>
  providersOf(discovery).flatMap((each) => {
    if (each instanceof DueWorkRunner) return each.workers;
    return each instanceof WorkerHost ? [each.worker as Worker] : [];
  });

/** Stops the boot of the worker unless each registered queue has exactly one processor, and each name of WORKER_QUEUES is one of a queue. */
@Injectable()
export class ProcessorsCheck implements OnApplicationBootstrap {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly dueWork: DueWork,
    @Inject(ENV) private readonly env: Env,
  ) {}

  onApplicationBootstrap(): void {
    const queues = providersOf(this.discovery).filter((each): each is Queue => each instanceof Queue);
    const processed = workersOf(this.discovery).map(({ name }) => name);
    for (const queue of new Set(queues.map(({ name }) => name))) {
      const processors = processed.filter((name) => name === queue).length;
      if (processors !== 1) throw new Error(`The queue "${queue}" needs one processor and has ${processors}.`);
    }
    const known = [...queues, ...this.dueWork.queues()].map(({ name }) => name).toSorted();
    const unknown = this.env.WORKER_QUEUES.filter((name) => !known.includes(name));
    if (unknown.length > 0)
      throw new Error(`WORKER_QUEUES names no queue with ${unknown.join(', ')}. The queues are ${known.join(', ')}.`);
  }
}
