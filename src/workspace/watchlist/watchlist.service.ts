import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, type Repository } from 'typeorm';
import { limitsTierOf } from '#accounts/teams/plans.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import { PLAN_TIERS } from '#config/env.js';
import type { ProductView } from '#market/products/products.operations.js';
import { ProductsService } from '#market/products/products.service.js';
import type { CallerTeam, TeamCaller } from '#platform/caller/caller.js';
import { currentTestTeam } from '#platform/caller/test-mode.js';
import { Database } from '#platform/database/database.js';
import { type ApplicationError, notFound } from '#platform/errors/application-error.js';
import type { PageQuery } from '#platform/operations/pagination.dto.js';
import { Page, pageOf, window } from '#platform/operations/operation.result.js';
import { Follow } from './follow.entity.js';
import { productLimitReached } from './watchlist.failures.js';

/** The use of a watchlist. `remaining` is also 0 when the team follows more products than its plan now allows. */
export interface WatchlistUse {
  used: number;
  limit: number;
  remaining: number;
}

/** The products a team follows. */
@Injectable()
export class WatchlistService {
  constructor(
    private readonly database: Database,
    @InjectRepository(Follow) private readonly follows: Repository<Follow>,
    private readonly products: ProductsService,
    private readonly teams: TeamsService,
  ) {}

  async list(caller: TeamCaller, query: PageQuery): Promise<Page<ProductView>> {
    const { limit, offset } = window(query);
    const ids = pageOf(await this.followedIds(caller.team.id, limit, offset), query);
    return new Page(await this.products.summariesOf(ids.items), ids.pagination);
  }

  /**
   * Adds a product to the team's watchlist. A product that is already followed is kept, even above the limit.
   * @throws 404 for an unknown product; 403 `product_limit_reached`
   */
  async follow(caller: TeamCaller, productId: string): Promise<{ followed: true; already_following: boolean }> {
    const { team } = caller;
    const [product] = await this.products.summariesOf([productId]);
    if (!product) throw notFound();
    const isNew = await this.database.transaction(async () => {
      // Serializes the changes of one team's watchlist.
      await this.teams.lock(team.id);
      if (await this.follows.existsBy({ teamId: team.id, productId })) return false;
      const { used, limit } = await this.useOf(team);
      if (used >= limit) throw this.limitReached(team, limit, used);
      await this.follows.insert({ teamId: team.id, productId });
      return true;
    });
    return { followed: true, already_following: !isNew };
  }

  /** Removes a product from the team's watchlist. `unfollowed` is false when the team did not follow it. */
  async unfollow(caller: TeamCaller, productId: string): Promise<{ unfollowed: boolean }> {
    const { affected } = await this.follows.delete({ teamId: caller.team.id, productId });
    return { unfollowed: affected === 1 };
  }

  async useOf(team: Pick<CallerTeam, 'id' | 'tier' | 'status'>): Promise<WatchlistUse> {
    const limit = this.teams.limitsOf(limitsTierOf(team)).watchlistProducts;
    const used = await this.follows.countBy({ teamId: team.id });
    return { used, limit, remaining: Math.max(0, limit - used) };
  }

  /** The ids of the products that the team follows, most recently followed first. All of them without a limit. */
  async followedIds(teamId: string, limit?: number, offset?: number): Promise<string[]> {
    const follows = await this.follows.find({
      select: { productId: true },
      where: { teamId },
      order: { createdAt: 'DESC', productId: 'DESC' },
      take: limit,
      skip: offset,
    });
    return follows.map(({ productId }) => productId);
  }

  /** The ids of the teams that follow a product. In test mode only the own team counts. */
  async followersOf(productId: string): Promise<string[]> {
    const testTeam = currentTestTeam();
    const where = { productId, ...(testTeam !== undefined && { teamId: testTeam }) };
    const follows = await this.follows.find({ select: { teamId: true }, where });
    return follows.map(({ teamId }) => teamId);
  }

  /** The followers of several products: the ids of the teams by product. */
  async followersOfEach(productIds: readonly string[]): Promise<Map<string, Set<string>>> {
    const follows = await this.follows.find({
      select: { teamId: true, productId: true },
      where: { productId: In([...productIds]) },
    });
    const followers = new Map<string, Set<string>>(productIds.map((id) => [id, new Set()]));
    for (const { teamId, productId } of follows) followers.get(productId)?.add(teamId);
    return followers;
  }

  private limitReached(team: CallerTeam, limit: number, current: number): ApplicationError {
    const canUpgrade = PLAN_TIERS.some((tier) => this.teams.limitsOf(tier).watchlistProducts > limit);
    return productLimitReached({ limit, current, upgrade_required: canUpgrade });
  }
}
