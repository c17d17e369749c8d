import { WorkerHost } from '@nestjs/bullmq';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { Queue, type Worker } from 'bullmq';

const QUIET_MS = 30_000;

/** Logs that a queue has lost Redis, at most every 30 s. Without a listener BullMQ prints every failed reconnection. */
@Injectable()
export class ConnectionErrorsLog implements OnModuleInit, OnApplicationBootstrap {
  private readonly log = new Logger('Queues');
  private readonly loggedAt = new Map<string, number>();

  constructor(private readonly discovery: DiscoveryService) {}

  onModuleInit(): void {
    for (const provider of this.providers()) {
      if (provider instanceof Queue) provider.on('error', (error) => this.logOnce(provider.name, error));
    }
  }

  /** Workers are made while modules are initialized. */
  onApplicationBootstrap(): void {
    for (const provider of this.providers()) {
      if (!(provider instanceof WorkerHost)) continue;
      const worker: Worker = provider.worker;
      worker.on('error', (error) => this.logOnce(worker.name, error));
    }
  }

  private providers(): unknown[] {
    return this.discovery.getProviders().map(({ instance }): unknown => instance);
  }

  private logOnce(queue: string, error: Error): void {
    const now = Date.now();
    if (now - (this.loggedAt.get(queue) ?? 0) < QUIET_MS) return;
    this.loggedAt.set(queue, now);
    this.log.warn(`Queue ${queue}: ${error.message || String(error)}`);
  }
}
