import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OpportunitiesModule } from '#workspace/opportunities/opportunities.module.js';
import { InboxItem } from './inbox-item.entity.js';
import { InboxQueries } from './inbox.queries.js';
import { InboxService } from './inbox.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([InboxItem]), OpportunitiesModule],
  providers: [InboxService, InboxQueries],
  exports: [InboxService],
})
export class InboxModule {}
