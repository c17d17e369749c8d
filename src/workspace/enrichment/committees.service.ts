import { Injectable } from '@nestjs/common';
import { CommitteeQueries, type Seat } from './committee.queries.js';

export type { Seat };

/** The people of companies, as the contact directory knows them. */
@Injectable()
export class CommitteesService {
  constructor(private readonly queries: CommitteeQueries) {}

  /** The most senior hundred of each company, in the order of their seats; nobody who is suppressed or has moved on. */
  peopleOf(companyKeys: readonly string[]): Promise<Seat[]> {
    return this.queries.peopleOf(companyKeys);
  }
}
