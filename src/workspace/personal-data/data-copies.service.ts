import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { MembersService } from '#accounts/teams/members.service.js';
import { ENV, type Env } from '#config/env.js';
import { Database } from '#platform/database/database.js';
import { notFound } from '#platform/errors/application-error.js';
import { DueWork, notifiedWork } from '#platform/queues/due-work.js';
import { type DataCopyState, PersonalDataQueries } from './personal-data.queries.js';

/** The work that makes the copies. */
export const MAKE_DATA_COPIES = notifiedWork('make-data-copies');

/** The time between two requests of a person. */
const MINUTES_BETWEEN = 60;

/** The address of the page where people ask for a copy, and of the file below it. */
export const MY_DATA = '/app/settings/my-data';

/** A copy as its person sees it. `until` is null while the file is being made, and when that has failed. */
export interface DataCopyView {
  id: string;
  requestedAt: Date;
  until: Date | null;
  hasFailed: boolean;
}

/** The copies of all rows about a person, for this person only. */
@Injectable()
export class DataCopies {
  constructor(
    private readonly database: Database,
    private readonly queries: PersonalDataQueries,
    private readonly members: MembersService,
    private readonly dueWork: DueWork,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** The latest copy of a person, or null. */
  async find(userId: string): Promise<DataCopyView | null> {
    const copy = await this.queries.find(userId);
    return copy && { id: copy.id, requestedAt: copy.requested_at, until: this.endOf(copy), hasFailed: copy.has_failed };
  }

  /** Asks a worker for a copy; an earlier one ends. @returns false if the person asked less than an hour ago */
  async request(userId: string): Promise<boolean> {
    return this.database.transaction(async () => {
      if (!(await this.queries.request(userId, uuidv7(), MINUTES_BETWEEN))) return false;
      await this.members.record(userId, { action: 'data.requested' });
      await this.database.afterCommit(() => this.dueWork.notify(MAKE_DATA_COPIES));
      return true;
    });
  }

  /** The file of a person. @throws 404 for another person's file, after its lifetime, and before it is made */
  async download(userId: string, id: string): Promise<Buffer> {
    const content = await this.queries.contentOf(userId, id, this.env.DATA_COPY_DAYS);
    if (!content) throw notFound('There is no such file: ask for a new copy of your data');
    await this.members.record(userId, { action: 'data.downloaded' });
    return content;
  }

  private endOf({ finished_at }: DataCopyState): Date | null {
    return finished_at && new Date(finished_at.getTime() + this.env.DATA_COPY_DAYS * 24 * 60 * 60 * 1_000);
  }
}
