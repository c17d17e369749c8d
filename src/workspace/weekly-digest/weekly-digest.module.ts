import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { TeamsModule } from '#accounts/teams/teams.module.js';
import { ReportInsightsModule } from '#market/report-insights/report-insights.module.js';
import { WeekReader } from './week.reader.js';
import { WeeklyDigestStop } from './weekly-digest-stop.entity.js';
import { WeeklyDigest } from './weekly-digest.entity.js';
import { WeeklyDigestsQueries } from './weekly-digests.queries.js';
import { WeeklyDigests } from './weekly-digests.service.js';
import { WeeklyLinks } from './weekly.links.js';

@Module({
  imports: [TypeOrmModule.forFeature([WeeklyDigest, WeeklyDigestStop]), TeamsModule, ReportInsightsModule],
  providers: [WeeklyDigests, WeeklyDigestsQueries, WeeklyLinks, WeekReader],
  exports: [WeeklyDigests, WeeklyLinks, WeekReader],
})
export class WeeklyDigestModule {}
