import { Processor, WorkerHost } from '@nestjs/bullmq';
import { Inject, Logger, type OnApplicationBootstrap, type OnModuleDestroy, type Type } from '@nestjs/common';
import type { Job } from 'bullmq';
import { ENV, type Env } from '#config/env.js';
import { withLogFields } from '#platform/logging/log.fields.js';
import { runOrExit, serves, WAITING } from '#platform/queues/queue.connections.js';
import { inJobSpan } from '#platform/tracing/tracing.js';
import { optionsOf, type PaidActionClass } from './paid-action.js';
import { RunExecutor } from './run.executor.js';
import { RunRetries, type RunJobPayload } from './run.retries.js';

const processors = new Map<PaidActionClass, Type<WorkerHost>>();

/** The BullMQ processor for the queue of an action. Returns the same class for the same action. */
export function processorOf(action: PaidActionClass): Type<WorkerHost> {
  let processor = processors.get(action);
  if (!processor) processors.set(action, (processor = makeProcessor(action)));
  return processor;
}

function makeProcessor(action: PaidActionClass): Type<WorkerHost> {
  const { kind, queue, concurrency } = optionsOf(action);

  @Processor(queue, { ...WAITING, autorun: false })
  class RunProcessor extends WorkerHost implements OnApplicationBootstrap, OnModuleDestroy {
    private readonly log = new Logger(RunProcessor.name);

    constructor(
      @Inject(RunExecutor) private readonly executor: RunExecutor,
      @Inject(RunRetries) private readonly retries: RunRetries,
      @Inject(ENV) private readonly env: Env,
    ) {
      super();
    }

    async onApplicationBootstrap(): Promise<void> {
      if (!serves(this.env, queue)) return this.worker.close();
      this.worker.concurrency = concurrency(this.env);
      runOrExit(this.worker, this.log);
    }

    /** Takes no more jobs, before the executor releases those in execution. */
    onModuleDestroy(): Promise<void> {
      return this.worker.pause(true);
    }

    override process(job: Job<RunJobPayload>): Promise<string> {
      const fields = { request_id: job.data.request_id, job_id: job.id };
      return withLogFields(fields, () => inJobSpan(job.name, fields.request_id, () => this.execute(job)));
    }

    private async execute(job: Job<RunJobPayload>): Promise<string> {
      const outcome = await this.executor.execute(kind, job.data.id, (percent) => void this.show(job, percent));
      // Failed jobs stay on the board.
      if (outcome === 'failed') throw await this.retries.errorOf(job);
      if (outcome === 'idle') return this.retries.retry(job);
      if (outcome === 'completed' && job.progress !== 0) await this.show(job, 100);
      return outcome;
    }

    /** Shows progress on the board. The row contains the progress, too. */
    private async show(job: Job<RunJobPayload>, percent: number): Promise<void> {
      await job.updateProgress(percent).catch((error: unknown) => this.log.debug({ error }, 'progress not shown'));
    }
  }
  return RunProcessor;
}
