import { Injectable } from '@nestjs/common';
import { group } from 'd3-array';
import { EventLog } from '#platform/events/event-log.js';
import { OPPORTUNITIES_REMOVED } from '../opportunities.events.js';
import { OpportunitiesRemovalQueries } from './opportunities-removal.queries.js';

/** Removes opportunities with their texts. Expects an open transaction. */
@Injectable()
export class OpportunitiesRemoval {
  constructor(
    private readonly queries: OpportunitiesRemovalQueries,
    private readonly events: EventLog,
  ) {}

  /** Locks the opportunities of texts until the transaction ends, so that no purchase begins to refer to one. */
  lock(kind: 'reviews' | 'posts', textIds: readonly string[]): Promise<void> {
    return this.queries.lock(kind, textIds);
  }

  /** Removes the opportunities of texts from feeds, searches and the inbox, with their triage. */
  async remove(kind: 'reviews' | 'posts', textIds: readonly string[]): Promise<void> {
    const removed = await this.queries.delete(kind, textIds);
    if (removed.length === 0) return;
    const repost_keys = [...new Set(removed.flatMap(({ repost_key }) => repost_key ?? []))];
    const byProduct = group(removed, ({ product_id }) => product_id);
    const products = [...byProduct].flatMap(([id, of]) =>
      id ? [{ id, opportunity_ids: of.map((each) => each.id) }] : [],
    );
    await this.events.append(OPPORTUNITIES_REMOVED, { kind, products, repost_keys });
  }

  /** Takes the words of erased texts out of opportunities that a team has paid for. */
  async empty(kind: 'reviews' | 'posts', textIds: readonly string[]): Promise<void> {
    if (textIds.length > 0) await this.queries.empty(kind, textIds);
  }
}
