import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CreditsModule } from '#accounts/credits/credits.module.js';
import { FactsModule } from '#accounts/facts/facts.module.js';
import { TeamsModule } from '#accounts/teams/teams.module.js';
import { PlanRequest } from './plan-request.entity.js';
import { PlanRequestsQueries } from './plan-requests.queries.js';
import { PlanRequests } from './plan-requests.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([PlanRequest]), FactsModule, TeamsModule, CreditsModule],
  providers: [PlanRequests, PlanRequestsQueries],
  exports: [PlanRequests],
})
export class PlanRequestsModule {}
