import { Module } from '@nestjs/common';
import { AnswersPurge } from './answers.purge.js';
import { AnswersQueries } from './answers.queries.js';
import { EnrichmentModule } from './enrichment.module.js';
import { UnlocksSweeper } from './unlocks.sweeper.js';

@Module({ imports: [EnrichmentModule], providers: [UnlocksSweeper, AnswersPurge, AnswersQueries] })
export class EnrichmentWorkerModule {}
