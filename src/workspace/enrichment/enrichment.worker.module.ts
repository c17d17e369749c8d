import { Module } from '@nestjs/common';
import { EnrichmentModule } from './enrichment.module.js';
import { UnlocksSweeper } from './unlocks.sweeper.js';

@Module({ imports: [EnrichmentModule], providers: [UnlocksSweeper] })
export class EnrichmentWorkerModule {}
