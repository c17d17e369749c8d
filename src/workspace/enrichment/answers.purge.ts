import { Injectable } from '@nestjs/common';
import { Periodic } from '#platform/queues/periodic.decorator.js';
import { AnswersQueries } from './answers.queries.js';

@Injectable()
export class AnswersPurge {
  constructor(private readonly answers: AnswersQueries) {}

  /** Deletes old provider results: personal data is kept no longer than it is of use. @returns how many. */
  @Periodic({ name: 'purge-provider-results', everySeconds: 3_600 })
  purge(): Promise<number> {
    return this.answers.purge();
  }
}
