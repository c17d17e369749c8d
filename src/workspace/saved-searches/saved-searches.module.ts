import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ShadowTeamsModule } from '#accounts/shadow-teams/shadow-teams.module.js';
import { TestResets } from '#accounts/shadow-teams/test-resets.js';
import { FactsModule } from '#accounts/facts/facts.module.js';
import { TeamsModule } from '#accounts/teams/teams.module.js';
import { OpportunitiesModule } from '#workspace/opportunities/opportunities.module.js';
import { AtomFeed } from './atom.feed.js';
import { Digest } from './digest.entity.js';
import { DigestRecipient } from './digest-recipient.entity.js';
import { DigestsQueries } from './digests.queries.js';
import { DigestsService } from './digests.service.js';
import { UnsubscribeLinks } from './unsubscribe.links.js';
import { MatchesQueries } from './matches.queries.js';
import { MatchesService } from './matches.service.js';
import { SavedSearch } from './saved-search.entity.js';
import { SavedSearchLimits } from './saved-search-limits.service.js';
import { SavedSearchMatch } from './saved-search-match.entity.js';
import { SavedSearchesQueries } from './saved-searches.queries.js';
import { SavedSearchesService } from './saved-searches.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([SavedSearch, SavedSearchMatch, Digest, DigestRecipient]),
    FactsModule,
    TeamsModule,
    OpportunitiesModule,
    ShadowTeamsModule,
  ],
  providers: [
    SavedSearchesService,
    SavedSearchesQueries,
    SavedSearchLimits,
    MatchesService,
    MatchesQueries,
    AtomFeed,
    DigestsService,
    DigestsQueries,
    UnsubscribeLinks,
  ],
  exports: [SavedSearchesService, SavedSearchLimits, MatchesService, AtomFeed, DigestsService],
})
export class SavedSearchesModule {
  constructor(resets: TestResets, queries: SavedSearchesQueries) {
    resets.add((teamId) => queries.deleteOf(teamId));
  }
}
