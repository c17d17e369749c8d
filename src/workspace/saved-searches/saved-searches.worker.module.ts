import { Module } from '@nestjs/common';
import { TeamEventsModule } from '#accounts/events/team-events.module.js';
import { TeamsModule } from '#accounts/teams/teams.module.js';
import { InboxModule } from '#workspace/inbox/inbox.module.js';
import { OpportunitiesModule } from '#workspace/opportunities/opportunities.module.js';
import { WatchlistModule } from '#workspace/watchlist/watchlist.module.js';
import { AlertComposer } from './alert.composer.js';
import { MatchesQueries } from './matches.queries.js';
import { NewMatches } from './new.matches.js';
import { SavedSearchLimitsSubscriber } from './saved-search-limits.subscriber.js';
import { SavedSearchesModule } from './saved-searches.module.js';
import { SavedSearchesSubscriber } from './saved-searches.subscriber.js';
import { SearchMatcher } from './search.matcher.js';

/** Matches new opportunities, in the worker only. */
@Module({
  imports: [SavedSearchesModule, InboxModule, OpportunitiesModule, WatchlistModule, TeamsModule, TeamEventsModule],
  providers: [
    SavedSearchesSubscriber,
    SavedSearchLimitsSubscriber,
    SearchMatcher,
    AlertComposer,
    MatchesQueries,
    NewMatches,
  ],
  exports: [SearchMatcher, NewMatches],
})
export class SavedSearchesWorkerModule {}
