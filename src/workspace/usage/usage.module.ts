import { Module } from '@nestjs/common';
import { RunsModule } from '#accounts/runs/runs.module.js';
import { UsageQueries } from './usage.queries.js';
import { UsageService } from './usage.service.js';

@Module({ imports: [RunsModule], providers: [UsageQueries, UsageService], exports: [UsageService] })
export class UsageModule {}
