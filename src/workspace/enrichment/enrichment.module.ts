import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CommitteeQueries } from './committee.queries.js';
import { CommitteeSeat } from './committee-seat.entity.js';
import { Contact } from './contact.entity.js';
import { EnrichmentAnswer } from './enrichment-answer.entity.js';
import { Suppression } from './suppression.entity.js';
import { Unlock } from './unlock.entity.js';
import { UnlockStatesQueries } from './unlock-states.queries.js';
import { UnlockStates } from './unlock-states.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([Contact, CommitteeSeat, Suppression, EnrichmentAnswer, Unlock])],
  providers: [UnlockStates, UnlockStatesQueries, CommitteeQueries],
  exports: [UnlockStates],
})
export class EnrichmentModule {}
