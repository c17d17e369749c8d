import { Module } from '@nestjs/common';
import { CreditsModule } from '#accounts/credits/credits.module.js';
import { TeamsModule } from '#accounts/teams/teams.module.js';
import { WatchlistModule } from '#workspace/watchlist/watchlist.module.js';
import { AccountService } from './account.service.js';

@Module({
  imports: [TeamsModule, CreditsModule, WatchlistModule],
  providers: [AccountService],
  exports: [AccountService],
})
export class AccountModule {}
