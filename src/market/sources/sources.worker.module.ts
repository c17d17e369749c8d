import { Module } from '@nestjs/common';
import { SourceRejectsQueries } from './source-rejects.queries.js';
import { SourceSyncQueries } from './source-sync.queries.js';
import { SourcesModule } from './sources.module.js';
import { SourcesQueries } from './sources.queries.js';
import { SourcesRunner } from './sources.runner.js';

/** Fetches sources, in the worker only. */
@Module({
  imports: [SourcesModule],
  providers: [SourceRejectsQueries, SourceSyncQueries, SourcesQueries, SourcesRunner],
})
export class SourcesWorkerModule {}
