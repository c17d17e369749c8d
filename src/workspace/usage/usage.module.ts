import { Module } from '@nestjs/common';
import { UsageQueries } from './usage.queries.js';
import { UsageService } from './usage.service.js';

@Module({ providers: [UsageQueries, UsageService], exports: [UsageService] })
export class UsageModule {}
