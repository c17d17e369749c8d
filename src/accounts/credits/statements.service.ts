import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { type Page, pageOf, window } from '#platform/operations/operation.result.js';
import type { PageQuery } from '#platform/operations/pagination.dto.js';
import { CreditEntry, type EntryKind } from './credit-entry.entity.js';
import { type ActionSpending, type DaySpending, StatementsQueries } from './statements.queries.js';

export type { CreditEntry, DaySpending };

export const ENTRY_KINDS: readonly EntryKind[] = ['grant', 'refill', 'refund', 'charge', 'expiry'];

/** Reads the ledger of a team for the team. */
@Injectable()
export class StatementsService {
  constructor(
    @InjectRepository(CreditEntry) private readonly entries: Repository<CreditEntry>,
    private readonly queries: StatementsQueries,
  ) {}

  /** The team's entries, newest first. `kind` filters by one kind. */
  async findEntries(teamId: string, kind: EntryKind | null, query: PageQuery): Promise<Page<CreditEntry>> {
    const { limit, offset } = window(query);
    const entries = await this.entries.find({
      where: { teamId, ...(kind && { kind }) },
      order: { position: 'DESC' },
      take: limit,
      skip: offset,
    });
    return pageOf(entries, query);
  }

  /** The spending of each of the last `days` days, today last. A refund counts on the day of its charge. */
  spendingByDay(teamId: string, days: number): Promise<DaySpending[]> {
    return this.queries.spendingByDay(teamId, days);
  }

  /** The spending of the last `days` days by action, highest first. */
  spendingByAction(teamId: string, days: number): Promise<ActionSpending[]> {
    return this.queries.spendingByAction(teamId, days);
  }
}
