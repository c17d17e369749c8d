import { Processor, WorkerHost } from '@nestjs/bullmq';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { type Job, UnrecoverableError } from 'bullmq';
import { ENV, type Env } from '#config/env.js';
import type { JobPayload } from '#platform/queues/job-definition.js';
import { PAIN_POINTS_QUEUE } from './pain-points.jobs.js';
import { type Outcome, ReportWriter, RunFailed } from './report.writer.js';

/** Hears the doorbell: every job is a run that may be claimed. */
@Injectable()
@Processor(PAIN_POINTS_QUEUE)
export class PainPointsProcessor extends WorkerHost implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(PainPointsProcessor.name);

  constructor(
    private readonly writer: ReportWriter,
    @Inject(ENV) private readonly env: Env,
  ) {
    super();
  }

  onApplicationBootstrap(): void {
    this.worker.concurrency = this.env.REPORT_CONCURRENCY;
  }

  beforeApplicationShutdown(): void {
    this.writer.stop();
  }

  override async process(job: Job<JobPayload>): Promise<Outcome> {
    try {
      return await this.writer.write(job.data.id, (percent) => this.show(job, percent));
    } catch (error) {
      if (error instanceof RunFailed) throw new UnrecoverableError(error.message);
      throw error;
    }
  }

  /** Progress on the job is for onlookers: the row has it too. */
  private show(job: Job<JobPayload>, percent: number): void {
    job.updateProgress(percent).catch((error: unknown) => this.log.debug({ error }, 'progress not shown'));
  }
}
