import { WorkerHost } from '@nestjs/bullmq';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { Queue } from 'bullmq';

/** Stops the boot of the worker unless each of its queues has exactly one processor. */
@Injectable()
export class ProcessorsCheck implements OnApplicationBootstrap {
  constructor(private readonly discovery: DiscoveryService) {}

  onApplicationBootstrap(): void {
    const providers = [...new Set(this.discovery.getProviders().map(({ instance }) => instance as unknown))];
    const queues = new Set(providers.filter((each): each is Queue => each instanceof Queue).map(({ name }) => name));
    const processed = providers
      .filter((each): each is WorkerHost => each instanceof WorkerHost)
      .map(({ worker }) => worker.name);
    for (const queue of queues) {
      const processors = processed.filter((name) => name === queue).length;
      if (processors !== 1) throw new Error(`The queue "${queue}" needs one processor and has ${processors}.`);
    }
  }
}
