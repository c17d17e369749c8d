import { WorkerHost } from '@nestjs/bullmq';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { Job, Worker } from 'bullmq';
import { Histogram, Registry } from 'prom-client';

type Outcome = 'completed' | 'retried' | 'failed';

/** How long jobs take and how they end, for every processor of every feature. */
@Injectable()
export class JobMetrics implements OnApplicationBootstrap {
  private readonly durations: Histogram<'queue' | 'job' | 'outcome'>;

  constructor(
    registry: Registry,
    private readonly discovery: DiscoveryService,
  ) {
    this.durations = new Histogram({
      name: 'qualm_job_duration_seconds',
      help: 'Duration of job attempts by queue, job and outcome (completed, retried, failed)',
      labelNames: ['queue', 'job', 'outcome'],
      buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 30, 60, 180, 600],
      registers: [registry],
    });
  }

  onApplicationBootstrap(): void {
    const hosts = this.discovery.getProviders().map(({ instance }) => instance as unknown);
    for (const host of new Set(hosts)) {
      if (!(host instanceof WorkerHost)) continue;
      const worker = host.worker as Worker;
      worker.on('completed', (job) => this.observe(job, 'completed'));
      worker.on('failed', (job) => job && this.observe(job, job.finishedOn ? 'failed' : 'retried'));
    }
  }

  private observe(job: Job, outcome: Outcome): void {
    const seconds = ((job.finishedOn ?? Date.now()) - (job.processedOn ?? Date.now())) / 1_000;
    this.durations.observe({ queue: job.queueName, job: job.name, outcome }, seconds);
  }
}
