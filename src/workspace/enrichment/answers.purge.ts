import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { RecurringTask } from '#platform/queues/recurring-task.js';
import { AnswersQueries } from './answers.queries.js';

const EVERY_MS = 60 * 60 * 1_000;

/** Forgets old answers of providers: personal data is kept no longer than it is of use. In the worker only. */
@Injectable()
export class AnswersPurge implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly rounds: RecurringTask;

  constructor(answers: AnswersQueries) {
    this.rounds = new RecurringTask('purge of enrichment answers', EVERY_MS, () => answers.purge());
  }

  onApplicationBootstrap(): void {
    this.rounds.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.rounds.stop();
  }
}
