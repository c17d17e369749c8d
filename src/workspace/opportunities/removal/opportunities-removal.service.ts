import { Injectable } from '@nestjs/common';
import { group } from 'd3-array';
import { maskAnalysis } from '#analysis/contacts/analysis.mask.js';
import { withoutNames } from '#analysis/contacts/name.mask.js';
import { EventLog } from '#platform/events/event-log.js';
import { OPPORTUNITIES_REMOVED } from '../opportunities.events.js';
import { OpportunitiesRemovalQueries } from './opportunities-removal.queries.js';

/** Removes opportunities, or words of them, with their texts. Expects an open transaction. */
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

  /**
   * Masks names of erased people in the opportunities of their texts. No search finds these until detection has read the texts again.
   * Call it after the texts have changed: a detection that read them before has then ended, or stores nothing.
   */
  async maskNames(kind: 'reviews' | 'posts', textIds: readonly string[], names: readonly string[]): Promise<void> {
    if (textIds.length === 0) return;
    const opportunities = await this.queries.findRead(kind, textIds);
    await this.queries.replaceRead(
      opportunities.map(({ id, pain_points }) => ({
        id,
        pain_points: maskAnalysis(pain_points, (text) => withoutNames(text, names)),
      })),
    );
  }
}
