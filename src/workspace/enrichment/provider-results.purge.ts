import { Injectable } from '@nestjs/common';
import { Periodic } from '#platform/queues/periodic.decorator.js';
import { ProviderResultsQueries } from './provider-results.queries.js';

@Injectable()
export class ProviderResultsPurge {
  constructor(private readonly results: ProviderResultsQueries) {}

  /**
   * Deletes old provider results, because personal data is kept only while it is useful. @returns the number of
   * results
   */
  @Periodic({ name: 'purge-provider-results', everySeconds: 3_600 })
  purge(): Promise<number> {
    return this.results.purge();
  }
}
