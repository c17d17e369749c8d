import { Controller, Get, Patch, Post } from '@nestjs/common';
import { Call, Serves } from '#platform/http/operation.decorators.js';
import type { CallOf } from '#platform/operations/operation.js';
import type { OperationResult } from '#platform/operations/operation.result.js';
import type { BulkTriage, OpportunityDetail, TriageResult } from './opportunity.dto.js';
import {
  bulkUpdateOpportunities,
  getOpportunity,
  listOpportunities,
  updateOpportunity,
} from './opportunities.operations.js';
import { OpportunitiesService } from './opportunities.service.js';
import { OpportunityReads } from './opportunity-reads.service.js';

@Controller('api/v1/opportunities')
export class OpportunitiesController {
  constructor(
    private readonly opportunities: OpportunitiesService,
    private readonly reads: OpportunityReads,
  ) {}

  @Get()
  @Serves(listOpportunities)
  list(@Call() { caller, input }: CallOf<typeof listOpportunities>): Promise<OperationResult<OpportunityDetail[]>> {
    return this.reads.list(caller, input.query);
  }

  @Get(':id')
  @Serves(getOpportunity)
  get(@Call() { caller, input }: CallOf<typeof getOpportunity>): Promise<OpportunityDetail> {
    return this.opportunities.get(caller, input.path.id);
  }

  @Post('bulk-update')
  @Serves(bulkUpdateOpportunities)
  triageMany(@Call() { caller, input }: CallOf<typeof bulkUpdateOpportunities>): Promise<BulkTriage> {
    return this.opportunities.triageMany(caller, input.body);
  }

  @Patch(':id')
  @Serves(updateOpportunity)
  triage(@Call() { caller, input }: CallOf<typeof updateOpportunity>): Promise<TriageResult> {
    return this.opportunities.triage(caller, input.path.id, input.body);
  }
}
