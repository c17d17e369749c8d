import { Module } from '@nestjs/common';
import { FactsModule } from '#accounts/facts/facts.module.js';
import { RunsModule } from '#accounts/runs/runs.module.js';
import { TeamDeletionQueries } from './team-deletion.queries.js';
import { TeamPurge } from './team.purge.js';

/** Ends the work of deleted teams and purges them, in the worker only. */
@Module({ imports: [FactsModule, RunsModule], providers: [TeamPurge, TeamDeletionQueries] })
export class TeamDeletionWorkerModule {}
