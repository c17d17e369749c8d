import { Controller, Get, Patch } from '@nestjs/common';
import { Call, Serves } from '#platform/http/operation.decorators.js';
import type { CallOf } from '#platform/operations/operation.js';
import type { Page } from '#platform/operations/operation.result.js';
import type { OpportunityDetail, TriageResult } from './opportunity.dto.js';
import { getOpportunity, listOpportunities, updateOpportunity } from './opportunities.operations.js';
import { OpportunitiesService } from './opportunities.service.js';

@Controller('api/v1/opportunities')
export class OpportunitiesController {
  constructor(private readonly opportunities: OpportunitiesService) {}

  @Get()
  @Serves(listOpportunities)
  list(@Call() { caller, input }: CallOf<typeof listOpportunities>): Promise<Page<OpportunityDetail>> {
    return this.opportunities.list(caller, input.query);
  }

  @Get(':id')
  @Serves(getOpportunity)
  get(@Call() { caller, input }: CallOf<typeof getOpportunity>): Promise<OpportunityDetail> {
    return this.opportunities.get(caller, input.path.id);
  }

  @Patch(':id')
  @Serves(updateOpportunity)
  triage(@Call() { caller, input }: CallOf<typeof updateOpportunity>): Promise<TriageResult> {
    return this.opportunities.triage(caller, input.path.id, input.body);
  }
}
