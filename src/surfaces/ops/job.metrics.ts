import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { Job } from 'bullmq';
import { Histogram, Registry } from 'prom-client';
import { workersOf } from '#platform/queues/processors.check.js';
import { waitedSeconds } from './waited-seconds.js';

type Outcome = 'completed' | 'retried' | 'failed';

/** Wait times, durations and outcomes of jobs, for every worker of every queue. */
@Injectable()
export class JobMetrics implements OnApplicationBootstrap {
  private readonly durations: Histogram<'queue' | 'job' | 'outcome'>;
  private readonly waits: Histogram<'queue' | 'job'>;

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
    this.waits = new Histogram({
      name: 'qualm_job_wait_seconds',
      help: 'Time from the moment when a job was due to the start of its first attempt, by queue and job',
      labelNames: ['queue', 'job'],
      buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300, 1_800],
      registers: [registry],
    });
  }

  onApplicationBootstrap(): void {
    for (const worker of workersOf(this.discovery)) {
      worker.on('active', (job) => this.observeWait(job));
      worker.on('completed', (job) => this.observe(job, 'completed'));
      worker.on('failed', (job) => job && this.observe(job, job.finishedOn ? 'failed' : 'retried'));
    }
  }

  private observeWait(job: Job): void {
    if (job.attemptsMade > 0) return;
    const { queueName: queue, name, processedOn = Date.now() } = job;
    this.waits.observe({ queue, job: name }, waitedSeconds(job, processedOn));
  }

  private observe(job: Job, outcome: Outcome): void {
    const seconds = ((job.finishedOn ?? Date.now()) - (job.processedOn ?? Date.now())) / 1_000;
    this.durations.observe({ queue: job.queueName, job: job.name, outcome }, seconds);
  }
}
