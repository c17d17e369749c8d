import { Injectable } from '@nestjs/common';
import { CommitteeQueries, type Seat } from './committee.queries.js';

export type { Seat };

/** The people of companies, from the contact directory. */
@Injectable()
export class CommitteesService {
  constructor(private readonly queries: CommitteeQueries) {}

  /**
   * The most senior hundred people of each company, in the order of their seats, without people who are suppressed or
   * have left.
   */
  peopleOf(companyKeys: readonly string[]): Promise<Seat[]> {
    return this.queries.peopleOf(companyKeys);
  }
}
