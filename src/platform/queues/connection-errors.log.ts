import { WorkerHost } from '@nestjs/bullmq';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { Queue, type Worker } from 'bullmq';

const QUIET_MS = 30_000;

/** Logs that a queue has lost Redis, at most every 30 s. Without a listener BullMQ prints every failed reconnection. */
@Injectable()
export class ConnectionErrorsLog implements OnApplicationBootstrap {
  private readonly log = new Logger('Queues');
  private readonly loggedAt = new Map<string, number>();

  constructor(private readonly discovery: DiscoveryService) {}

  onApplicationBootstrap(): void {
    for (const { instance } of this.discovery.getProviders()) {
      const provider: unknown = instance;
      if (provider instanceof Queue) provider.on('error', (error) => this.logOnce(provider.name, error));
      if (provider instanceof WorkerHost) {
        const worker: Worker = provider.worker;
        worker.on('error', (error) => this.logOnce(worker.name, error));
      }
    }
  }

  private logOnce(queue: string, error: Error): void {
    const now = Date.now();
    if (now - (this.loggedAt.get(queue) ?? 0) < QUIET_MS) return;
    this.loggedAt.set(queue, now);
    this.log.warn(`Queue ${queue}: ${error.message || String(error)}`);
  }
}
