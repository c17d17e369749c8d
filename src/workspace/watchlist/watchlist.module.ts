import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { TeamsModule } from '#accounts/teams/teams.module.js';
import { ProductsModule } from '#market/products/products.module.js';
import { Follow } from './follow.entity.js';
import { WatchlistService } from './watchlist.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([Follow]), TeamsModule, ProductsModule],
  providers: [WatchlistService],
  exports: [WatchlistService],
})
export class WatchlistModule {}
