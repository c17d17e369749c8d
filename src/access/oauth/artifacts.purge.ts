import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { ArtifactsQueries } from './artifacts.queries.js';

const EVERY_MS = 60 * 60 * 1_000;

/** Forgets expired codes, tokens and clients nobody connects with: in the worker only. */
@Injectable()
export class ArtifactsPurge {
  private readonly log = new Logger(ArtifactsPurge.name);

  constructor(private readonly artifacts: ArtifactsQueries) {}

  @Interval(EVERY_MS)
  async purge(): Promise<void> {
    await this.artifacts.purge().catch((error: unknown) => this.log.warn({ error }, 'expired tokens not forgotten'));
  }
}
