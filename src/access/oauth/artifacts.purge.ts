import { Injectable } from '@nestjs/common';
import { OnDue } from '#platform/queues/on-due.decorator.js';
import { ArtifactsQueries } from './artifacts.queries.js';

@Injectable()
export class ArtifactsPurge {
  constructor(private readonly artifacts: ArtifactsQueries) {}

  /** Deletes expired codes and tokens, and clients without a connection. @returns the number of rows. */
  @OnDue({ name: 'purge-oauth-artifacts', everySeconds: 3_600 })
  purge(): Promise<number> {
    return this.artifacts.purge();
  }
}
