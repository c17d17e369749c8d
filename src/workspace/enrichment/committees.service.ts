import { Injectable } from '@nestjs/common';
import { CommitteeQueries, type Seat } from './committee.queries.js';

export type { Seat };

/** The people of companies, from the contact directory. */
@Injectable()
export class CommitteesService {
  constructor(private readonly queries: CommitteeQueries) {}

  /**
   * The hundred most senior people of each company, in the order of their seats, without people who have left or are
   * suppressed, for all teams or by this one.
   */
  peopleOf(teamId: string, companyKeys: readonly string[]): Promise<Seat[]> {
    return this.queries.peopleOf(teamId, companyKeys);
  }

  /** The person with this seat, if the team has them on its own list of people not to contact. */
  findListed(teamId: string, companyKey: string, position: number): Promise<Seat | null> {
    return this.queries.findListed(teamId, companyKey, position);
  }
}
