import { Injectable } from '@nestjs/common';
import type { TeamCaller } from '#platform/caller/caller.js';
import { listOpportunities } from '#workspace/opportunities/opportunities.operations.js';
import { OpportunitiesService } from '#workspace/opportunities/opportunities.service.js';
import { FormInput } from '../kernel/form-input.js';
import { type RawQuery, withFewRows } from '../kernel/raw-query.js';
import type { OpportunityListView } from './opportunity-list.page.js';
import { listingOf, readOpportunityListQuery } from './opportunity-list.query.js';

/** Reads the page of the list that an address names. */
@Injectable()
export class OpportunityListReader {
  constructor(
    private readonly input: FormInput,
    private readonly opportunities: OpportunitiesService,
  ) {}

  /** @throws 400 for a filter that cannot be used */
  async read(caller: TeamCaller, raw: RawQuery): Promise<OpportunityListView> {
    const query = readOpportunityListQuery(withFewRows(raw));
    const { query: filter } = this.input.validate(listOpportunities, {
      query: listingOf(query, raw.page || undefined),
    });
    const [page, total] = await Promise.all([
      this.opportunities.list(caller, filter),
      this.opportunities.count(caller, filter),
    ]);
    return { page, total, query };
  }
}
