import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '#accounts/audit/audit.module.js';
import { TeamsModule } from '#accounts/teams/teams.module.js';
import { OpportunitiesModule } from '#workspace/opportunities/opportunities.module.js';
import { MatchesQueries } from './matches.queries.js';
import { MatchesService } from './matches.service.js';
import { SavedSearch } from './saved-search.entity.js';
import { SavedSearchMatch } from './saved-search-match.entity.js';
import { SavedSearchesQueries } from './saved-searches.queries.js';
import { SavedSearchesService } from './saved-searches.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([SavedSearch, SavedSearchMatch]), AuditModule, TeamsModule, OpportunitiesModule],
  providers: [SavedSearchesService, SavedSearchesQueries, MatchesService, MatchesQueries],
  exports: [SavedSearchesService, MatchesService],
})
export class SavedSearchesModule {}
