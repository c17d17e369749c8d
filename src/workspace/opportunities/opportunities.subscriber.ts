import { Inject, Injectable } from '@nestjs/common';
import { group, range } from 'd3-array';
import { TeamEvents } from '#accounts/events/team-events.service.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import { ENV, type Env } from '#config/env.js';
import { ProductsService } from '#market/products/products.service.js';
import type { ReceivedEvent } from '#platform/events/event.definition.js';
import { HandlesEvent } from '#platform/events/event-handler.decorator.js';
import { WatchlistService } from '#workspace/watchlist/watchlist.service.js';
import { type DetectedOpportunity, DetectionQueries } from './detection/detection.queries.js';
import {
  MAX_OPPORTUNITIES,
  MAX_REMOVED,
  OPPORTUNITIES_DETECTED,
  OPPORTUNITIES_REMOVED,
  type OpportunitiesDetected,
  type OpportunitiesRemoved,
  OPPORTUNITY_DETECTED,
  OPPORTUNITY_REMOVED,
} from './opportunities.events.js';

/** Notifies paid teams of new and removed opportunities of the products that they follow. */
@Injectable()
export class OpportunitiesSubscriber {
  constructor(
    private readonly queries: DetectionQueries,
    private readonly watchlist: WatchlistService,
    private readonly teams: TeamsService,
    private readonly products: ProductsService,
    private readonly events: TeamEvents,
    @Inject(ENV) private readonly env: Env,
  ) {}

  @HandlesEvent(OPPORTUNITIES_DETECTED, 'teams')
  async detected({ id, occurredAt, payload }: ReceivedEvent<OpportunitiesDetected>): Promise<void> {
    const byProduct = group(await this.queries.findOpportunities(payload.opportunity_ids), (each) => each.product_id);
    for (const [productId, found] of byProduct) {
      const teamIds = await this.teams.paidAmong(await this.watchlist.followersOf(productId));
      const parts = this.partsOf(productId, found);
      const shares = teamIds.flatMap((teamId) => parts.map(({ part, data }) => ({ teamId, part, data })));
      await this.events.appendFor(OPPORTUNITY_DETECTED, { id, occurredAt }, shares);
    }
  }

  @HandlesEvent(OPPORTUNITIES_REMOVED, 'teams')
  async removed({ id, occurredAt, payload }: ReceivedEvent<OpportunitiesRemoved>): Promise<void> {
    for (const { id: part_id, opportunity_ids } of payload.products) {
      const product_id = (await this.products.remaining(part_id))?.id ?? part_id;
      const teamIds = await this.teams.paidAmong(await this.watchlist.followersOf(product_id));
      const shares = range(0, opportunity_ids.length, MAX_REMOVED).flatMap((start) => {
        const data = { product_id, opportunity_ids: opportunity_ids.slice(start, start + MAX_REMOVED) };
        const part = start === 0 ? part_id : `${part_id}:${start}`;
        return teamIds.map((teamId) => ({ teamId, part, data }));
      });
      await this.events.appendFor(OPPORTUNITY_REMOVED, { id, occurredAt }, shares);
    }
  }

  private partsOf(productId: string, found: DetectedOpportunity[]) {
    const product = { id: productId, name: found[0]?.product_name ?? '' };
    return range(0, found.length, MAX_OPPORTUNITIES).map((start) => ({
      part: `${productId}:${start}`,
      data: {
        product,
        total: found.length,
        opportunities: found.slice(start, start + MAX_OPPORTUNITIES).map((each) => this.viewOf(each)),
      },
    }));
  }

  private viewOf({ id, source, frustration_tier, has_buying_signal, rating, created_at }: DetectedOpportunity) {
    return {
      id,
      source,
      frustration_tier,
      has_buying_signal,
      rating,
      created_at: created_at.toISOString(),
      app_url: `${this.env.PUBLIC_URL}/app/opportunities/${id}`,
    };
  }
}
