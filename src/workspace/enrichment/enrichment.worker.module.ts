import { Module } from '@nestjs/common';
import { AnswersPurge } from './answers.purge.js';
import { AnswersQueries } from './answers.queries.js';
import { EnrichmentModule } from './enrichment.module.js';

@Module({ imports: [EnrichmentModule], providers: [AnswersPurge, AnswersQueries] })
export class EnrichmentWorkerModule {}
